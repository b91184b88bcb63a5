"""`catbox suggest`: the best play, bid or discard, with hands known or hidden."""

import secrets
from typing import Any

import click

from catbox.advice import Advice, InterruptedAdvice
from catbox.cli.lines import STANDARD_INPUT, answer_each
from catbox.cli.options import (
    json_option,
    layout_option,
    position_argument,
    seed_option,
    threads_option,
    time_limit_option,
)
from catbox.cli.output import Output, encode, wrapped
from catbox.cli.positions import position_reader, seat_by_option
from catbox.cli.progress import Progress
from catbox.notation import UNKNOWN
from catbox.rules import SEATS
from catbox.solving import MODELS, OBJECTIVES
from catbox.suggesting import DEFAULT_SECONDS, MOST_WORLDS, Suggester
from catbox.wording import counted, listed


@click.command()
@position_argument
@click.argument("moves", nargs=-1, metavar="[MOVE]...")
@click.option("--seat", type=click.Choice(list(SEATS)), help="Who asks, where several have to discard.")
@time_limit_option(
    f"How long to think, up to 1e9; {DEFAULT_SECONDS:g} if neither this nor --worlds is given."
)
@click.option(
    "--worlds",
    type=click.IntRange(1, MOST_WORLDS),
    metavar="N",
    help="How many worlds to look at, the same ones perhaps more than once; where all are solved, no more "
    "than there are.",
)
@click.option("--objective", type=click.Choice(OBJECTIVES), default="margin", show_default=True,
              help="What the seats want: points ahead of the best other seat, or points.")  # fmt: skip
@click.option(
    "--model",
    type=click.Choice(MODELS),
    help="How other seats play in worlds that are solved (estimates know no model); if left out, maxn for "
    "three and more with hidden hands, else paranoid.",
)
@click.option(
    "--inference/--no-inference",
    default=True,
    show_default=True,
    help="Weigh worlds by what discards, bids and MOVEs tell, or by the deal alone.",
)
@seed_option
@threads_option
@layout_option
@json_option
def command(
    position: str,
    moves: tuple[str, ...],
    seat: str | None,
    time_limit: float | None,
    worlds: int | None,
    objective: str,
    model: str | None,
    inference: bool,
    seed: int | None,
    threads: int,
    layout: str | None,
    as_json: bool,
) -> int:
    """Say what to play, bid or discard.

    Without MOVEs, in the position as it is. With MOVEs, in the one that these bids and plays lead to: what
    the other seats have done tells of the hands they hold, and the more of it is known, the better.

    Hands written as ???? are not known; the cards not seen are dealt to them in many ways (worlds). Give the
    seat's own discard too: otherwise that card counts as one that others may hold.

    \b
    Columns (means over worlds, but for the last one):
      score    points of the round
      margin   the same less those of the best other seat
      error    standard error of the objective, margin or score
      paradox  chance that the seat causes a paradox
      others   chance that another seat causes one
      bonus    chance to earn the bonus
      tricks   tricks won in the round
      group    size of the largest group at its end
      worlds   in how many worlds the move was tried

    Late in a round, where there are few worlds, each is solved: in the last trick, with two players and with
    --model earlier. Elsewhere worlds are drawn, the same one perhaps more than once, and each is played on.

    The error counts the sample, and how far another search of this length comes out elsewhere. Rows are in
    order of the objective less the error of the sample, so that a move that was seldom tried does not lead
    by luck.

    With --worlds and no --time-limit, the same --seed gives the same answer. Ctrl-C ends the thinking about a
    single position with the estimates so far.

    \b
    Examples:
      catbox suggest "....B/ABBAA/A.BBA/#A##B 234/??? RBYG/RYG 3/3 - A 2/?"
      catbox suggest --time-limit 5 --seat B \\
        "...../...../...../.##.# ??????????/1123334455 RBYG/RBYG 0/0 - A"
      catbox suggest \\
        "...../...../...../.##.# ?????????/123333445 RBYG/RBYG 0/0 - A ?/1" 5B 4B 4Y
      catbox deal --players 3 --tricks-left 2 --count 3 | catbox suggest --json -
    """
    read = position_reader(layout, moves)
    suggester = Suggester(
        time_limit=time_limit,
        worlds=worlds,
        inference=inference,
        objective=objective,
        model=model,
        threads=threads,
    )
    seed = secrets.randbits(32) if seed is None else seed
    batch = position == STANDARD_INPUT

    def written(advice: Advice) -> str:
        return encode(as_object(advice)) if as_json else as_text(advice, with_position=batch)

    def answer(line: str) -> str:
        with seat_by_option():
            advice = suggester.suggest(read(line), seat, moves=moves, seed=seed)
        return written(advice)

    hint = "" if batch else "; Ctrl-C: estimates so far"
    with Progress(lambda seconds: f"thinking, {seconds:.0f} s{hint}") as progress:
        output = Output(as_json, apart=True, progress=progress)
        try:
            return answer_each(position, answer, output)
        except InterruptedAdvice as interruption:
            if not batch:
                output.write(written(interruption.advice))
            raise


