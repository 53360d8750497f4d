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
  # Readers and writers of io/ that work on bytes; those that nothing calls are dropped.
  file(GLOB CW_WASM_FILES io/face.c io/grow.c io/navmesh/*.c io/number.c io/plan/*read.c io/source.c io/text.c
    io/detour/*.c io/godot/*.c io/svg/*.c io/scene/maker.c io/scene/navmesh_glb.c io/scene/scene_obj.c web/xml/*.c)
  list(FILTER CW_WASM_FILES EXCLUDE REGEX "io/navmesh/.*(read|file)[^/]*$")
  # What runs once per file is made small; what answers questions is made fast.
  file(GLOB_RECURSE CW_WASM_SMALL src/scene/*.c src/skeleton/*.c src/roadmap/*.c src/scenario/*.c
    src/navmesh/check/*.c src/navmesh/file/*.c)
  set_source_files_properties(${CW_WASM_SMALL} ${CW_WASM_FILES} PROPERTIES COMPILE_OPTIONS -Oz)
  add_executable(clearway_wasm web/host.c web/files.c ${CW_WASM_FILES}
    $<TARGET_OBJECTS:clearway_objects>)
  target_include_directories(clearway_wasm PRIVATE include io web/xml)
  target_compile_options(clearway_wasm PRIVATE -ffunction-sections)
  set_target_properties(clearway_wasm PROPERTIES OUTPUT_NAME clearway LINKER_LANGUAGE C)
  target_link_libraries(clearway_wasm PRIVATE cw_flags m)
  # A reactor has no main: the host calls _initialize once, then the exports. A gigabyte is the most
  # memory that an input may make the module ask for.
  target_link_options(clearway_wasm PRIVATE -mexec-model=reactor ${CW_WASM_STACK} -Wl,--strip-all
                                            -Wl,--max-memory=1073741824 ${CW_EXPORTS})
  # Debian's binaryen makes the module a fifth smaller; without it the module works as well.
  find_program(CW_WASM_OPT wasm-opt)
  if(CW_WASM_OPT)
    add_custom_command(TARGET clearway_wasm POST_BUILD
      COMMAND ${CW_WASM_OPT} -O3 $<TARGET_FILE:clearway_wasm> -o $<TARGET_FILE:clearway_wasm>
      VERBATIM)
  endif()
  # A program that prints the layout of the public structs as JSON.
  add_executable(clearway_layout web/layout.c)
  target_include_directories(clearway_layout PRIVATE include)
  target_link_libraries(clearway_layout PRIVATE cw_flags)
  target_link_options(clearway_layout PRIVATE -Wl,--strip-all)
endif()
