# Tests: cmocka programs, scripts that run the command, the install test, the same-bytes test.
find_package(PkgConfig REQUIRED)
pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)

# --- tests/<module>/test_*.c: one program for each module; slow files are named test_slow_* -------

file(GLOB_RECURSE CW_TEST_SOURCES CONFIGURE_DEPENDS tests/test_*.c)
list(FILTER CW_TEST_SOURCES EXCLUDE REGEX "/tests/support/")
file(GLOB_RECURSE CW_TEST_SUPPORT CONFIGURE_DEPENDS tests/support/*.c)
# The peer and the methods of the seeds that the benchmarks measure us by are tested as well.
file(GLOB CW_TESTED_PEERS CONFIGURE_DEPENDS bench/peers/polyanya*.c bench/seeds/*.c)
list(APPEND CW_TEST_SUPPORT ${CW_TESTED_PEERS})

file(GLOB CW_TEST_SUPPORT_FOLDERS LIST_DIRECTORIES true CONFIGURE_DEPENDS tests/support/*)
list(FILTER CW_TEST_SUPPORT_FOLDERS EXCLUDE REGEX "\\.[ch]$")

add_library(cw_test_base INTERFACE)
target_include_directories(cw_test_base INTERFACE src tests/support ${CW_TEST_SUPPORT_FOLDERS} bench)
target_compile_definitions(cw_test_base INTERFACE
  CW_SHARED_DATA="${CW_SHARED_DATA}" CW_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_link_libraries(cw_test_base INTERFACE cw_flags cw_link_flags cw_threads PkgConfig::CMOCKA)
foreach(part cw_scenes clearway_io_static clearway_static)
  if(TARGET ${part})
    target_link_libraries(cw_test_base INTERFACE ${part})
  endif()
endforeach()
if(TARGET PkgConfig::GEOS)
  # GEOS and jansson are also oracles of tests.
  target_link_libraries(cw_test_base INTERFACE ${CW_IO_LIBRARIES})
endif()

if(CW_TEST_SUPPORT)
  add_library(cw_test_support STATIC ${CW_TEST_SUPPORT})
  target_link_libraries(cw_test_support PUBLIC cw_test_base)
  set_target_properties(cw_test_support PROPERTIES CW_UNCOUNTED ON)
endif()

# Each test file has a main of its own. The program of a module holds them all and runs the one whose
# name it is called by: build/tests/test_x is a link to build/tests/<module>_tests.
set(CW_TEST_MODULES)
foreach(source ${CW_TEST_SOURCES})
  get_filename_component(name ${source} NAME_WE)
  file(RELATIVE_PATH module "${PROJECT_SOURCE_DIR}/tests" ${source})
  string(REGEX REPLACE "/.*" "" module ${module})
  list(APPEND CW_TEST_MODULES ${module})
  list(APPEND CW_TEST_SOURCES_${module} ${source})
  list(APPEND CW_TEST_NAMES_${module} ${name})
  set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS main=${name}_main
                                                   COMPILE_OPTIONS -Wno-missing-prototypes)
  add_test(NAME ${name} COMMAND "${CMAKE_BINARY_DIR}/tests/${name}"
           WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600)
  if(name MATCHES "^test_slow_")
    set_tests_properties(${name} PROPERTIES LABELS slow TIMEOUT 900 COST 100)
  endif()
endforeach()
list(REMOVE_DUPLICATES CW_TEST_MODULES)

foreach(module ${CW_TEST_MODULES})
  set(program ${module}_tests)
  set(mains "${CW_TEST_NAMES_${module}}")
  list(TRANSFORM mains REPLACE "(.+)" "X(\\1)")
  string(REPLACE ";" " " CW_TEST_MAINS "${mains}")
  configure_file(cmake/test_main.c.in "${CMAKE_BINARY_DIR}/generated/${program}.c" @ONLY)
  add_executable(${program} ${CW_TEST_SOURCES_${module}}
                 "${CMAKE_BINARY_DIR}/generated/${program}.c")
  if(TARGET cw_test_support)
    target_link_libraries(${program} PRIVATE cw_test_support)
  endif()
  target_link_libraries(${program} PRIVATE cw_test_base)
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests"
                                              CW_UNCOUNTED ON)
  foreach(name ${CW_TEST_NAMES_${module}})
    add_custom_command(TARGET ${program} POST_BUILD VERBATIM
      COMMAND ${CMAKE_COMMAND} -E create_symlink ${program} "${CMAKE_BINARY_DIR}/tests/${name}")
    add_custom_target(${name} DEPENDS ${program})
  endforeach()
endforeach()

# Those that take longest run in the plain build only, not sanitized or counted: the rest of
# their modules' tests go through the same code.
foreach(name test_path_sights test_path_floors test_path_heights test_path_throng test_path_agree
             test_clearance_dents test_clearance_needles test_build test_fewest)
  set_tests_properties(${name} PROPERTIES LABELS long COST 50)
endforeach()

# --- tests/cli/*.sh: each runs the command; all read lib.bash ---------------------------------------

# They limit file sizes and kill the command, which counters do not survive: those go nowhere.
if(CW_COVERAGE)
  set(CW_UNCOUNTED ";LLVM_PROFILE_FILE=/dev/null")
endif()
if(TARGET clearway_command)
  file(GLOB CW_CLI_TESTS CONFIGURE_DEPENDS tests/cli/*.sh)
  foreach(script ${CW_CLI_TESTS})
    get_filename_component(name ${script} NAME_WE)
    add_test(NAME cli_${name} COMMAND bash ${script} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties(cli_${name} PROPERTIES
      LABELS cli TIMEOUT 300 SKIP_RETURN_CODE 77
      ENVIRONMENT "CLEARWAY=$<TARGET_FILE:clearway_command>;CW_SHARED_DATA=${CW_SHARED_DATA}${CW_UNCOUNTED}")
  endforeach()
endif()

# Detour loads what is written for it, where librecast is there.
if(TARGET cw_recast)
  add_executable(detour_paths tests/detour/detour_paths.cpp)
  target_compile_features(detour_paths PRIVATE cxx_std_17)
  target_include_directories(detour_paths SYSTEM PRIVATE ${CW_RECAST_INCLUDE})
  target_link_libraries(detour_paths PRIVATE cw_scenes clearway_io_static ${CW_DETOUR_LIBRARY})
  set_target_properties(detour_paths PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                                                "${CMAKE_BINARY_DIR}/tests")
  add_test(NAME detour_paths COMMAND detour_paths)
  set_tests_properties(detour_paths PROPERTIES TIMEOUT 300)
endif()

# Sanitized and counted builds test the code, not the packaging.
if(NOT CW_SANITIZE AND NOT CW_COVERAGE)
  if(TARGET clearway_command)
    add_test(NAME install COMMAND bash "${PROJECT_SOURCE_DIR}/tests/install_test.sh"
                                  "${CMAKE_BINARY_DIR}")
    set_tests_properties(install PROPERTIES LABELS package TIMEOUT 300 SKIP_RETURN_CODE 77)
  endif()
  if(TARGET cw_scenes)
    add_test(NAME same_bytes COMMAND bash "${PROJECT_SOURCE_DIR}/tests/wasm/same_bytes.sh"
                                     "${CMAKE_BINARY_DIR}")
    # The longest test of all goes first, so that the others run beside it.
    set_tests_properties(same_bytes PROPERTIES LABELS package TIMEOUT 900 SKIP_RETURN_CODE 77
                                               COST 1000)
  endif()
endif()
