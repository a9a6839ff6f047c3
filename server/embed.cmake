find_program(ESBUILD esbuild REQUIRED)

# Builds the page of `folder` into `target`, as cubilete::server::built_in_client() of static_files.hpp: bundle.cmake makes the files.
# `APPEND other`: each file of that folder is appended to the file of the same name. A changed, new or removed file is noticed.
function(embed_web_client target folder)
    cmake_parse_arguments(page "" "APPEND" "" ${ARGN})
    set(patterns ${folder}/../js/*.js ${folder}/../protocol/protocol.json)
    foreach(type html js mjs css svg png ico webmanifest woff2)
        list(APPEND patterns ${folder}/*.${type})
    endforeach()
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${patterns})
    list(FILTER files EXCLUDE REGEX "/node_modules/")
    set(appended "")
    if(page_APPEND)
        file(GLOB_RECURSE appended CONFIGURE_DEPENDS ${page_APPEND}/*)
    endif()
    set(source ${CMAKE_CURRENT_BINARY_DIR}/web_client.cpp)
    add_custom_command(
        OUTPUT ${source}
        COMMAND ${CMAKE_COMMAND} -D ESBUILD=${ESBUILD} -D SOURCES=${folder} -D APPENDED=${page_APPEND}
                -D WORK=${CMAKE_CURRENT_BINARY_DIR}/web-client -D CPP=${source} -P ${PROJECT_SOURCE_DIR}/server/bundle.cmake
        DEPENDS ${files} ${appended} ${PROJECT_SOURCE_DIR}/server/bundle.cmake
        COMMENT "Bundling the page" VERBATIM)
    target_sources(${target} PRIVATE ${source})
endfunction()
