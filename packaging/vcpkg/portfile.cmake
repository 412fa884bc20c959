# The port of vcpkg: vcpkg install mixmi --overlay-ports=packaging
vcpkg_from_git(
    OUT_SOURCE_PATH SOURCE_PATH
    URL https://git.a-seed-378f4f18.example/mixmi.git
    REF v${VERSION}
)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -DMIXMI_PROGRAMS=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/mixmi)
vcpkg_fixup_pkgconfig()
vcpkg_copy_tools(TOOL_NAMES mixmi AUTO_CLEAN)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
