"""Exact solving: each set, table sizes, a warm table against an empty one."""

import pytest

import catbox

TABLE_MB = [1, 4, 16, 64]


def solve_all(positions, **options):
    """Nodes spent on all positions, each from an empty table, on one thread."""
    return sum(catbox.solve(position, threads=1, **options).nodes for position in positions)


def measure(benchmark, function, *args, **options):
    """Times three runs; `function` returns its nodes, which belong beside the time."""
    nodes = benchmark.pedantic(function, args, options, rounds=3)
    benchmark.extra_info["nodes"] = nodes
    benchmark.extra_info["nodes per second"] = round(nodes / benchmark.stats["min"])


@pytest.mark.parametrize("name", ["2p-8", "3p-6", "4p-5", "5p-4"])
def test_paranoid(benchmark, positions, name):
    measure(benchmark, solve_all, positions(name))


@pytest.mark.parametrize("name", ["maxn-2p-7", "maxn-3p-5", "maxn-4p-4", "maxn-5p-3"])
def test_maxn(benchmark, positions, name):
    measure(benchmark, solve_all, positions(name), model="maxn")


@pytest.mark.parametrize("name", ["2p-8", "4p-5"])
def test_every_play(benchmark, positions, name):
    measure(benchmark, solve_all, positions(name), every=True)


@pytest.mark.parametrize("tt_mb", TABLE_MB)
def test_table_size(benchmark, positions, tt_mb):
    measure(benchmark, solve_all, positions("2p-8"), tt_mb=tt_mb)


def replies(position):
    return [position.play(play) for play in position.legal_plays()]


def test_replies_cold(benchmark, positions):
    measure(benchmark, lambda: sum(solve_all(replies(position)) for position in positions("2p-8")[:4]))


def test_replies_warm(benchmark, positions):
    def solve_warm():
        nodes = 0
        for position in positions("2p-8")[:4]:
            solver = catbox.Solver(threads=1)
            nodes += sum(solver.solve(reply).nodes for reply in replies(position))
        return nodes

    measure(benchmark, solve_warm)
