# Fuzz harnesses: fuzz/fuzz_NAME.c with its corpus in fuzz/corpus/NAME/.
#
# With CW_FUZZ each harness is a libFuzzer program. Otherwise each is linked with fuzz/replay.c, and
# a test replays its corpus; so every input that was ever found is tried with every compiler.
file(GLOB CW_FUZZ_SOURCES CONFIGURE_DEPENDS fuzz/fuzz_*.c)
file(GLOB CW_FUZZ_SUPPORT CONFIGURE_DEPENDS fuzz/*.c)
list(REMOVE_ITEM CW_FUZZ_SUPPORT ${CW_FUZZ_SOURCES} "${PROJECT_SOURCE_DIR}/fuzz/replay.c")
# Plain geometry that paths are judged by, shared with the tests.
list(APPEND CW_FUZZ_SUPPORT tests/support/plane.c)

add_custom_target(fuzzers)
foreach(source ${CW_FUZZ_SOURCES})
  get_filename_component(harness ${source} NAME_WE)
  string(REGEX REPLACE "^fuzz_" "" name ${harness})
  if(CW_FUZZ)
    set(program ${harness})
    add_executable(${program} ${source} ${CW_FUZZ_SUPPORT})
    target_link_options(${program} PRIVATE -fsanitize=fuzzer)
  else()
    set(program replay_${name})
    add_executable(${program} ${source} fuzz/replay.c ${CW_FUZZ_SUPPORT})
    add_test(NAME corpus_${name} COMMAND ${program} "${PROJECT_SOURCE_DIR}/fuzz/corpus/${name}")
    set_tests_properties(corpus_${name} PROPERTIES LABELS corpus TIMEOUT 300)
  endif()
  add_dependencies(fuzzers ${program})
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/fuzz")
  target_include_directories(${program} PRIVATE fuzz tests/support)
  target_link_libraries(${program} PRIVATE cw_flags cw_link_flags)
  foreach(part cw_scenes clearway_io_static clearway_static)
    if(TARGET ${part})
      target_link_libraries(${program} PRIVATE ${part})
    endif()
  endforeach()
endforeach()
