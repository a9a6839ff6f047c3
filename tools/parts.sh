# shellcheck shell=bash disable=SC2034,SC2154 # sourced by ./test, which reads the tables and sets $log and $tally
# The parts of ./test: for each a row in the table and a function part_NAME. A part prints its log, calls
# `count` with what passed and failed, and returns non-zero if anything failed.

parts=(lint layers rulings schema scenarios fairness run figures e2e crash postgres cluster simulation browser docker unit asan tsan)
# Run only when requested.
more=(long)
declare -A about=(
    [lint]="format, clang-tidy on changed files, types, shellcheck, unfinished work, lock files"
    [layers]="which layer may include which"
    [rulings]="every ruling and worked example of the rule book has a scenario or test, and every reference exists"
    [schema]="the JSON Schema of the protocol, and the AsyncAPI document"
    [scenarios]="scenarios of every game, played by the referee"
    [fairness]="provable dice: the same results and verdicts in C++, JavaScript and Python"
    [run]="./run builds and serves the page, and starts at once the second time"
    [figures]="the bots reach the rule book's figures, in an optimized build"
    [e2e]="the server over real sockets, with an independent client and bots in Python"
    [crash]="kills, power cuts, failing and full disks during matches"
    [postgres]="the server on PostgreSQL: kills of both, faults of the cable, promotions, and tests of e2e on it"
    [cluster]="three servers on one PostgreSQL behind a balancer: matches across them, kills, cut cables, wrong clocks"
    [simulation]="clusters of 3 to 40 servers on one thread in simulated time, with faults of every kind, in an optimized build"
    [browser]="the page: its parts alone, then matches between two browsers; bots in JavaScript"
    [docker]="the image, read-only and without privileges, and the files for compose, the proxy and systemd"
    [unit]="rules, protocol, storage and actors without sockets; under address and undefined behaviour sanitizers"
    [asan]="the code that reads from sockets and files, under the same sanitizers"
    [tsan]="actors and sockets with four threads under the thread sanitizer"
    [long]="before a release: all sources by clang-tidy, a million random moves and 10000 twin matches a game, 60 million provable dice, 10 million scores in PostgreSQL, a thousand matches over sockets, every e2e test under both sanitizers and on PostgreSQL, 500 kills of a server on PostgreSQL, 50 of the engine, 20 promotions, 100 kills and longer faults in a cluster, every figure of the bots, a sixth game in a copy, four reverse proxies, ./run and ./test unit on Debian 13"
)
declare -A preset_of=(
    [scenarios]=release [fairness]=release [run]=release [figures]=release [e2e]=release [crash]=release [postgres]=release [cluster]=release [simulation]=release [browser]=release
    [unit]=asan [asan]=asan [tsan]=tsan [long]=strict
)

# All targets, if none are named.
declare -A targets_of=([release]="cubilete cubilete_next crash_power crash_error crash_full dice_verdicts" [tsan]="cubilete server_tests storage_tests")

