# Flags of every target: cw_flags for compiling, cw_link_flags for shared libraries and programs.
include(CheckCCompilerFlag)
include(CheckPIESupported)

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  check_pie_supported(LANGUAGES C)
endif()

add_library(cw_flags INTERFACE)
add_library(cw_link_flags INTERFACE)

target_compile_definitions(cw_flags INTERFACE _POSIX_C_SOURCE=200809L)
target_compile_options(cw_flags INTERFACE
  -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef
  # Same input, same bytes: no fused multiply-add where the machine happens to have one.
  -ffp-contract=off
  # Nothing reads errno, and a square root is then one instruction, with the same bits.
  -fno-math-errno
  $<$<BOOL:${CW_WERROR}>:-Werror>)

# The vectorizer of gcc 12 makes vfmaddsub of a difference beside a sum, even with -ffp-contract=off,
# when a user's flags allow FMA or AVX-512. Nothing here gains from vectors.
# Its loop distribution at -O3 loses stores to arrays of structs: tests/navmesh/test_partition.c fails with it.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  target_compile_options(cw_flags INTERFACE -fno-tree-vectorize -fno-tree-loop-distribution)
endif()

# An exported function that is called inside the library is the one of the library.
check_c_compiler_flag(-fno-semantic-interposition CW_HAS_NO_INTERPOSITION)
if(CW_HAS_NO_INTERPOSITION AND CMAKE_POSITION_INDEPENDENT_CODE)
  target_compile_options(cw_flags INTERFACE -fno-semantic-interposition)
endif()

if(CW_SANITIZE)
  set(CW_SANITIZERS address,undefined,float-cast-overflow)
elseif(CW_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "CW_FUZZ needs clang: cmake -DCMAKE_C_COMPILER=clang -DCW_FUZZ=ON")
  endif()
  set(CW_SANITIZERS fuzzer-no-link,address,undefined,float-cast-overflow)
endif()
if(CW_SANITIZERS)
  target_compile_options(cw_flags INTERFACE -fsanitize=${CW_SANITIZERS}
                                            -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(cw_flags INTERFACE -fsanitize=${CW_SANITIZERS})
  target_link_options(cw_link_flags INTERFACE -fsanitize=${CW_SANITIZERS})
endif()

if(CW_COVERAGE)
  if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "CW_COVERAGE needs clang: cmake -DCMAKE_C_COMPILER=clang -DCW_COVERAGE=ON")
  endif()
  # Lines of tests are not counted: their oracles run most of the time.
  set(CW_COUNTED "$<NOT:$<BOOL:$<TARGET_PROPERTY:CW_UNCOUNTED>>>")
  target_compile_options(cw_flags INTERFACE
    $<${CW_COUNTED}:-fprofile-instr-generate> $<${CW_COUNTED}:-fcoverage-mapping>)
  target_link_options(cw_flags INTERFACE -fprofile-instr-generate)
  target_link_options(cw_link_flags INTERFACE -fprofile-instr-generate)
endif()

# Hardening. Left out with sanitizers, which check more, and for WASM, whose sandbox differs.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT CW_SANITIZERS)
  foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection)
    string(MAKE_C_IDENTIFIER "CW_HAS${flag}" known)
    check_c_compiler_flag(${flag} ${known})
    if(${known})
      target_compile_options(cw_flags INTERFACE ${flag})
    endif()
  endforeach()
  if(NOT CW_COVERAGE)
    # Needs an optimised build to work.
    target_compile_options(cw_flags INTERFACE
      "$<$<NOT:$<CONFIG:Debug>>:SHELL:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>")
  endif()
  target_link_options(cw_link_flags INTERFACE -Wl,-z,relro,-z,now)
endif()

# Libraries of libclearway itself: libm, and threads where there are any.
add_library(cw_threads INTERFACE)
set(CW_CORE_LIBRARIES m)
if(NOT CMAKE_SYSTEM_NAME STREQUAL "WASI")
  set(THREADS_PREFER_PTHREAD_FLAG ON)
  find_package(Threads REQUIRED)
  target_compile_definitions(cw_threads INTERFACE CW_THREADS)
  target_link_libraries(cw_threads INTERFACE Threads::Threads)
  list(APPEND CW_CORE_LIBRARIES Threads::Threads)
endif()

# Where users of a library find its headers, in this tree and once installed.
function(cw_library_usage target)
  target_include_directories(${target} INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endfunction()

# The soname changes with every minor version until 1.0.
function(cw_library_version target)
  set_target_properties(${target} PROPERTIES
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endfunction()
