"""Suggestions: exact means against brute force over all worlds, limits, and what must not matter."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from reference import reader, search, worlds

from catbox import Advice, Position, solve, suggest, suggesting
from catbox.cli.main import main
from catbox.dealing import deal, discard_and_bid, random_position
from catbox.errors import InputError, NotationError
from catbox.estimating import Effort
from catbox.suggesting import Suggester

LATE = "....B/ABBAA/A.BBA/#A##B 234/??? RBYG/RYG 3/3 - A 2/?"
TWO = "....B/ABBAA/A.BBA/#A##B 234/114 RBYG/RYG 3/3 - A"


def view_of(players: int, seed: int, **where: int) -> Position:
    """A random position as the seat to play sees it."""
    position = random_position(players, seed, follow=0.85, **where)
    return position.seen_by(position.to_play)


def brute_force(view: Position) -> dict[str, float]:
    """Each play's mean margin over all deals, every deal played out by the plain reference."""
    sums: dict[str, float] = {}
    deals = 0
    known = search.Search()
    state = reader.read(view.format())
    for hands, weight in worlds.hands_worlds(state).items():
        world = state._replace(hands=hands)
        deals += weight
        for play, after in known.after(world).items():
            value = known.paranoid(after, "AB".index(view.to_play), "margin")
            sums[play] = sums.get(play, 0.0) + weight * value
    return {play: total / deals for play, total in sums.items()}


@pytest.mark.parametrize("seed", range(6))
def test_two_player_margins_are_the_mean_of_the_game_values(seed: int) -> None:
    view = view_of(2, seed, tricks_left=2)
    advice = suggest(view, worlds=100_000, inference=False)
    assert advice.exact
    assert advice.enumerated
    expected = brute_force(view)
    assert {found.play: found.margin for found in advice.suggestions} == pytest.approx(expected)
    assert advice.suggestions[0].margin == pytest.approx(max(expected.values()))
    assert all(found.stderr == 0 for found in advice.suggestions)


def test_all_hands_known_is_what_solving_says() -> None:
    for players in (2, 3, 4):
        position = random_position(players, 3, tricks_left=2, follow=0.85)
        advice = suggest(position)
        known, state = search.Search(), reader.read(position.format())
        seat = "ABCDE".index(position.to_play)
        expected = {play: known.paranoid(s, seat, "margin") for play, s in known.after(state).items()}
        assert advice.exact
        assert advice.worlds == 1
        assert {found.play: found.value for found in advice.suggestions} == expected
        best = max(expected.values())
        assert advice.best == next(play for play in expected if expected[play] == best)


def moments(players: int) -> list[Position]:
    """One view of each phase, and some of the play."""
    dealt = deal(players, 1)
    start = dealt.to_play
    bidding = dealt.discard([hand[0] for hand in dealt.hands])
    found = [dealt.seen_by(start)]
    if players > 2:
        found.append(bidding.seen_by(start))
    found.append(discard_and_bid(dealt, Random(1)).seen_by(start))
    found += [view_of(players, 2, plies=plies) for plies in (players + 1, 3 * players)]
    return found


def without_time(advice: Advice) -> Advice:
    return Advice(**{**vars(advice), "seconds": 0.0})


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_phase_is_answered_alike_by_any_number_of_threads(players: int) -> None:
    for view in moments(players):
        one = suggest(view, worlds=300, seed=5)
        assert one.suggestions
        assert {found.play for found in one.suggestions} <= set(view.choices())
        assert one.best == one.suggestions[0].play
        assert without_time(suggest(view, worlds=300, seed=5, threads=3)) == without_time(one)


def test_many_worlds_are_shared_out_alike_by_any_number_of_threads() -> None:
    view = moments(2)[1]
    one = suggest(view, worlds=410_000, seed=5)
    assert one.worlds == 410_000
    assert without_time(suggest(view, worlds=410_000, seed=5, threads=2)) == without_time(one)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_time_limit_holds_for_all_worlds_together(threads: int) -> None:
    """So many worlds would take an hour, and every tree they are shared out among is soon grown."""
    advice = suggest(moments(5)[2], worlds=10**9, time_limit=0.2, threads=threads)
    assert 0 < advice.worlds < 10**9


