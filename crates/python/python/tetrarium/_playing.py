"""Single games: recorded, played again, explained."""

from __future__ import annotations

import threading
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from . import _checks, _core, _tables
from ._agents import AgentLike, Setting, find_controller, find_rules, ready
from ._core import Controller, Game, Player, Rules
from ._errors import ended_early
from ._records import Record, register

#: The most moves of a recorded game.
MOST_MOVES = 10_000_000


@register
class RecordedGame(Record):
    """A game that an agent has played: its pieces, its placements and how it ended."""

    kind = "recorded-game"

    @property
    def controller(self) -> str:
        """The name of the controller or agent."""
        return str(self._fields["controller"])

    @property
    def lines(self) -> int:
        """The lines cleared."""
        return int(self._fields["lines"])

    @property
    def reward(self) -> int:
        """The points by the rules' reward table."""
        return int(self._fields["reward"])

    @property
    def pieces(self) -> str:
        """The letters of the pieces that were placed."""
        return str(self._fields["pieces"])

    @property
    def end(self) -> str:
        """`lost`, `out-of-pieces`, or `cut` where the game goes on and the record does not."""
        return str(self._fields["end"])

    @property
    def rules(self) -> dict[str, str]:
        """The settings of the rules."""
        return dict(self._fields["rules"])

    @property
    def placements(self) -> npt.NDArray[np.uint8]:
        """The orientation and the column of each placement that was chosen: (M, 2) uint8."""
        return np.array(self._fields["placements"], dtype=np.uint8).reshape(-1, 2)

    @property
    def columns(self) -> npt.NDArray[np.uint32]:
        """The columns of the board before each move, and after the last: (M + 1, W) uint32."""
        return _core.replay(self._line)[0]

    @property
    def landings(self) -> npt.NDArray[np.uint8]:
        """Where each piece came to rest: orientation, column and row: (M, 3) uint8."""
        return _core.replay(self._line)[2]

    @property
    def lines_of_moves(self) -> npt.NDArray[np.uint8]:
        """The lines that each move cleared: (M,) uint8."""
        return _core.replay(self._line)[3]

    def __repr__(self) -> str:
        return f"<RecordedGame of {self.controller}: {len(self.pieces)} moves, {self.lines} lines>"


@register
class Explanation(Record):
    """Why a controller chooses as it does: all placements, the best first, with what each feature
    adds to the rating of each."""

    kind = "explanation"

    @property
    def why(self) -> str:
        """Why the first placement is the choice."""
        return str(self._fields["why"])

    @property
    def placements(self) -> list[dict[str, Any]]:
        """All placements, the best first."""
        return list(self.to_dict()["placements"])

    @property
    def choice(self) -> tuple[int, int]:
        """The orientation and the column of the choice."""
        first = self._fields["placements"][0]
        return (int(first["orientation"]), int(first["column"]))

    def _rows(self) -> list[dict[str, Any]]:
        plain = ("orientation", "column", "row", "lines", "ends", "rating", "score")
        rows = []
        for placement in self._fields["placements"]:
            row = {name: placement[name] for name in plain}
            for term in placement["terms"]:
                index = "" if term.get("index") is None else f"[{term['index']}]"
                row[f"{term['feature']}{index}"] = term["value"]
            rows.append(row)
        return rows

    def to_pandas(self) -> Any:
        """A table of pandas: a row for each placement, with its features."""
        return _tables.wanted("pandas").DataFrame(self._rows())

    def to_polars(self) -> Any:
        """A table of polars: a row for each placement, with its features."""
        return _tables.wanted("polars").DataFrame(self._rows())

    def __str__(self) -> str:
        orientation, column = self.choice
        return f"orientation {orientation} column {column}: {self.why}"

    def __repr__(self) -> str:
        return f"<Explanation of {self._fields['controller']} with {self._fields['piece']}>"


def play(
    agent: AgentLike,
    *,
    seed: int = 1,
    number: int = 0,
    max_pieces: int | None = None,
    search: str | None = None,
    rules: Rules | str | None = None,
    **settings: Setting,
) -> RecordedGame:
    """Plays a game of an agent and records it, up to `max_pieces` (ten million at most)."""
    found = ready(agent, rules, search, settings)
    most = MOST_MOVES if max_pieces is None else _checks.whole("max_pieces", max_pieces, 1)
    line, failure = _core.play(
        found,
        _checks.whole("seed", seed),
        _checks.whole("number", number),
        min(most, MOST_MOVES),
        threading.get_ident(),
    )
    results = [] if line is None else [RecordedGame._of(line)]
    if failure is not None:
        sentence, raised = failure
        stopped = isinstance(raised, KeyboardInterrupt) or line is not None
        raise ended_early("interrupted" if stopped else "agent", sentence, raised, results)
    return results[0]


def explain(
    controller: AgentLike,
    position: Game | npt.NDArray[Any] | str | None = None,
    piece: str | None = None,
    next: str | None = None,
    *,
    move: int | None = None,
    seed: int = 1,
    number: int = 0,
    search: str | None = None,
    rules: Rules | str | None = None,
    **settings: Setting,
) -> Explanation:
    """Why a controller chooses as it does: in a `Game`, on a board with a piece, or at a move of a
    game that it plays.

    A board is an array with the shape (H, W), an array of columns, or a picture as text. With
    `move` the position is that before this move, counted from 1, of the game `number` of `seed`.
    """
    if isinstance(controller, Player):
        player = controller
    else:
        name = cast("Controller | str", controller)
        if callable(controller) or not isinstance(name, (str, Controller)):
            raise ValueError(f"{controller!r} is no controller: only controllers are explained")
        player = Player(
            find_controller(name), search=search, rules=find_rules(rules, settings)
        )
    if position is None:
        if move is None:
            raise ValueError("give a board with its piece, a game, or a move of a game: move=40")
        line = _core.explain_move(
            player,
            _checks.whole("seed", seed),
            _checks.whole("number", number),
            _checks.whole("move", move, 1),
        )
    else:
        line = _core.explain_board(player, position, piece, next)
    return Explanation._of(line)