e2e_packages=(iproute2 openssl python3 python3-fastjsonschema python3-jsonschema python3-setuptools python3-websockets)
postgres_packages=(postgresql pgbouncer)
# Formatting and findings depend on the version, so both versions are fixed.
declare -A packages=(
    [unit]="doctest-dev postgresql" [asan]="doctest-dev ${e2e_packages[*]}" [tsan]="doctest-dev postgresql ${e2e_packages[*]}"
    [rulings]=python3 [layers]=python3 [figures]=python3 [run]=python3
    [schema]="python3 python3-fastjsonschema python3-jsonschema python3-yaml"
    [e2e]="${e2e_packages[*]}"
    [crash]="${e2e_packages[*]}"
    [postgres]="${postgres_packages[*]} ${e2e_packages[*]}"
    [cluster]="${postgres_packages[*]} ${e2e_packages[*]}"
    [fairness]="${e2e_packages[*]}"
    [simulation]="doctest-dev"
    [docker]="buildah debootstrap crun docker-compose haproxy iproute2 systemd postgresql python3-yaml ${e2e_packages[*]}"
    [browser]="ca-certificates fonts-dejavu-core fonts-open-sans python3 python3-fastjsonschema python3-jsonschema"
    [lint]="doctest-dev python3 python3-websockets clang-format-14 clang-tidy-16 shellcheck mypy"
)
packages[long]="${packages[tsan]} ${packages[lint]} ${packages[postgres]} apache2-bin haproxy mmdebstrap debian-archive-keyring"
node_major=$(node --version 2>/dev/null | sed -E 's/^v([0-9]+).*/\1/')
if ((${node_major:-0} < 18)) || ! command -v npm >/dev/null; then packages[browser]+=" nodejs npm"; fi
# One of the bots that `cubilete spar` tests is in JavaScript, and one of the verifiers of dice.
if ((${node_major:-0} < 20)); then for part in e2e postgres fairness long; do packages[$part]+=" nodejs"; done; fi
# The headless shell is Chromium without the windows around a page: the tests take a third of the time in it.
browser() { command -v chromium-headless-shell chromium chromium-browser google-chrome | head -n 1; }
# It is installed also where there is another Chromium, which is enough if it cannot be.
need_browser() {
    command -v chromium-headless-shell >/dev/null || need "$(first_offered "chromium-headless-shell|chromium|chromium-browser")" ||
        [[ -n $(browser) ]]
}
packages[long]+=" ${packages[browser]}"

# Debian's modules are installed only for Debian's python, which may not be the first one in PATH.
python=/usr/bin/python3

# The wrapper for ctest and Python and their child processes.
under=()

# file_of PART ITEM - prints the file or folder of tests that PART/ITEM names; nothing if a part has no items.
file_of() {
    case $1 in
        e2e | asan) echo "tests/e2e/test_$2.py" ;;
        tsan) if [[ $2 == *_tests ]]; then echo "tests/${2%_tests}"; else echo "tests/e2e/test_$2.py"; fi ;;
        crash) echo "tests/crash/test_$2.py" ;;
        postgres) if [[ -e tests/postgres/test_$2.py ]]; then echo "tests/postgres/test_$2.py"; else echo "tests/e2e/test_$2.py"; fi ;;
        cluster) echo "tests/cluster/test_$2.py" ;;
        unit) echo "tests/$2" ;;
        browser) if [[ $2 == unit ]]; then echo tests/browser/unit; else echo "tests/browser/$2.test.js"; fi ;;
    esac
}

count() { echo "$1 $2" >>"$tally"; }

build_part() {
    if [[ -n ${ahead-} && ! -e $logs/ahead-$1 ]]; then
        kill -- "-$ahead" 2>/dev/null || true  # it has the lowest priority, and this part waits
        tail --pid="$ahead" -f /dev/null
    fi
    # shellcheck disable=SC2086 # one target a word
    build "$1" ${targets_of[$1]-all}
    count 1 0
}

# ctest_of PRESET PATTERN - runs the doctest binaries whose names match, $most_seconds each, and counts their test cases.
ctest_of() {
    local status=0 out
    out=$(mktemp)
    "${under[@]}" ctest --test-dir "build/$1" -L unit -R "$2" -j 2 --verbose --timeout "${most_seconds:-1500}" | tee "$out" || status=1
    tally_doctest "$out"
    rm "$out"
    return $status
}
tally_doctest() { awk -F'|' '/\[doctest\] test cases:/ {gsub(/[^0-9|]/, ""); print $2 + 0, $3 + $4}' "$1" >>"$tally"; }

# unittest FILE-OR-ARGUMENT... - Python tests; a skipped one counts as failed.
unittest() {
    local status=0 out
    out=$(mktemp)
    "${under[@]}" timeout --kill-after=10 "${patience:-1500}" "$python" -m unittest "$@" --verbose 2>&1 | tee "$out" || status=1
    awk '/^Ran [0-9]+ test/ {ran = $2}
         /^FAILED|^OK/ {while (match($0, /(failures|errors|skipped)=[0-9]+/)) {
             split(substr($0, RSTART, RLENGTH), pair, "="); bad += pair[2]; $0 = substr($0, RSTART + RLENGTH)}}
         END {print ran - bad, bad + 0}' "$out" >>"$tally"
    rm "$out"
    return $status
}

