# What `cmake --install` puts where: header, libraries, pkg-config and CMake package files, command, manual pages and
# completions. Manual pages and completions are printed by the command itself, so they cannot disagree with it.
include(CMakePackageConfigHelpers)

install(FILES include/mixmi.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/mixmi DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")

# The static library is a package component of its own: only its users must have GSL and the rest at build time.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/mixmi)
install(TARGETS mixmi_shared EXPORT mixmi-shared)
install(TARGETS mixmi EXPORT mixmi-static)
install(EXPORT mixmi-shared NAMESPACE mixmi:: DESTINATION ${package_dir})
install(EXPORT mixmi-static NAMESPACE mixmi:: DESTINATION ${package_dir})
configure_package_config_file(cmake/mixmi-config.cmake.in mixmi-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(mixmi-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/mixmi-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/mixmi-config-version.cmake
    DESTINATION ${package_dir})

# Relative to the .pc file, so that `cmake --install --prefix` may differ from the prefix that was configured.
set(pc_dir ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pc_prefix ${pc_dir} ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH pc_libdir ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH pc_includedir ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
set(pc_dll) # what a program that links the DLL defines
if(WIN32)
    set(pc_dll " -DMIXMI_DLL")
endif()
set(pc_dl)
if(CMAKE_DL_LIBS)
    set(pc_dl "-l${CMAKE_DL_LIBS} ")
endif()
configure_file(cmake/mixmi.pc.in mixmi.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/mixmi.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(NOT TARGET mixmi_cli)
    return()
endif()
install(TARGETS mixmi_cli)
if(TARGET mixmi_mpi)
    install(TARGETS mixmi_mpi)
    install(FILES docs/mixmi-mpi.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
install(FILES examples/cluster/mpi.slurm examples/cluster/array.slurm DESTINATION ${CMAKE_INSTALL_DOCDIR}/cluster)

# One file that the command prints: printed_by(FILE ARGUMENTS...).
set(printed_files)
macro(printed_by file)
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/share/${file}
        COMMAND mixmi_cli ${ARGN} > ${CMAKE_BINARY_DIR}/share/${file} DEPENDS mixmi_cli VERBATIM)
    list(APPEND printed_files ${CMAKE_BINARY_DIR}/share/${file})
endmacro()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share/man ${CMAKE_BINARY_DIR}/share/completions)

printed_by(man/mixmi.1 manual)
file(GLOB command_files CONFIGURE_DEPENDS cli/cmd_*.c)
foreach(file ${command_files})
    string(REGEX REPLACE ".*/cmd_(.*)\\.c" "\\1" command ${file})
    printed_by(man/mixmi-${command}.1 manual ${command})
endforeach()
printed_by(completions/mixmi completion bash)
printed_by(completions/_mixmi completion zsh)
printed_by(completions/mixmi.fish completion fish)
add_custom_target(mixmi_share ALL DEPENDS ${printed_files})

install(DIRECTORY ${CMAKE_BINARY_DIR}/share/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")
install(FILES ${CMAKE_BINARY_DIR}/share/completions/mixmi
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${CMAKE_BINARY_DIR}/share/completions/_mixmi DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${CMAKE_BINARY_DIR}/share/completions/mixmi.fish
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
