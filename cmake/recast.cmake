# Detour for `clearway bench detour`: cw_recast where librecast and a C++ compiler are there, and
# cw_recast_none, which stands in for it. C++ stays inside cw_recast.
add_library(cw_recast_none STATIC bench/peers/recast_none.c)
target_include_directories(cw_recast_none PRIVATE bench)
target_link_libraries(cw_recast_none PRIVATE cw_flags clearway_static)

# Sanitized, counted and fuzzed builds test our own code, and their flags are those of C.
if(NOT CW_RECAST OR CW_SANITIZE OR CW_COVERAGE OR CW_FUZZ)
  return()
endif()
find_path(CW_RECAST_INCLUDE DetourNavMeshQuery.h PATH_SUFFIXES recastnavigation)
find_library(CW_RECAST_LIBRARY Recast)
find_library(CW_DETOUR_LIBRARY Detour)
include(CheckLanguage)
check_language(CXX)
if(NOT CW_RECAST_INCLUDE OR NOT CW_RECAST_LIBRARY OR NOT CW_DETOUR_LIBRARY OR NOT CMAKE_CXX_COMPILER)
  return()
endif()

enable_language(CXX)
check_pie_supported(LANGUAGES CXX)
add_library(cw_recast STATIC bench/peers/recast.cpp bench/peers/recast_mesh.cpp)
target_compile_features(cw_recast PRIVATE cxx_std_17)
target_compile_options(cw_recast PRIVATE -Wall -Wextra -Wconversion
                                         $<$<BOOL:${CW_WERROR}>:-Werror>)
target_include_directories(cw_recast PRIVATE bench)
target_include_directories(cw_recast SYSTEM PRIVATE ${CW_RECAST_INCLUDE})
target_link_libraries(cw_recast PRIVATE clearway_static ${CW_RECAST_LIBRARY} ${CW_DETOUR_LIBRARY})
