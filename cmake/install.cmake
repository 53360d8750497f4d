# make install: headers, static and shared libraries, pkg-config files, a CMake package, the command.
include(CMakePackageConfigHelpers)

if(CMAKE_SYSTEM_NAME STREQUAL "WASI")
  return()
endif()

set(CW_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/clearway")
set(CW_INSTALLED clearway_static clearway_shared)

install(DIRECTORY include/clearway DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h")
if(TARGET clearway_io_shared)
  list(APPEND CW_INSTALLED clearway_io_static clearway_io_shared)
endif()
install(TARGETS ${CW_INSTALLED} EXPORT clearwayTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET clearway_command)
  install(TARGETS ${CW_INSTALLED_COMMAND} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # The command knows its options: it prints its manual page and the completion for bash.
  set(CW_MANUAL "${CMAKE_CURRENT_BINARY_DIR}/manual")
  add_custom_command(
    OUTPUT "${CW_MANUAL}/clearway.1" "${CW_MANUAL}/clearway"
    COMMAND ${CMAKE_COMMAND} -E make_directory "${CW_MANUAL}"
    COMMAND $<TARGET_FILE:clearway_command> --man > "${CW_MANUAL}/clearway.1"
    COMMAND $<TARGET_FILE:clearway_command> --completion > "${CW_MANUAL}/clearway"
    DEPENDS clearway_command
    VERBATIM)
  add_custom_target(clearway_manual ALL
    DEPENDS "${CW_MANUAL}/clearway.1" "${CW_MANUAL}/clearway")
  add_dependencies(product clearway_manual)
  install(FILES "${CW_MANUAL}/clearway.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES "${CW_MANUAL}/clearway"
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endif()

# A .pc file finds its prefix from where it lies, so that the installed tree can be moved.
file(RELATIVE_PATH CW_PC_TO_PREFIX "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig"
     "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" CW_PC_TO_PREFIX "${CW_PC_TO_PREFIX}")
foreach(name clearway clearway-io)
  if(name STREQUAL "clearway" OR TARGET clearway_io_shared)
    configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/${name}.pc"
            DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  endif()
endforeach()

configure_package_config_file(cmake/clearwayConfig.cmake.in clearwayConfig.cmake
                              INSTALL_DESTINATION ${CW_PACKAGE_DIR})
write_basic_package_version_file(clearwayConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/clearwayConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/clearwayConfigVersion.cmake"
        DESTINATION ${CW_PACKAGE_DIR})
install(EXPORT clearwayTargets NAMESPACE clearway:: DESTINATION ${CW_PACKAGE_DIR})