def test_a_time_limit_holds_while_worlds_are_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a tenth of a second whenever somebody looks at it."""
    view, looks, weighed = view_of(2, 4, tricks_left=3), iter(range(10**6)), []

    class Scale:
        def weight(self, hands: object) -> float:
            weighed.append(hands)
            return 1.0

    class Clock:
        @staticmethod
        def perf_counter() -> float:
            return next(looks) / 10

    suggester = Suggester(time_limit=5.0)
    worlds = suggesting.enumerate_worlds(view, 1000)
    assert worlds is not None
    assert len(worlds) > 6
    monkeypatch.setattr(suggesting, "tree_search", lambda *args: Scale())
    monkeypatch.setattr(suggesting, "time", Clock)
    effort, aim = Effort(seconds=5.0), suggesting.Aim("margin")
    found = suggester.all_worlds(view, "AB".index(view.to_play), effort, aim, suggesting.History(), 0.5)
    assert found is None
    assert 0 < len(weighed) < 6


def test_a_chance_to_win_is_exact_with_two_players_alone() -> None:
    """With more, worlds solved for the margin do not tell it: who leads may not be who is ahead here."""
    for players, exact in ((2, True), (3, False), (4, False)):
        position = random_position(players, 5, tricks_left=2, follow=0.85)
        for asked in (position, position.seen_by(position.to_play)):
            suggester = Suggester(worlds=100, objective="match", inference=False, model="maxn")
            if asked.hidden and players == 2:
                continue
            assert suggester.suggest(asked, totals=(3, 5, 7, 1)[:players]).exact == exact


def test_another_seed_gives_other_figures() -> None:
    view = moments(3)[2]
    assert suggest(view, worlds=300, seed=5).suggestions != suggest(view, worlds=300, seed=6).suggestions


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_figures_are_possible(players: int) -> None:
    for view in moments(players):
        advice = suggest(view, worlds=200, seed=1)
        assert sum(1 for found in advice.suggestions if found.equal) >= 1
        for found in advice.suggestions:
            for chance in (found.paradox, found.other_paradox, found.bonus):
                assert 0 <= chance <= 1
            assert found.paradox + found.other_paradox <= 1 + 1e-9
            assert 0 <= found.tricks <= 8
            assert 0 <= found.group <= 9
            assert found.margin <= found.score + 8
            assert (found.stderr is None) == (not advice.exact and found.worlds < 10)
            assert found.stderr is None or found.stderr >= 0


def test_inference_changes_weights_only() -> None:
    """Two views alike but for a bid tell different things of the bidder's hand."""
    line = "....../....../....../...... 123345566/?????????/????????? RBYG/RBYG/RBYG 0/0/0 1/{}/1 A 1/?/?"
    low = suggest(Position.parse(line.format(1)), worlds=2000, seed=1)
    high = suggest(Position.parse(line.format(4)), worlds=2000, seed=1)
    assert low.suggestions != high.suggestions


def test_a_position_that_is_over() -> None:
    over = Position.parse(LATE.replace("???", "114"))
    while not over.is_over:
        over = over.play(over.legal_plays()[0])
    advice = suggest(over)
    assert (advice.phase, advice.best, advice.suggestions) == ("over", None, ())


def test_whose_turn_it_is() -> None:
    view = view_of(3, 1, plies=4)
    other = next(seat for seat in "ABC" if seat != view.to_play)
    with pytest.raises(InputError) as caught:
        suggest(view, other)
    assert caught.value.field == "seat"
    with pytest.raises(NotationError) as hidden:
        suggest(view.seen_by(other), view.to_play, worlds=10)
    assert hidden.value.field == "HANDS"


def test_any_seat_may_ask_what_to_discard() -> None:
    dealt = deal(3, 1, start="A")
    for seat in "ABC":
        advice = suggest(dealt.seen_by(seat), worlds=100, seed=1)
        assert advice.seat == seat
        assert suggest(dealt.seen_by(seat), seat, worlds=100, seed=1).suggestions == advice.suggestions


@pytest.mark.parametrize(
    "settings",
    [
        {"time_limit": 0.0},
        {"time_limit": float("nan")},
        {"worlds": 0},
        {"worlds": 10**12},
        {"objective": "glory"},
        {"model": "luck"},
        {"threads": 0},
    ],
)
def test_settings_out_of_range(settings: dict[str, Any]) -> None:
    """All say which it is, as `solve` does."""
    with pytest.raises(InputError) as caught:
        Suggester(**settings)
    assert [caught.value.field] == list(settings)


def test_the_same_mistake_is_the_same_error_in_solve_and_suggest() -> None:
    position = Position.parse(LATE)
    for field in ("model", "objective"):
        for function in (solve, suggest):
            with pytest.raises(InputError) as caught:
                function(position, **{field: "foo"})
            assert caught.value.field == field


