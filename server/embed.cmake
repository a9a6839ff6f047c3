# Builds all files of a folder that a browser may ask for into `target`, byte for byte, as
# cubilete::server::built_in_client() of static_files.hpp. A changed, new or removed file is noticed. With
# `IN other FILES file...` these files are taken from the folder `other`, which may be made during the build.
function(embed_web_client target folder)
    cmake_parse_arguments(changed "" "IN" "FILES" ${ARGN})
    set(patterns "")
    foreach(type html js mjs css svg png ico webmanifest woff2)
        list(APPEND patterns ${folder}/*.${type})
    endforeach()
    list(APPEND patterns ${folder}/protocol.json)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${folder} ${patterns})
    list(FILTER files EXCLUDE REGEX "(^|/)(node_modules|\\.[^/]*)/|\\.test\\.js$")

    set(data "")
    set(declarations "")
    set(table "")
    set(number 0)
    set(paths "")
    foreach(file ${files})
        set(path ${folder}/${file})
        if(file IN_LIST changed_FILES)
            set(path ${changed_IN}/${file})
        endif()
        list(APPEND paths ${path})
        # Labels that are local to the assembler are at no place of their own on ARM: position-independent code takes the
        # address of each from the same entry of the table.
        foreach(label web_client_${number} web_client_${number}_end)
            string(APPEND data "    \".globl ${label}\\n.hidden ${label}\\n\"\n")
        endforeach()
        string(APPEND data "    \"web_client_${number}: .incbin \\\"${path}\\\"\\n\"\n"
                           "    \"web_client_${number}_end: .byte 0\\n\"\n")
        string(APPEND declarations "extern const char web_client_${number}[];\n"
                                   "extern const char web_client_${number}_end[];\n")
        string(APPEND table "    {\"${file}\", {web_client_${number}, web_client_${number}_end}},\n")
        math(EXPR number "${number} + 1")
    endforeach()

    set(source ${CMAKE_CURRENT_BINARY_DIR}/web_client.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
// Made by embed.cmake.
#include <array>

#include "server/site/static_files.hpp"

asm(".pushsection .rodata\n"
@data@    ".popsection\n");

extern "C" {
@declarations@}

namespace cubilete::server {

std::span<const SourceFile> built_in_client() {
    static const std::array<SourceFile, @number@> files{{
@table@    }};
    return files;
}

}  // namespace cubilete::server
]])
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${paths}")
    target_sources(${target} PRIVATE ${source})
endfunction()
