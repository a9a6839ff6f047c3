# Makes of the page's sources what a browser gets, and a source file with all of it. Run as a script by embed.cmake:
#   SOURCES   the folder of the page, beside js/ and protocol/
#   APPENDED  empty, or a folder whose files are appended to those of the same name
#   WORK      a folder for the result and what it is made from
#   CPP       the source file to write
#   ESBUILD   the program
cmake_minimum_required(VERSION 3.25)
set(page ${WORK}/page)
set(modules ${WORK}/modules)
file(REMOVE_RECURSE ${WORK})

function(sources result)
    list(TRANSFORM ARGN PREPEND ${SOURCES}/ OUTPUT_VARIABLE patterns)
    file(GLOB_RECURSE files RELATIVE ${SOURCES} ${patterns})
    list(FILTER files EXCLUDE REGEX "(^|/)(node_modules|\\.[^/]*)/|\\.test\\.js$")
    set(${result} ${files} PARENT_SCOPE)
endfunction()

# ---- The sources, with every import that names its file by a template as a table of imports: esbuild knows that only from 0.19 on.

# i18n/site/ has a file for each language.
file(GLOB languages RELATIVE ${SOURCES}/i18n/site ${SOURCES}/i18n/site/*.js)
list(TRANSFORM languages REPLACE "\\.js$" "")

# Writes out the imports in a variable with the text of a module in `folder`.
function(write_out_imports variable folder)
    string(REGEX MATCHALL "import\\(`[^`]*`\\)" imports "${${variable}}")
    foreach(import ${imports})
        string(REGEX REPLACE "^import\\(`\\./|^import\\(`|`\\)$" "" template "${import}")
        set(patterns "")
        foreach(language ${languages})
            string(REPLACE "\${language}" ${language} pattern "${template}")
            string(REGEX REPLACE "\\$\\{[^}]*}" "*" pattern "${pattern}")
            list(APPEND patterns ${folder}/${pattern})
        endforeach()
        file(GLOB named RELATIVE ${folder} ${patterns})
        if(NOT named)
            message(FATAL_ERROR "${import} in ${folder} names no file")
        endif()
        set(table "")
        foreach(one ${named})
            string(APPEND table "'${one}': () => import('./${one}'), ")
        endforeach()
        string(REPLACE "${import}" "(async (table, name) => table[name]())({ ${table}}, `${template}`)" ${variable} "${${variable}}")
    endforeach()
    set(${variable} "${${variable}}" PARENT_SCOPE)
endfunction()

sources(scripts *.js *.mjs *.css)
foreach(file ${scripts})
    file(READ ${SOURCES}/${file} text)
    if(APPENDED AND EXISTS ${APPENDED}/${file})
        file(READ ${APPENDED}/${file} more)
        string(APPEND text "${more}")
    endif()
    cmake_path(GET file PARENT_PATH folder)
    string(REGEX REPLACE "\n +" "\n" text "${text}") # HTML shows no indentation, but the templates would bring it
    write_out_imports(text ${SOURCES}/${folder})
    file(WRITE ${modules}/${file} "${text}")
endforeach()
file(COPY ${SOURCES}/../js DESTINATION ${WORK} FILES_MATCHING PATTERN *.js)
# The page of the cup computes with modules that the answers about dice need, too. It has copies of them: what both share would be one more file
# for every table.
file(COPY ${WORK}/js/ DESTINATION ${WORK}/js_of_cup)
file(READ ${modules}/ui/cup/cup.js text)
string(REPLACE "/js/" "/js_of_cup/" text "${text}")
file(WRITE ${modules}/ui/cup/cup.js "${text}")

# esbuild makes a file of the modules that the same entries need. So that these are few: everything loads app.js, which loads what lies
# directly in these folders, and a part that needs a module of a shared folder needs all of them. The words of the page are none of it,
# because app.js waits for them.
set(shared ui/game ui/people)
file(GLOB always RELATIVE ${SOURCES} ${SOURCES}/i18n/*.js ${SOURCES}/core/*.js ${SOURCES}/ui/*.js ${SOURCES}/games/*.js)
foreach(language ${languages})
    list(REMOVE_ITEM always i18n/${language}.js)
endforeach()

# Makes a module import others.
function(import_into module)
    cmake_path(GET module PARENT_PATH folder)
    string(REGEX REPLACE "[^/]+/?" "../" up "${folder}")
    file(READ ${modules}/${module} text)
    foreach(other ${ARGN})
        string(PREPEND text "import './${up}${other}';\n")
    endforeach()
    file(WRITE ${modules}/${module} "${text}")
endfunction()

# The parts are what these two import when it is wanted.
set(parts "")
foreach(file app.js parts.js)
    file(STRINGS ${modules}/${file} lines REGEX "import\\('" ENCODING UTF-8)
    string(REGEX MATCHALL "\\(\\) => import\\('\\./[^']*'\\)" imports "${lines}")
    list(TRANSFORM imports REPLACE ".*'\\./(.*)'.*" "\\1")
    list(APPEND parts ${imports})
endforeach()
list(REMOVE_DUPLICATES parts)
foreach(part ${parts})
    set(needed app.js)
    cmake_path(GET part PARENT_PATH folder)
    file(GLOB_RECURSE own ${modules}/${folder}/*.js)
    foreach(other ${shared})
        cmake_path(GET other FILENAME name)
        foreach(file ${own})
            file(STRINGS ${file} found LIMIT_COUNT 1 REGEX "from '[./]+/(ui/)?${name}/" ENCODING UTF-8)
            if(found)
                file(GLOB modules_there RELATIVE ${modules} ${modules}/${other}/*.js)
                list(APPEND needed ${modules_there})
                break()
            endif()
        endforeach()
    endforeach()
    import_into(${part} ${needed})
endforeach()
import_into(app.js ${always})

# ---- The bundles

# esbuild ARGUMENT... - in the folder of the modules
function(esbuild)
    execute_process(
        COMMAND ${ESBUILD} ${ARGN} --charset=utf8 --log-level=warning --outdir=${page} --outbase=.
        WORKING_DIRECTORY ${modules} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
# docs/operating.md. Of optional chains Chrome 90 misses one, with `...` among the arguments, which no module has.
set(oldest_browsers --target=chrome90,firefox91,safari15 --supported:optional-chain=true)

list(TRANSFORM languages REPLACE "(.+)" "i18n/\\1.js" OUTPUT_VARIABLE words)
esbuild(app.js ${words} --bundle --splitting --chunk-names=[name]-[hash] --format=esm --minify ${oldest_browsers})
# What a browser loads by itself: before the page, without it or beside it.
esbuild(offline.js i18n/language.js worker.js --minify ${oldest_browsers})
esbuild(boot.js --minify --target=es6)
sources(workers *_worker.js)
esbuild(${workers} --bundle --format=esm --minify ${oldest_browsers})
sources(sheets *.css)
esbuild(${sheets} --bundle --external:*.woff2 --minify ${oldest_browsers})
# The operator's page is apart from the players'.
esbuild(desk/desk.js --bundle --format=esm --minify ${oldest_browsers})
# One can read it.
esbuild(verifier/verifier.js --bundle --format=esm ${oldest_browsers})

# Since everything needs app.js, it lies in a chunk, and the entry only names that and the other one. It takes the place of the entry,
# and the page names the other one, so that a browser knows it before it has app.js.
file(STRINGS ${page}/app.js names REGEX "chunk-")
string(REGEX MATCHALL "chunk-[A-Z0-9]+\\.js" chunks "${names}")
set(most 0)
foreach(chunk ${chunks})
    file(SIZE ${page}/${chunk} size)
    if(size GREATER most)
        set(most ${size})
        set(app ${chunk})
    endif()
endforeach()
list(REMOVE_ITEM chunks ${app})
file(RENAME ${page}/${app} ${page}/app.js)
file(GLOB bundles ${page}/*.js)
foreach(file ${bundles})
    file(READ ${file} text)
    if(text MATCHES "import\\([^\"]")
        message(FATAL_ERROR "${file} imports something that is no file")
    endif()
    string(REPLACE "./${app}" "./app.js" text "${text}")
    file(WRITE ${file} "${text}")
endforeach()
list(TRANSFORM chunks REPLACE "(.+)" "    <link rel=\"modulepreload\" href=\"v/{{version}}/\\1\" />\n")
list(JOIN chunks "" chunks)
file(READ ${SOURCES}/index.html text)
string(REPLACE "    <script type=\"module\" src=" "${chunks}    <script type=\"module\" src=" text "${text}")

# ---- The other files, and the texts that the server reads

sources(others *.html *.svg *.png *.ico *.webmanifest *.woff2 i18n/site/*.js)
foreach(file ${others})
    file(COPY_FILE ${SOURCES}/${file} ${WORK}/copy)
    cmake_path(GET file PARENT_PATH folder)
    file(MAKE_DIRECTORY ${page}/${folder})
    file(RENAME ${WORK}/copy ${page}/${file})
endforeach()
file(WRITE ${page}/index.html "${text}")
file(COPY ${SOURCES}/../protocol/protocol.json DESTINATION ${page})

# ---- The source file

file(GLOB_RECURSE files RELATIVE ${page} ${page}/*)
set(data "")
set(declarations "")
set(table "")
set(number 0)
foreach(file ${files})
    # Labels that are local to the assembler are at no place of their own on ARM: position-independent code takes the
    # address of each from the same entry of the table.
    foreach(label web_client_${number} web_client_${number}_end)
        string(APPEND data "    \".globl ${label}\\n.hidden ${label}\\n\"\n")
    endforeach()
    string(APPEND data "    \"web_client_${number}: .incbin \\\"${page}/${file}\\\"\\n\"\n"
                       "    \"web_client_${number}_end: .byte 0\\n\"\n")
    string(APPEND declarations "extern const char web_client_${number}[];\n"
                               "extern const char web_client_${number}_end[];\n")
    string(APPEND table "        {\"${file}\", {web_client_${number}, web_client_${number}_end}},\n")
    math(EXPR number "${number} + 1")
endforeach()
file(CONFIGURE OUTPUT ${CPP} @ONLY CONTENT [[
// Made by bundle.cmake.
#include <array>

#include "server/site/static_files.hpp"

asm(".pushsection .rodata\n"
@data@    ".popsection\n");

extern "C" {
@declarations@}

namespace cubilete::server {

std::span<const EmbeddedFile> built_in_client() {
    static const std::array<EmbeddedFile, @number@> files{{
@table@    }};
    return files;
}

}  // namespace cubilete::server
]])
file(TOUCH ${CPP})
