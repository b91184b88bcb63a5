"""Players for whole games.

A bot is an object with one method, `choose(view)`, that answers a `View` with what the phase asks for: the
rank to discard, the bid, or the play, as text, number or `catbox.Play`. `make_bot` makes one from its name:

- `random`: any allowed move, each as likely;
- `greedy`: the rule of thumb of the compiled core, its best move;
- `hint`: what `catbox.suggest` says; options `time` (seconds a decision, 0.2 if nothing is said), `worlds` (a
  fixed number of worlds instead, so that the play does not depend on the machine), `inference=false`,
  `objective` (score, margin or match), `model` (paranoid or maxn, for worlds that are solved),
  `solve_late=false` (solves none with hidden hands), and three factors of the tree search, `exploration`,
  `keenness` and `temperature`;
- `omniscient`: as `hint`, but it sees all hands; every table says so;
- `module:Class`: a class of one's own, called with the options as keyword arguments.

Options follow a colon: `hint:time=0.5`, `module:Class:depth=3,name=x`.

A bot is made once to see whether it can be, then once for each seat of the line-up and process, and plays
that seat in match after match. What it remembers from one match must not change how it plays the next, or
results depend on the number of workers.
"""

from catbox.bots.blame import Blamed, BotError
from catbox.bots.bot import Bot, Move, View
from catbox.bots.making import make_bot, sees_all

__all__ = ["Blamed", "Bot", "BotError", "Move", "View", "make_bot", "sees_all"]