def test_command_line() -> None:
    done = CliRunner().invoke(main, ["suggest", LATE, "--json", "--no-inference", "--time-limit", "600"])
    assert done.exit_code == 0
    answer = json.loads(done.stdout)
    assert answer["best"] == answer["suggestions"][0]["play"]
    assert (answer["seat"], answer["phase"], answer["enumerated"], answer["exact"]) == (
        "A",
        "play",
        True,
        True,
    )
    keys = {"play", "score", "margin", "stderr", "paradox", "bonus"}
    assert all(keys <= set(found) for found in answer["suggestions"])
    text = CliRunner().invoke(main, ["suggest", LATE])
    assert text.exit_code == 0
    assert text.stdout.startswith("A plays ")


# Two plies into a round: eighteen legal plays, of which few descents look at only some.
EARLY = "..B.../....../.....A/...... ????????/????????/113444456 RBYG/RBG/RBYG 0/0/0 1/3/1 A:6Y,3R ?/?/6"


def answered(*args: str) -> dict[str, Any]:
    done = CliRunner().invoke(main, ["suggest", "--json", "--seed", "1", *args])
    assert done.exit_code == 0, done.output
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def text_of(*args: str) -> str:
    done = CliRunner().invoke(main, ["suggest", "--seed", "1", *args])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_it_says_how_worlds_are_weighed() -> None:
    hidden = "exact for all 14 worlds, weighed by "
    assert hidden + "discards;" in text_of("--inference", "--time-limit", "600", LATE)
    assert hidden + "the deal alone;" in text_of("--no-inference", "--time-limit", "600", LATE)
    assert ", weighed by discards and bids;" in text_of("--inference", "--worlds", "20", EARLY)
    assert ", weighed by the deal alone;" in text_of("--no-inference", "--worlds", "20", EARLY)
    for option, on in (("--inference", True), ("--no-inference", False)):
        assert answered(option, "--worlds", "20", EARLY)["inference"] is on
    known = text_of(LATE.replace("???", "114").replace("2/?", "2/2"))
    assert "exact, all hands known;" in known
    assert "weighed" not in known


def test_what_was_tried_seldom_has_no_error() -> None:
    answer = answered("--worlds", "300", EARLY)
    assert sum(found["worlds"] for found in answer["suggestions"]) == answer["worlds"] == 300
    seldom = [found for found in answer["suggestions"] if found["worlds"] < 10]
    assert seldom
    assert seldom == answer["suggestions"][-len(seldom) :]  # it does not lead by luck
    assert all(found["stderr"] is None and found["equal"] is None for found in seldom)
    lines = text_of("--worlds", "300", EARLY).splitlines()
    for found in seldom:
        row = next(line.split() for line in lines if line.split()[:1] == [found["play"]])
        assert row[3] == "?"
    assert not any(found["play"] in answer["reason"].partition(";")[2] for found in seldom)


def test_the_only_move_is_the_only_legal_one() -> None:
    answer = answered("--worlds", "1", EARLY)
    assert answer["legal"] == len(Position.parse(EARLY).legal_plays()) == 18
    assert len(answer["suggestions"]) == 1
    assert answer["reason"] == "the only one of 18 plays that was tried"
    assert "17 other plays not tried" in text_of("--worlds", "1", EARLY)


def test_plays_exactly_as_good_are_called_so() -> None:
    """Of the reference's values (paranoid, all hands known), the plays that share the best one."""
    alike = 0
    for seed in range(40):
        position = random_position(2, seed, tricks_left=2, follow=0.85)
        values = search.Search().paranoid_plays(
            reader.read(position.format()), "AB".index(position.to_play), "margin"
        )
        best = max(values.values())
        equals = [play for play, value in values.items() if value == best]
        advice = suggest(position)
        assert {found.play for found in advice.suggestions if found.equal} == set(equals)
        if len(values) == 1:
            assert advice.reason == "the only legal play"
        assert "may be" not in advice.reason
        assert ("as good" in advice.reason) == (len(equals) > 1)
        alike += 1 < len(equals) < len(values)
    assert alike


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_text_fits_80_columns(players: int) -> None:
    for view in moments(players):
        text = text_of("--worlds", "200", view.format())
        assert max(map(len, text.splitlines())) <= 80, text


def test_a_batch_says_which_position_an_answer_is_for() -> None:
    done = CliRunner().invoke(main, ["suggest", "--worlds", "20", "-"], input=f"{LATE}\n{EARLY}\n")
    first, second = done.stdout.split("\n\n")
    assert (first.splitlines()[0], second.splitlines()[0]) == (LATE, EARLY)