def as_object(advice: Advice) -> dict[str, Any]:
    return {
        "position": advice.position.format(),
        "moves": list(advice.moves),
        "seat": advice.seat,
        "phase": advice.phase,
        "objective": advice.objective,
        "best": advice.best,
        "worlds": advice.worlds,
        "enumerated": advice.enumerated,
        "exact": advice.exact,
        "model": advice.model,
        "inference": advice.inference,
        "evidence": list(advice.evidence),
        "legal": advice.legal,
        "seed": advice.seed,
        "suggestions": [
            {
                "play": found.play,
                "worlds": found.worlds,
                "score": found.score,
                "margin": found.margin,
                "stderr": found.stderr,
                "paradox": found.paradox,
                "other_paradox": found.other_paradox,
                "bonus": found.bonus,
                "tricks": found.tricks,
                "group": found.group,
                "equal": found.equal,
            }
            for found in advice.suggestions
        ],
        "reason": advice.reason,
        "seconds": round(advice.seconds, 6),
        "stopped": advice.stopped,
    }


VERBS = {"discard": "discards", "bid": "bids", "play": "plays"}


def as_text(advice: Advice, with_position: bool) -> str:
    """Advice for people, at most 80 columns wide but for the position: what to do and why, what the figures
    are worth, and a row for each move."""
    lines = [advice.position.format()] if with_position else []
    if advice.best is None:
        return "\n".join([*lines, "the round is over"])
    lines += [
        wrapped(f"{advice.seat} {VERBS[advice.phase]} {advice.best}: {advice.reason}"),
        wrapped(f"{'; '.join(status(advice))}{', interrupted' if advice.stopped else ''}"),
        f"  {advice.phase:7}{'score':>7}{'margin':>8}{'error':>7}{'paradox':>9}{'others':>8}{'bonus':>7}"
        f"{'tricks':>8}{'group':>7}{'worlds':>10}",
    ]
    for place, found in enumerate(advice.suggestions):
        mark = "*" if place == 0 else "=" if found.equal else " "
        error = (
            "?" if found.stderr is None else "<0.01" if 0 < found.stderr < 0.005 else f"{found.stderr:.2f}"
        )
        lines.append(
            f"{mark} {found.play:7}{found.score:7.2f}{found.margin:8.2f}{error:>7}"
            f"{found.paradox:9.1%}{found.other_paradox:8.1%}{found.bonus:7.0%}{found.tricks:8.2f}"
            f"{found.group:7.2f}{found.worlds:10}"
        )
    return "\n".join(lines + legend(advice))


def status(advice: Advice) -> list[str]:
    """What the figures are: exact or estimates, over which worlds, how these are weighed, by which model they
    were solved or from which seed dealt, and how long it took."""
    if not advice.position.hidden:
        kind = "exact, all hands known" if advice.exact else "estimates, all hands known"
    elif advice.exact and advice.worlds == 1:
        kind = "exact, only one world is possible"
    else:
        weighed = listed(advice.evidence) or "the deal alone"
        worlds = counted(advice.worlds, "world" if advice.exact else "drawn world")
        kind = f"{'exact for all' if advice.exact else 'estimates from'} {worlds}, weighed by {weighed}"
    return [kind, advice.model or f"seed {advice.seed}", f"{advice.seconds:.2f} s"]


def legend(advice: Advice) -> list[str]:
    """What needs a word, the marks above all, on a line; none if nothing does."""
    said = []
    if any(found.equal for found in advice.suggestions[1:]):
        said.append("= as good" if advice.exact else "= not told from the best by the errors")
    if any(found.stderr is None for found in advice.suggestions):
        said.append("? tried too seldom to know")
    if left := advice.legal - len(advice.suggestions):
        said.append(f"{counted(left, 'other ' + advice.phase)} not tried")
    fields = advice.position.fields
    if advice.position.hidden and fields.discards[SEATS.index(advice.seat)] == UNKNOWN:
        said.append(f"what {advice.seat} discarded is not told, and counts as a card that others may hold")
    return [wrapped("; ".join(said))] if said else []
