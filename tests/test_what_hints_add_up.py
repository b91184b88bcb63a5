"""What a hint adds up: figures of the tree search where the rules alone tell them, what each objective
prefers, the chance to win a match, and the neutral tokens of rounds that the core deals.

Most positions here are settled: whatever is played later, each move of the seat ends in one way, so that
means have no error. How it ends is told by going through all continuations with the plain reference of the
rules.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import NamedTuple

import pytest
from reference import random_rounds, reader, rules, worlds
from reference.rules import SEATS, State
from side_by_side import position_of

from catbox import Position
from catbox.catbox_core import Geometry, rounds
from catbox.dealing import deal, discard_and_bid, random_position
from catbox.estimating import HINT_OBJECTIVES, Aim, Effort, estimate
from catbox.layout import Layout
from catbox.outcome import Estimate
from catbox.play import BY_CELL
from catbox.suggesting import Suggester, ranked

PLAYERS = (2, 3, 4, 5)
TOTALS = (6, 9, 7, 8, 5)
"""Points of earlier rounds, for the objective "match"."""

CLOSE = 1e-5
"""The core adds up utilities in 32 bits."""


class Outcome(NamedTuple):
    """How a round ends; an entry a seat."""

    points: tuple[int, ...]
    tricks: tuple[int, ...]
    bonuses: tuple[bool, ...]
    groups: tuple[int, ...]
    paradox: int | None

    def margin(self, seat: int) -> int:
        """Points of the seat, less those of the best other one."""
        return self.points[seat] - max(self.points[:seat] + self.points[seat + 1 :])


def outcome(state: State) -> Outcome:
    """Of a round that is over (R7, R8)."""
    stuck = rules.paradox(state)
    seats = range(len(state.hands))
    return Outcome(
        rules.scores(state),
        state.tricks,
        tuple(seat != stuck and rules.earns_bonus(state, seat) for seat in seats),
        tuple(rules.largest_group(state, seat) for seat in seats),
        stuck,
    )


def endings(state: State) -> Iterator[Outcome]:
    """The end of every continuation."""
    if rules.is_over(state):
        yield outcome(state)
    for play in rules.legal_plays(state):
        yield from endings(rules.place_card(state, play))


def settled(state: State, most_endings: int = 300) -> dict[str, Outcome] | None:
    """How the round ends after each legal play; None if that is open after one of them, or long to tell."""
    found: dict[str, Outcome] = {}
    for play in rules.legal_plays(state):
        for number, end in enumerate(endings(rules.place_card(state, play))):
            if end != found.setdefault(play, end) or number == most_endings:
                return None
    return found


@cache
def settled_positions(players: int) -> list[tuple[State, dict[str, Outcome]]]:
    """Random ones, with at most two tricks left."""
    late = random_rounds.endings(players, Random(f"settled {players}"), most_tricks=2)
    found: list[tuple[State, dict[str, Outcome]]] = []
    while len(found) < 180:
        state = next(late)
        outcomes = settled(state)
        if outcomes:
            found.append((state, outcomes))
    return found


def chance_of(totals: Sequence[float], seat: int, spread: float) -> float:
    """Softmax of the totals."""
    return 1 / sum(math.exp((total - totals[seat]) / spread) for total in totals)


def worth(end: Outcome, seat: int, aim: Aim) -> float:
    """What the objective ranks."""
    if aim.objective == "score":
        return end.points[seat]
    if aim.objective == "margin":
        return end.margin(seat)
    totals = aim.totals or (0,) * len(end.points)
    return chance_of([a + b for a, b in zip(totals, end.points, strict=True)], seat, aim.spread)


def figures(end: Outcome, seat: int, aim: Aim) -> dict[str, float]:
    """What an estimate should say."""
    found = {
        "score": end.points[seat],
        "margin": end.margin(seat),
        "value": worth(end, seat, aim),
        "paradox": end.paradox == seat,
        "other_paradox": end.paradox not in (None, seat),
        "bonus": end.bonuses[seat],
        "tricks": end.tricks[seat],
        "group": end.groups[seat],
    }
    return {name: float(value) for name, value in found.items()}


def best_plays(outcomes: dict[str, Outcome], seat: int, aim: Aim) -> list[str]:
    """All that are worth most, by the outcomes."""
    values = {play: worth(end, seat, aim) for play, end in outcomes.items()}
    return [play for play, value in values.items() if value == max(values.values())]


def searched(state: State, aim: Aim, descents: int = 60, seed: int = 0) -> dict[str, Estimate]:
    """What the tree search says of each play it looked at."""
    found = estimate(position_of(state), rules.to_play(state), Effort(descents, seed=seed), aim).moves
    assert sum(entry.worlds for entry in found) == descents
    return {str(BY_CELL[entry.move]): entry for entry in found}


def chosen(state: State, aim: Aim) -> str:
    """What the tree search ranks first."""
    found = estimate(position_of(state), rules.to_play(state), Effort(200), aim).moves
    return ranked(position_of(state), found)[0].play


# Figures of settled positions.


@pytest.mark.parametrize("objective", HINT_OBJECTIVES)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_figure_of_a_settled_position(players: int, objective: str) -> None:
    aim = Aim(objective, TOTALS[:players], 1)
    for state, outcomes in settled_positions(players):
        seat, line = rules.to_play(state), reader.write(state)
        found = searched(state, aim)
        assert list(found) == list(outcomes), line
        for play, end in outcomes.items():
            expected = figures(end, seat, aim)
            said = {name: getattr(found[play], name) for name in expected}
            assert said == pytest.approx(expected, abs=CLOSE), (line, play)
            if found[play].stderr is not None:
                assert found[play].stderr == pytest.approx(0, abs=0.01), (line, play)


@pytest.mark.parametrize("players", PLAYERS)
def test_settled_positions_end_in_every_way(players: int) -> None:
    """What the test above is about is there: own paradoxes too, with as many tricks as the bonus asks for."""
    ends = [
        (state, rules.to_play(state), end)
        for state, outcomes in settled_positions(players)
        for end in outcomes.values()
    ]
    own = [(state._replace(tricks=end.tricks), seat) for state, seat, end in ends if end.paradox == seat]
    assert any(rules.earns_bonus(state, seat) for state, seat in own)
    assert any(end.paradox not in (None, seat) for _, seat, end in ends)
    assert any(end.paradox is None and end.bonuses[seat] for _, seat, end in ends)
    assert any(end.paradox is None and not end.bonuses[seat] for _, seat, end in ends)
    assert any(end.margin(seat) > 0 for _, seat, end in ends)
    assert any(end.margin(seat) < 0 for _, seat, end in ends)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_last_play_of_a_round_is_certain_with_hidden_hands_too(players: int) -> None:
    """The seat sees its own hand only; no other card is played any more."""
    suggester = Suggester(solve_late=False, worlds=40)
    compared = 0
    for state, outcomes in settled_positions(players):
        if len(state.trick) < players - 1 or random_rounds.tricks_left(state) > 1:
            continue
        seat = rules.to_play(state)
        advice = suggester.suggest(position_of(worlds.seen_by(state, seat)))
        assert not advice.exact
        assert {found.play for found in advice.suggestions} == set(outcomes)
        for found in advice.suggestions:
            expected = figures(outcomes[found.play], seat, Aim("margin"))
            said = {name: getattr(found, name) for name in expected}
            assert said == pytest.approx(expected, abs=CLOSE), (reader.write(state), found.play)
        compared += 1
    assert compared


def moments(players: int) -> list[Position]:
    """A deal, a bid, and plays early and late, as the seat to move sees them; one with all hands known."""
    rng = Random(f"moments {players}")
    dealt = deal(players, rng)
    bidding = dealt.discard([rng.choice(hand) for hand in dealt.hands])
    known = random_position(players, rng, tricks_left=3, follow=0.85)
    found = [dealt, bidding, discard_and_bid(dealt, rng), known]
    return [position.seen_by(position.to_play) for position in found] + [known]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_figures_of_a_single_descent_are_those_of_a_round(players: int) -> None:
    """R8: tricks and group give the points, less the tricks after an own paradox, without a bonus then."""
    own = 0
    for position in moments(players):
        seat = SEATS.index(position.to_play)
        for seed in range(150):
            for objective in HINT_OBJECTIVES:
                aim = Aim(objective, TOTALS[:players])
                (found,) = estimate(position, seat, Effort(1, seed=seed), aim).moves
                assert found.paradox in (0, 1)
                assert found.other_paradox in (0, 1 - found.paradox)
                if found.paradox:
                    assert (found.score, found.bonus) == (-found.tricks, 0)
                    own += 1
                else:
                    assert found.score == found.tricks + found.bonus * found.group
                bid = found.move if position.phase == "bid" else position.bids[seat]
                if bid is not None or players == 2:
                    earns = found.tricks <= 4 if players == 2 else found.tricks == bid
                    assert found.bonus == (earns and not found.paradox)
                if objective != "match":
                    assert found.value == pytest.approx(getattr(found, objective), abs=CLOSE)
                elif players == 2:
                    ahead = TOTALS[seat] - TOTALS[1 - seat] + found.margin
                    assert found.value == pytest.approx(chance_of((ahead, 0), 0, aim.spread), abs=CLOSE)
    assert own


# What each objective prefers. The lines come from a search for such positions; what they are is checked.

SCORE_AGAINST_MARGIN = [
    "A.A.B/BABBA/#BBAA/##A.B 44/45 RYG/RBYG 4/3 - B 2/3",
    ".A.../BABAB/ABBAA/BA### 45/235 RBYG/RBG 4/2 - A:2R 1/1",
    "....B/ABAAA/BABBB/#BA## 124/25 RB/RBYG 0/6 - B:5R 3/3",
    "AB.B../CABCAB/CA.CAA/BCC..B 455/466/133 RBY/RBG/BYG 1/3/2 1/1/4 B 2/5/3",
    ".BBBB./BC.BC./AAAAC./...CCA 336/45/116 Y/RBY/YG 1/1/3 3/1/3 B:4B 3/2/1",
    "CACCCB/BB.AA./ABCBCA/.B.CAA 16/233/14 BYG/RBYG/RG 3/1/2 4/4/3 C:1R,5G 5/6/3",
    "A..D.A../..B.C.../AD.B...C/........ 2/47/33/55 RG/RG/Y/Y 1/1/0/0 2/1/3/3 A:1R 7/2/8/7",
    "ABCBB.D./DCBCAA.D/ADC.BAAC/.DABBDCD 58/48/246/16 RBY/R/RBYG/RBG 1/1/1/3 1/3/3/2 D:2G,1Y,5R 1/3/7/7",
    "D.CBA.C.E/CAABEEDD./EAD.ABCE./BBCECDDBA 47/38/15/99/46 RBY/RYG/RYG/RBYG/RBY 1/0/2/2/1 1/3/1/1/1 E"
    " 8/2/2/9/6",
]

MARGIN_AGAINST_MATCH = [
    ("A...CC/BACBAB/CBAABC/AC.CBA 25/246/14 RBYG/RBY/RYG 2/2/2 3/1/3 C:6R,1R 3/3/3", (11, 7, 4)),
    (".C..B./AABCAC/CABBAA/BCBCCB 156/14/24 RBY/RBG/RB 1/3/2 3/3/1 B:1G,2R 3/3/6", (7, 0, 6)),
    ("AA..../....B./...AC./.BCBC. 16/33/26 RG/B/G 1/0/2 3/3/4 A 5/5/2", (6, 9, 0)),
    (
        "...BADAD/BC.C.ABD/ADCADBBC/ADBBCCDA 33/58/123/27 RYG/RBYG/RBYG/RYG 1/1/1/3 2/2/1/2 D:6R,5R,4R"
        " 1/5/6/4",
        (1, 5, 0, 0),
    ),
    (
        "DC.A.DBD/ABCDBA.C/D.CBCBAA/ADBCACDB 67/37/12/34 RBYG/RBYG/RBYG/R 2/3/0/2 3/3/2/1 B 2/8/5/5",
        (8, 6, 8, 10),
    ),
    (
        "B...CC.CB/AE.A..DDE/B....B.../E.D...C.A 34/8/2/46/47 B/RBYG/RBG/BG/G 0/2/0/1/0 3/3/3/1/1 B:6Y,7G"
        " 5/8/9/5/7",
        (10, 2, 2, 8, 3),
    ),
    (
        "EEACEEBDA/B.DADD.BA/DB.DECAC./.ACC.BCEB 19/49/57/35/22 RBYG/BYG/YG/BY/RYG 2/1/0/1/2 3/3/1/2/2 A"
        " 8/3/1/7/6",
        (5, 6, 3, 4, 1),
    ),
]

SAFE_AGAINST_BOLD = [
    ("A..AB/BABBA/BB.AA/B#A## ??/35 RG/RBYG 4/3 - B ?/1", -11),
    (".BBBA/BA.BA/ABA.#/#AAB# 13/?? RBYG/RB 3/4 - A 3/?", -12),
    ("B..AA/BBBBA/ABABA/.A### 13/?? RYG/RBY 4/3 - A 4/?", 4),
    ("AAB../ABABA/BBAB./A##B# ??/55 RBG/RBYG 4/3 - B ?/4", -1),
    (".BB.A/AABAB/BABA./##AB# 45/?? RBYG/RYG 3/4 - A 5/?", -1),
]
"""Two players, the last trick, a hand hidden, and the points by which the seat is ahead."""


def known_outcomes(state: State) -> dict[str, Outcome]:
    outcomes = settled(state)
    assert outcomes
    return outcomes


@pytest.mark.parametrize("line", SCORE_AGAINST_MARGIN)
def test_score_and_margin_prefer_different_plays(line: str) -> None:
    state = reader.read(line)
    seat, outcomes = rules.to_play(state), known_outcomes(state)
    (by_score,) = best_plays(outcomes, seat, Aim("score"))
    (by_margin,) = best_plays(outcomes, seat, Aim("margin"))
    assert by_score != by_margin
    for objective, best in (("score", by_score), ("margin", by_margin)):
        assert chosen(state, Aim(objective)) == best
        advice = Suggester(objective=objective, worlds=1).suggest(Position.parse(line))
        assert (advice.best, advice.exact) == (best, True)


@pytest.mark.parametrize(("line", "totals"), MARGIN_AGAINST_MATCH)
def test_margin_and_match_prefer_different_plays(line: str, totals: tuple[int, ...]) -> None:
    """And so do a match that stands as told and one that stands even."""
    state = reader.read(line)
    seat, outcomes = rules.to_play(state), known_outcomes(state)
    (by_margin,) = best_plays(outcomes, seat, Aim("margin"))
    (by_match,) = best_plays(outcomes, seat, Aim("match", totals))
    assert by_match != by_margin
    assert by_match not in best_plays(outcomes, seat, Aim("match"))
    for aim, best in ((Aim("margin"), by_margin), (Aim("match", totals), by_match)):
        assert chosen(state, aim) == best
        suggester = Suggester(objective=aim.objective, worlds=200)
        advice = suggester.suggest(Position.parse(line), totals=aim.totals)
        solved = aim.objective == "margin" or len(state.hands) == 2
        assert (advice.best, advice.exact) == (best, solved)


@pytest.mark.parametrize(("line", "ahead"), SAFE_AGAINST_BOLD)
def test_two_players_match_and_margin_weigh_chances_differently(line: str, ahead: int) -> None:
    """With two, the chance to win grows with the margin: they differ only over what is not certain."""
    seen = reader.read(line)
    seat, weights = rules.to_play(seen), worlds.hands_worlds(seen)
    deals = sum(weights.values())
    totals = (max(ahead, 0), max(-ahead, 0)) if seat == 0 else (max(-ahead, 0), max(ahead, 0))
    best = {}
    for aim in (Aim("margin"), Aim("match", totals)):
        values = dict.fromkeys(rules.legal_plays(seen), 0.0)
        for hands, weight in weights.items():
            for play, end in known_outcomes(seen._replace(hands=hands)).items():
                values[play] += weight / deals * worth(end, seat, aim)
        best[aim.objective] = max(values, key=values.__getitem__)
        suggester = Suggester(objective=aim.objective, worlds=4000, inference=False, solve_late=False)
        advice = suggester.suggest(Position.parse(line), totals=totals)
        assert (advice.best, advice.exact) == (best[aim.objective], False)
        for found in advice.suggestions:
            assert found.stderr is not None
            assert found.value == pytest.approx(values[found.play], abs=5 * found.stderr + CLOSE)
    assert best["margin"] != best["match"]


# The chance to win a match: a softmax of the totals after this round.


@pytest.mark.parametrize("rounds_after", [0, 1, 4])
@pytest.mark.parametrize("players", PLAYERS)
def test_chance_to_win_by_hand(players: int, rounds_after: int) -> None:
    """Even totals share it; two totals that are some spreads apart have chances as that power of e to 1."""
    aim = Aim("match", rounds_after=rounds_after)
    even = [aim.chance_to_win((3,) * players, seat) for seat in range(players)]
    assert even == pytest.approx([1 / players] * players)
    for lead in (1, 2, 5):
        chances = [aim.chance_to_win((4 + lead, *[4] * (players - 1)), seat) for seat in range(players)]
        odds = math.exp(lead / aim.spread)
        others = [1 / (odds + players - 1)] * (players - 1)
        assert chances == pytest.approx([odds / (odds + players - 1), *others])


def test_chance_to_win_of_three_by_hand() -> None:
    """Totals of 9, 7 and 6 are as 1 to the second and the third power of what a point less is."""
    aim = Aim("match", (4, 5, 6), 2)
    point = math.exp(-1 / aim.spread)
    whole = 1 + point**2 + point**3
    chances = [aim.chance_to_win((5, 2, 0), seat) for seat in range(3)]
    assert chances == pytest.approx([1 / whole, point**2 / whole, point**3 / whole])


def test_a_lead_counts_less_the_more_rounds_are_to_come() -> None:
    spreads = [Aim("match", rounds_after=after).spread for after in range(5)]
    assert spreads[0] > 0
    assert spreads == sorted(set(spreads))
    ahead = [Aim("match", (3, 0, 0), after).chance_to_win((2, 2, 2), 0) for after in range(5)]
    behind = [Aim("match", (0, 3, 0), after).chance_to_win((2, 2, 2), 0) for after in range(5)]
    assert ahead == sorted(ahead, reverse=True)
    assert behind == sorted(behind)
    assert behind[-1] < 1 / 3 < ahead[-1]
    assert ahead[0] > 0.95  # after the last round nothing takes away a lead of three points


@pytest.mark.parametrize("rounds_after", [0, 1, 3])
@pytest.mark.parametrize("players", PLAYERS)
def test_more_points_and_earlier_leads_raise_the_chance_to_win(players: int, rounds_after: int) -> None:
    rng = Random(f"chances {players} {rounds_after}")
    for _ in range(100):
        totals = [rng.randint(-5, 12) for _ in range(players)]
        scores = [rng.randint(-4, 9) for _ in range(players)]
        seat, other = rng.sample(range(players), 2)

        def chance(
            of: int, points: Sequence[int], earlier: Sequence[int] | None, after: int = rounds_after
        ) -> float:
            return Aim("match", earlier, after).chance_to_win(points, of)

        def more(numbers: Sequence[int], at: int, by: int) -> list[int]:
            return [number + by * (k == at) for k, number in enumerate(numbers)]

        now = chance(seat, scores, totals)
        assert sum(chance(of, scores, totals) for of in range(players)) == pytest.approx(1)
        assert now == pytest.approx(chance(seat, [a + b for a, b in zip(scores, totals, strict=True)], None))
        assert now == pytest.approx(chance(seat, scores, [total + 3 for total in totals]))
        rising = [chance(seat, more(scores, seat, by), totals) for by in range(10)]
        assert rising == sorted(rising)
        assert rising == pytest.approx([chance(seat, scores, more(totals, seat, by)) for by in range(10)])
        falling = [chance(seat, more(scores, other, by), totals) for by in range(10)]
        assert falling == sorted(falling, reverse=True)
        assert falling == pytest.approx([chance(seat, scores, more(totals, other, by)) for by in range(10)])
        if 0.01 < now < 0.99:
            assert rising[1] > now > falling[1]


# Rounds that the core deals. It tells sums only, but a board on which one cell is next to all others tells
# whose that cell is: its owner's largest group is all of its tokens then, that of any other seat a single.

CELLS = 20  # of the board for two players: rank index * 4 + place of the colour in RBYG
EACH = 8  # tokens of a seat at the end of a round without a paradox
STARS = [
    Geometry(2, [(1 << CELLS) - 1 - (1 << cell) if cell == centre else 1 << centre for cell in range(CELLS)])
    for centre in range(CELLS)
]


def without_token(seed: int) -> frozenset[int]:
    """The cells on which no seat has a token at the end of a random round in which both earn the bonus."""
    cells = set()
    for cell, star in enumerate(STARS):
        groups = [points - tricks for points, tricks, _, _ in rounds(star, 1, seed)]
        assert sorted(groups) in ([1, 1], [1, EACH])
        if groups == [1, 1]:
            cells.add(cell)
    return frozenset(cells)


def turned_up_cells() -> set[frozenset[int]]:
    """The cells of the neutral tokens, for all that may be turned up (R4.2)."""
    found = set()
    for ranks in combinations_with_replacement(range(1, 6), rules.TURNED_UP):
        board = rules.turn_up(2, ranks)
        found.add(
            frozenset(
                4 * place + colour
                for colour, row in enumerate(board)
                for place, owner in enumerate(row)
                if owner == rules.NEUTRAL
            )
        )
    return found


def test_neutral_tokens_of_rounds_in_the_core() -> None:
    """R4.2: three cells are neutral, first the green one of a rank, then the yellow one, then the blue one.

    Two seats with eight tokens each and the neutral tokens leave one cell empty, which one is not told.
    """
    geometry = Layout.default(2).geometry
    possible = turned_up_cells()
    assert len(possible) == 35
    seen: set[frozenset[int]] = set()
    for seed in range(20_000):
        sums = rounds(geometry, 1, seed)
        if [entry[1:] for entry in sums] != [(4, 1, 0)] * 2:
            continue
        free = without_token(seed)
        assert len(free) == CELLS - 2 * EACH
        fitting = [cells for cells in possible if cells <= free]
        assert fitting, (seed, sorted(free))
        if len(fitting) == 1:
            seen.update(fitting)
    colours = {tuple(sorted("RBYG"[cell % 4] for cell in cells)) for cells in seen}
    assert colours == {("G", "G", "G"), ("G", "G", "Y"), ("B", "G", "Y")}


@pytest.mark.parametrize("temperature", [None, 0.0, 1.0])
@pytest.mark.parametrize("players", PLAYERS)
def test_points_of_single_rounds_in_the_core(players: int, temperature: float | None) -> None:
    """R8.1, R8.2, R8.4: after an own paradox the tricks count against the seat, and there is no bonus."""
    geometry = Layout.default(players).geometry
    stuck = 0
    for seed in range(1000):
        sums = rounds(geometry, 1, seed, temperature)
        assert sum(paradox for *_, paradox in sums) <= 1
        for points, tricks, bonus, paradox in sums:
            if paradox:
                assert (points, bonus) == (-tricks, 0)
                stuck += 1
            elif bonus:
                assert tricks <= points <= tricks + 8
            else:
                assert points == tricks
            if players == 2:
                assert bonus == (tricks <= 4 and not paradox)
    assert stuck