# Matches a line of a log that names a failure or its reason: of Python, doctest, JavaScript, a scenario, a
# compiler, or a sanitizer.
failure='^(FAIL|ERROR): |^[A-Za-z.]*Error: |^FAIL |^[0-9]*:? ?TEST CASE: |^ *not ok |\*\*\*(Failed|Timeout|Exception)|error: |WARNING: ThreadSanitizer|ERROR: AddressSanitizer|runtime error: |^Nothing was tested'
failures_in() { grep -hE "$failure" "$1" | head -n 20 | cut -c1-3000 || true; }

# side_by_side LANES COMMAND ITEM... - runs COMMAND for each item, LANES at the same time, the slowest items
# first. An item that fails runs once more, alone, because these tests have deadlines and a busy machine may
# have missed one. The second run counts; the last lines of ./test list the items that passed only then
# ($log.second).
side_by_side() {
    local lanes=$1 command=$2 status=0 item name
    shift 2
    for item; do
        while (($(jobs -rp | wc -l) >= lanes)); do wait -n; done
        one_item "$command" "$item" &
    done
    wait
    for item; do
        name=$log.${item//\//.}
        if [[ $(<"$name.status") != 0 ]]; then
            mv "$name" "$name.first"
            echo "== $item failed; its second run:"
            one_item "$command" "$item"
            if [[ $(<"$name.status") == 0 ]]; then
                { echo "$item" && failures_in "$name.first"; } >>"$log.second"
            else
                cat "$name.first"
                status=1
            fi
        fi
        cat "$name" && cat "$name.tally" >>"$tally"
    done
    return $status
}

# one_item COMMAND ITEM - runs one item and writes its log, its tally and its status.
one_item() {
    local name=$log.${2//\//.} status=0
    : >"$name.tally"
    tally=$name.tally "$1" "$2" >"$name" 2>&1 || status=$?
    echo "$status" >"$name.status"
}

# of_items NAME... - prints the files of the standard input with one of these names or in one of these
# folders; without names, all.
of_items() {
    if (($#)); then grep -E "/($(IFS='|' && echo "$*"))(\.test\.js|/)"; else cat; fi
}

# slow_first NAME... - prints the files of the standard input, those with these names first.
slow_first() {
    local all slow
    slow="/($(IFS='|' && echo "$*"))\."
    all=$(cat)
    grep -E "$slow" <<<"$all" || true  # none may match, or all
    grep -vE "$slow" <<<"$all" || true
}

# e2e_of PRESET [NAME...] - runs the tests over sockets, or some of them.
e2e_of() {
    local preset=$1 tests
    shift
    if (($#)); then
        tests=("${@/#/tests/e2e/test_}") && tests=("${tests[@]/%/.py}")
    else
        mapfile -t tests < <(printf '%s\n' tests/e2e/test_*.py | slow_first test_spar_libraries test_spar test_games test_example)
    fi
    PATH=$PATH:$(unpacked nginx)/usr/sbin
    export CUBILETE_BIN=$root/build/$preset/cubilete PYTHONPATH=$root/tests/e2e
    side_by_side "${lanes:-3}" unittest "${tests[@]}"  # most of them wait for a deadline
}
# The sanitizers run the tests with input from strangers, many connections, and files. The bots, the referee
# and the page do not test more of the server; ./test long runs all.
under_sanitizers=(games start sockets hostile history vault guards http rooms)
with_threads=(games sockets built_in_bots history rooms)  # what threads of the server share; one thread reads bytes

part_rulings() { unittest tests/rulings_test.py tests/references_test.py; }
part_layers() { unittest tests/layers_test.py; }
part_schema() { unittest discover -s tests/schema -p '*_test.py'; }
part_figures() { CUBILETE_BIN=$root/build/release/cubilete unittest tests/figures_test.py; }
# shellcheck disable=SC2086 # one item a word
part_e2e() { lanes=4 e2e_of release ${items[e2e]-}; }
part_crash() {
    local patience=900 tests=(discover -s tests/crash) named
    read -ra named <<<"${items[crash]-}"
    ((${#named[@]} == 0)) || { tests=("${named[@]/#/tests/crash/test_}") && tests=("${tests[@]/%/.py}"); }
    [[ -z ${CRASH_KILLS-}${CRASH_IMAGES-}${CRASH_ERRORS-} ]] || patience=4h  # a long run was requested
    CUBILETE_BIN=$root/build/release/cubilete CRASH_SHIMS=$root/build/release/tests/crash \
        PYTHONPATH=$root/tests/e2e:$root/tests/crash unittest "${tests[@]}"
}
# The tests over sockets that depend most on what is stored. ./test long runs all on PostgreSQL but those that
# start no server with data: they test the referee, the verifier of files and pages, and the table of settings.
on_postgres=(history games rooms dice vault)
never_on_postgres=(proxies verify_network readme spar spar_libraries)

part_postgres() {
    local tests=() name patience=1500 CUBILETE_GAMES=${CUBILETE_GAMES:-4}
    # shellcheck disable=SC2086 # one item a word
    for name in ${items[postgres]-}; do tests+=("$(file_of postgres "$name")"); done
    ((${#tests[@]})) || mapfile -t tests < <(printf '%s\n' tests/postgres/test_*.py "${on_postgres[@]/%/.py}" |
        sed 's|^\([a-z_]*\.py\)$|tests/e2e/test_\1|' | slow_first test_history test_bots test_auditor)
    [[ -z ${CRASH_KILLS-}${ENGINE_KILLS-}${ENGINE_PROMOTIONS-}${CABLE_FAULTS-} ]] || patience=4h  # a long run was requested
    export CUBILETE_GAMES CUBILETE_TESTS_ON=postgres CUBILETE_BIN=$root/build/release/cubilete
    export PYTHONPATH=$root/tests/e2e:$root/tests/crash:$root/tests/postgres
    side_by_side 3 unittest "${tests[@]}"
}
part_cluster() {
    local tests=() name
    # shellcheck disable=SC2086 # one item a word
    for name in ${items[cluster]-}; do tests+=("$(file_of cluster "$name")"); done
    ((${#tests[@]})) || tests=(tests/cluster/test_*.py)
    export CUBILETE_BIN=$root/build/release/cubilete
    export PYTHONPATH=$root/tests/e2e:$root/tests/crash:$root/tests/postgres:$root/tests/cluster
    side_by_side 4 unittest "${tests[@]}"
}
# simulated SIZE RUNS - simulations of a cluster. A run is the same again with its seed, so nothing runs a second time.
simulated() {
    local status=0 out
    out=$(mktemp)
    CLUSTER_SIZE=$1 CLUSTER_SIMULATIONS=$2 timeout --kill-after=10 "${patience:-1500}" \
        build/release/tests/simulation/simulation_tests >"$out" 2>&1 || status=1
    cat "$out"
    tally_doctest "$out"
    rm "$out"
    return $status
}
part_simulation() {
    local status=0 large
    build release simulation_tests || return  # here, because the other parts need no doctest
    simulated large 2 &
    large=$!
    simulated tiny 200 || status=1
    simulated small 2 || status=1
    wait "$large" || status=1
    return $status
}
part_run() { unittest tests/run_test.py tests/tools_test.py; }
part_docker() {
    local under=("$root/docker/check")
    unittest discover -s docker -p '*_test.py'
}

part_scenarios() {
    local status=0 out
    out=$(build/release/cubilete referee engine/games/*/scenarios/*.json) || status=1
    echo "$out"
    count "$(grep -c '^pass ' <<<"$out")" "$(grep -c '^FAIL ' <<<"$out")"
    return $status
}

part_fairness() {
    local status=0
    CUBILETE_BIN=$root/build/release/cubilete CUBILETE_VERDICTS=$root/build/release/tests/fairness/dice_verdicts unittest discover -s tests/fairness -p '*_test.py' || status=1
    browse tests/fairness/vectors.test.js || status=1
    return $status
}

part_browser() {
    local tests named
    need_browser
    npm ci --prefix tests/browser --no-audit --no-fund --loglevel=error
    read -ra named <<<"${items[browser]-}"
    mapfile -t tests < <(find tests/browser -name node_modules -prune -o -name '*.test.js' -print | sort |
        of_items "${named[@]}" | slow_first 'pages_.*' tongues rooms house)
    side_by_side "${BROWSERS:-3}" browse "${tests[@]}"
}

browse() {
    local status=0 out
    out=$(mktemp)
    CHROMIUM=$(browser) CUBILETE_BIN=$root/build/release/cubilete timeout --kill-after=10 1800 \
        node --test --test-reporter=tap "$@" | tee "$out" || status=1
    awk '/^# pass / {p = $3} /^# (fail|cancelled|skipped|todo) / {f += $3} END {print p + 0, f + 0}' "$out" >>"$tally"
    rm "$out"
    return $status
}

part_lint() { tally=$tally tools/lint; }

# A sanitizer writes its report to a file, because the output of a server that a test started may be lost.
report_to() {
    export ASAN_OPTIONS=detect_stack_use_after_return=1:log_path=$1
    export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1:log_path=$1
}

part_unit() {
    local reports=$log.report status=0
    report_to "$reports"
    local named pattern=.
    read -ra named <<<"${items[unit]-}"
    ((${#named[@]} == 0)) || pattern="^($(IFS='|' && echo "${named[*]}"))_tests\$"
    ctest_of asan "$pattern" || status=1
    no_reports "$reports" && return $status
}

part_asan() {
    local reports=$log.report status=0
    report_to "$reports"
    export CUBILETE_GAMES=4
    # shellcheck disable=SC2086 # one item a word
    e2e_of asan ${items[asan]:-"${under_sanitizers[@]}"} || status=1
    no_reports "$reports" && return $status
}

# The tests with threads: of the server those whose object starts some or is used by several, and one of rooms over a journal.
# A test of one thread says nothing under the thread sanitizer and takes ten times as long.
threaded=(commit_gate_test http_answer_test mailbox_test nightly_test other_versions_test room_test takeover_test
    threaded_sink_test threads_test thinker_test website_test worker_test)

part_tsan() {
    # shellcheck disable=SC2086 # one item a word
    under_tsan ${items[tsan]:-server_tests storage_tests "${with_threads[@]}"}
}

# under_tsan NAME... - runs the multithreaded tests: those of the named binaries and the named tests over sockets.
under_tsan() {
    local reports=$log.report status=0 name binaries=() sockets=()
    for name; do if [[ $name == *_tests ]]; then binaries+=("$name"); else sockets+=("$name"); fi; done
    # The thread sanitizer does not start if the kernel randomizes addresses over a wider range than it
    # expects.
    setarch "$(uname -m)" -R true && under=(setarch "$(uname -m)" -R)
    export TSAN_OPTIONS=second_deadlock_stack=1:log_path=$reports
    ((${#binaries[@]} == 0)) || side_by_side 2 threaded_of "${binaries[@]}" || status=1
    export CUBILETE_THREADS=4 CUBILETE_GAMES=4
    ((${#sockets[@]} == 0)) || e2e_of tsan "${sockets[@]}" || status=1
    no_reports "$reports" && return $status
}

# threaded_of BINARY - runs the tests with threads of a doctest binary, and counts its test cases.
threaded_of() {
    local status=0 out files
    files="--source-file=$(printf '*/%s.cpp,' "${threaded[@]}")"
    [[ $1 == server_tests ]] || files="--source-file-exclude=*/ownership_walk_test.cpp"
    out=$(mktemp)
    "${under[@]}" timeout --kill-after=10 "${most_seconds:-1500}" "build/tsan/tests/$1" "$files" | tee "$out" || status=1
    # doctest calls the tests of other files skipped.
    awk -F'|' '/\[doctest\] test cases:/ {gsub(/[^0-9|]/, ""); print $2 + 0, $3 + 0}' "$out" >>"$tally"
    rm "$out"
    return $status
}

# every_on_postgres - the part postgres with all tests over sockets that can run on it.
every_on_postgres() {
    local on_postgres
    mapfile -t on_postgres < <(printf '%s\n' tests/e2e/test_*.py | sed 's|.*/test_||; s|\.py$||' |
        grep -vxF -f <(printf '%s\n' "${never_on_postgres[@]}"))
    part_postgres
}

# every_proxy - the configurations of docs/operating.md with all four programs.
every_proxy() {
    PATH=$PATH:$(unpacked caddy)/usr/bin CUBILETE_PROXIES="nginx caddy apache haproxy" e2e_of release proxies
}

# on_debian_13 - ./run and ./test unit in a root of Debian 13.
on_debian_13() {
    local under=(as_root "HOME=$HOME")
    unittest tests/debian_13_test.py
}

# sixth_game - adds the game in tests/sixth_game to a copy of the project, builds the copy and plays the game in a
# browser: a game is a folder in engine/games, a line in games.def and a folder in web-client/games.
sixth_game() {
    local copy status=0
    need_browser
    copy=$(mktemp -d)
    git ls-files -z | xargs -0 cp --no-dereference --parents --target-directory "$copy"
    cp -r tests/sixth_game/engine tests/sixth_game/web-client "$copy"
    echo 'GAME(coin)' >>"$copy/engine/games/games.def"
    if (cd "$copy" && cmake --preset release && cmake --build build/release --target cubilete); then
        npm ci --prefix "$copy/tests/browser" --no-audit --no-fund --loglevel=error
        # Inside the copy, so that the frames are checked against the new game's schema, too.
        (cd "$copy" && root=$copy browse tests/sixth_game/coin.test.mjs) || status=1
    else
        count 0 1
        status=1
    fi
    rm -rf "$copy"
    return $status
}

part_long() {
    local reports=$log.report status=0 most_seconds=86400 patience=4h
    build dev all || status=1  # every source by itself
    /usr/bin/python3 tools/tidy.py --all || status=1
    build release cubilete simulation_tests || return
    FIGURES_GAMES=20000 part_figures || status=1
    CUBILETE_GAMES=200 e2e_of release || status=1
    sixth_game || status=1
    every_proxy || status=1
    on_debian_13 || status=1
    local every
    mapfile -t every < <(printf '%s\n' tests/e2e/test_*.py | sed 's|.*/test_||; s|\.py$||')
    CRASH_KILLS=500 ENGINE_KILLS=50 ENGINE_PROMOTIONS=20 CABLE_FAULTS=100 every_on_postgres || status=1
    CLUSTER_KILLS=100 JOINT_KILLS=30 ENGINE_KILLS=20 ENGINE_PROMOTIONS=10 ENGINE_AWAY_SECONDS=30 CABLE_CUTS=6 CABLE_CUT_SECONDS=60 LINK_FAULTS=70 \
        CLOCK_ROUNDS=10 SEND_STOPS=20 QUICK_PAIRS=1000 part_cluster || status=1
    build_part tsan && under_tsan server_tests storage_tests "${every[@]}" || status=1
    report_to "$reports"
    CUBILETE_FUZZ_MOVES=1000000 CUBILETE_TWIN_GAMES=10000 ctest_of strict engine_tests || status=1
    CUBILETE_SCORES=10000000 ctest_of strict storage_tests || status=1
    ctest_of strict protocol_tests || status=1
    ctest_of strict spar_tests || status=1
    CLUSTER_SIMULATIONS=1000 ctest_of strict simulation_tests || status=1
    simulated tiny 10000 || status=1
    simulated small 1000 || status=1
    simulated large 20 || status=1
    simulated huge 1 || status=1
    CUBILETE_DRAWS=10000000 ctest_of strict server_tests || status=1  # 60 million dice, a million shuffles
    CUBILETE_GAMES=20 e2e_of strict || status=1
    no_reports "$reports" && return $status
}

no_reports() {
    compgen -G "$1*" >/dev/null || return 0
    cat "$1"*
    count 0 1
    return 1
}
