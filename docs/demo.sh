#!/bin/sh
# What catbox does, by the installed command; `make demo` runs it.
set -eu

run() {
    printf '\n$ catbox'
    for argument in "$@"; do
        case $argument in
            *[!A-Za-z0-9_,.=-]*) printf ' "%s"' "$argument" ;;
            *) printf ' %s' "$argument" ;;
        esac
    done
    printf '\n'
    catbox "$@"
}

say() {
    printf '\n== %s\n' "$1"
}

late="...B.B/....BC/.ACCCA/ABA... 23555/12336/11444 RG/RBG/RBYG 0/2/2 1/3/1 B 1/2/6"

say "Three players, four tricks to go, B to lead"
run show "$late"

say "What every play is worth to B against the other two, exactly"
run solve --all "$late"

say "A round of two players from the first deal on, with best play by both"
deal=$(catbox deal --players 2 --seed 4)
start=$(catbox apply "$deal" 2/1)
run show "$start"
plays=$(catbox solve --json "$start" | python -c 'import json, sys; print(*json.load(sys.stdin)["pv"])')
# shellcheck disable=SC2086  # a play is a word
end=$(catbox apply "$start" $plays)
printf '\nThe plays: %s\n' "$plays"
run show "$end"
run moves "$end"

say "What B should play when it sees its own hand alone"
run suggest --seed 1 "...B.B/....BC/.ACCCA/ABA... ?????/12336/????? RG/RBG/RBYG 0/2/2 1/3/1 B ?/2/?"

say "Whole matches between bots, to scoring"
run playout greedy random --players 2 --games 100 --seed 1