def test_command_line_batch_and_errors() -> None:
    done = CliRunner().invoke(
        main,
        ["suggest", "-", "--json", "--worlds", "50", "--seed", "1"],
        input=f"{LATE}\nnonsense\n{LATE}\n",
    )
    first, bad, last = map(json.loads, done.stdout.splitlines())
    assert done.exit_code == 1
    assert bad["line"] == 2
    assert first["suggestions"] == last["suggestions"]
    hidden = CliRunner().invoke(main, ["suggest", LATE.replace("234", "???")])
    assert hidden.exit_code == 2
    assert hidden.stderr.startswith("Error: HANDS:")
    turn = CliRunner().invoke(main, ["suggest", LATE, "--seat", "B"])
    assert turn.exit_code == 2
    assert turn.stderr.startswith("Error: --seat:")


def test_every_bid_is_looked_at() -> None:
    """Also one that the rule of thumb would not make (R1: three bids at three players)."""
    line = "....../....../....../...... 334455666/?????????/????????? RBYG/RBYG/RBYG 0/0/0 -/-/- A 1/?/?"
    done = CliRunner().invoke(main, ["suggest", line, "--json", "--worlds", "2000", "--seed", "1"])
    assert {found["play"] for found in json.loads(done.stdout)["suggestions"]} == {"1", "3", "4"}


@pytest.mark.parametrize("worlds", [2000, 6000])
def test_every_move_is_looked_at(worlds: int) -> None:
    """However good the best one is: a quarter of the root of the worlds, but for those not yet looked at."""
    answer = answered("--worlds", str(worlds), EARLY)
    assert len(answer["suggestions"]) == answer["legal"]
    for found in answer["suggestions"]:
        assert found["worlds"] >= int(0.25 * worlds**0.5)
        assert found["stderr"] is not None


def test_the_favourite_is_called_in_question() -> None:
    """What is tried more is planned further and so looks better: the best gets about three quarters of the
    worlds, the next one most of the rest."""
    answer = answered("--worlds", "20000", EARLY)
    visits = sorted((found["worlds"] for found in answer["suggestions"]), reverse=True)
    assert sum(visits) == 20000
    assert visits[0] < 0.85 * 20000
    assert visits[1] > 0.05 * 20000


def test_the_model_of_what_was_solved_is_told() -> None:
    """Estimates know none, whatever was asked for."""
    known = Position.parse("...B.B/....BC/.ACCCA/ABA... 23555/12336/11444 RG/RBG/RBYG 0/2/2 1/3/1 B 1/2/6")
    assert suggest(known, time_limit=20.0).model == "paranoid"
    assert suggest(known, time_limit=20.0, model="maxn").model == "maxn"
    dealt = deal(3, 1).seen_by("A")
    for model in (None, "paranoid", "maxn"):
        advice = suggest(dealt, worlds=20, model=model)
        assert (advice.exact, advice.model) == (False, None)


def test_the_seed_that_is_told_repeats_the_answer() -> None:
    moment = random_position(3, 5, plies=7)
    view = moment.seen_by(moment.to_play)
    args = ["suggest", view.format(), "--worlds", "300", "--json"]
    first = json.loads(CliRunner().invoke(main, args).stdout)
    again = json.loads(CliRunner().invoke(main, [*args, "--seed", str(first["seed"])]).stdout)
    del first["seconds"], again["seconds"]
    assert again == first
    text = CliRunner().invoke(main, [*args[:-1], "--seed", "77"]).stdout
    assert "; seed 77; " in text.replace("\n  ", " ")


def test_nobody_waits_for_the_only_move(monkeypatch: pytest.MonkeyPatch) -> None:
    estimate, seconds = suggesting.estimate, []

    def watched(position: Position, seat: int, effort: Effort, *rest: Any, **named: Any) -> Any:
        seconds.append(effort.seconds)
        return estimate(position, seat, effort, *rest, **named)

    monkeypatch.setattr(suggesting, "estimate", watched)
    line = "CABC../.BAC.B/AC.A.C/B..... 23466/?????/???? RB/RBG/RBY 0/1/3 1/1/4 C:1R 5/?/?"
    view = Position.parse(line)
    assert len(view.legal_plays()) == 1
    assert suggest(view, time_limit=60.0).best == "6R"
    assert seconds
    assert max(seconds) <= 0.1


def test_an_own_discard_that_is_not_told_is_missed() -> None:
    """The seat knows it; whoever copies a position may forget the last field."""
    told = LATE.replace(" 2/?", "")
    for line, missed in ((LATE, False), (told, True), (LATE.replace("2/?", "?/?"), True), (TWO, False)):
        text = CliRunner().invoke(main, ["suggest", line, "--worlds", "50", "--seed", "1"]).stdout
        assert ("what A discarded is not told" in text.replace("\n  ", " ")) == missed
