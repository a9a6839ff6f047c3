# Writes the header with the commit that is built, unless it says so already. Run as a script by CMakeLists.txt:
#   SOURCES  the root of the sources
#   HEADER   the file to write
cmake_minimum_required(VERSION 3.25)
file(READ ${SOURCES}/server/core/commit commit)
if(NOT commit MATCHES "^[0-9a-f]+\n$")  # not from `git archive`
    set(commit "")
    # Only the sources' own repository, not one around them.
    if(EXISTS ${SOURCES}/.git)
        find_program(GIT git)
        if(GIT)
            execute_process(COMMAND ${GIT} -C ${SOURCES} rev-parse --verify HEAD OUTPUT_VARIABLE commit ERROR_QUIET)
        endif()
    endif()
endif()
string(SUBSTRING "${commit}" 0 12 commit)
file(CONFIGURE OUTPUT ${HEADER} @ONLY CONTENT "#define CUBILETE_COMMIT \"@commit@\"\n")
