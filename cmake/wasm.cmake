# The driver whose output must be the same bytes on every machine, and, with the WASI toolchain
# (cmake/wasi.cmake), the module clearway.wasm with an explicit list of exports.

# A megabyte of stack, as a thread has elsewhere at least; placed first, an overflow traps.
set(CW_WASM_STACK -Wl,-z,stack-size=1048576 -Wl,--stack-first)

if(TARGET cw_scenes AND EXISTS "${PROJECT_SOURCE_DIR}/tests/wasm/driver.c")
  add_executable(same_bytes_driver EXCLUDE_FROM_ALL tests/wasm/driver.c)
  target_link_libraries(same_bytes_driver PRIVATE cw_flags cw_scenes)
  if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
    target_link_options(same_bytes_driver PRIVATE ${CW_WASM_STACK})
  endif()
endif()

if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS web/exports.txt)
  file(STRINGS web/exports.txt CW_EXPORTS REGEX "^[a-z]")
  list(TRANSFORM CW_EXPORTS PREPEND "-Wl,--export=")
  add_executable(clearway_wasm $<TARGET_OBJECTS:clearway_objects>)
  set_target_properties(clearway_wasm PROPERTIES OUTPUT_NAME clearway LINKER_LANGUAGE C)
  target_link_libraries(clearway_wasm PRIVATE m)
  # A reactor has no main: the host calls _initialize once, then the exports. A gigabyte is the most
  # memory that an input may make the module ask for.
  target_link_options(clearway_wasm PRIVATE -mexec-model=reactor ${CW_WASM_STACK}
                                            -Wl,--max-memory=1073741824 ${CW_EXPORTS})
endif()
