"""Agents: controllers, and functions of Python that choose placements."""

from __future__ import annotations

import ctypes
import os
import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from . import _checks
from ._core import Called, Controller, Moves, Player, Rules, View, Views

#: A value of a setting of the rules.
Setting = Union[str, int, Sequence[int]]
#: What a function of one view may answer: the number of a placement, or orientation and column.
Choice = Union[int, "tuple[int, int]"]
#: A function that chooses a placement.
Chooser = Callable[[View], Choice]
#: What can be measured: a controller, or an agent of one's own.
AgentLike = Union[str, "os.PathLike[str]", Controller, Player, "Agent", Chooser]

Choose = Callable[[Views], Any]


class Agent:
    """A function of Python as an agent.

    `Agent(function)` asks the function about one `View` at a time; it answers with the number of a
    placement among `view.moves`, or with its orientation and column. `Agent.batched` asks about
    several games at once, and `Agent.rating` lets a function rate all afterstates of several games
    at once, which suits a network.

    An agent is as pure as its function. Estimates need one whose choice depends on the view alone:
    `stateless=True` declares that. `begin(game, seed)` and `end(game)` are told of each game; the
    seed is the agent's own, and says nothing about the pieces. A call that takes longer than
    `time_limit` seconds is ended; `None` lets it take as long as it wants.
    """

    def __init__(
        self,
        function: Chooser,
        *,
        name: str | None = None,
        version: str = "",
        batch: int = 1,
        stateless: bool = False,
        time_limit: float | None = 60.0,
        begin: Callable[[int, int], object] | None = None,
        end: Callable[[int], object] | None = None,
    ) -> None:
        if not callable(function):
            raise ValueError(
                f"{function!r} is no agent: an agent is the name or the file of a controller, a "
                "tetrarium.Controller, or a function that chooses placements"
            )
        self.function: Callable[..., Any] = function
        self.name = name or str(getattr(function, "__name__", type(function).__name__))
        self.version = version
        self.batch = _checks.whole("batch", batch, 1, 1 << 20)
        self.stateless = bool(stateless)
        self.time_limit = _checks.positive_or_none("time_limit", time_limit)
        self.begin = begin
        self.end = end
        self._choose: Choose = self._one_by_one

    @classmethod
    def batched(
        cls, function: Callable[[Views], npt.ArrayLike], *, batch: int = 256, **options: Any
    ) -> Agent:
        """An agent whose function is given `Views` of several games, and answers with the number
        of a placement for each: an array of whole numbers with the shape (N,)."""
        agent = cls(function, batch=batch, **options)  # type: ignore[arg-type]
        agent._choose = agent._at_once
        return agent

    @classmethod
    def rating(
        cls, function: Callable[[Moves], npt.ArrayLike], *, batch: int = 256, **options: Any
    ) -> Agent:
        """An agent whose function is given all `Moves` of several games, and answers with a score
        for each: an array of finite numbers with the shape (K,).

        In each game the move with the highest score is played, the first of equal ones; a move
        that ends the game only where every move does.
        """
        agent = cls(function, batch=batch, **options)  # type: ignore[arg-type]
        agent._choose = agent._by_scores
        return agent

    def __repr__(self) -> str:
        return f"<Agent {self.name}>"

    def _one_by_one(self, views: Views) -> list[int]:
        return [self._number(view, self.function(view)) for view in views]

    def _number(self, view: View, choice: object) -> int:
        """The number of the placement that was chosen."""
        if isinstance(choice, (int, np.integer)) and not isinstance(choice, bool):
            return int(choice)
        try:
            orientation, column = (int(part) for part in choice)  # type: ignore[attr-defined]
        except (TypeError, ValueError):
            raise ValueError(
                f"{choice!r} is no choice: a choice is the number of a placement, or an "
                "orientation and a column"
            ) from None
        placements: list[list[int]] = view.moves.placements.tolist()
        if [orientation, column] not in placements:
            raise ValueError(
                f"the piece {view.piece} cannot be placed at orientation {orientation} column "
                f"{column}: view.moves.placements has its {len(placements)} placements"
            )
        return placements.index([orientation, column])

    def _at_once(self, views: Views) -> npt.NDArray[np.int64]:
        chosen = np.asarray(self.function(views))
        if chosen.shape != (len(views),) or chosen.dtype.kind not in "iu":
            raise ValueError(
                f"whole numbers with shape ({len(views)},) were expected, one for each view, not "
                f"{chosen.dtype} with shape {chosen.shape}"
            )
        return np.ascontiguousarray(chosen, dtype=np.int64)

    def _by_scores(self, views: Views) -> npt.NDArray[np.int64]:
        moves = views.moves
        scores = np.asarray(self.function(moves))
        if scores.shape != (len(moves),) or scores.dtype.kind not in "iuf":
            raise ValueError(
                f"scores with shape ({len(moves)},) were expected, one for each move, not "
                f"{scores.dtype} with shape {scores.shape}"
            )
        scores = scores.astype(np.float64)
        if not np.isfinite(scores).all():
            raise ValueError("a score is NaN or infinite; scores are finite numbers")
        offsets = moves.offsets
        starts, counts = offsets[:-1], np.diff(offsets)
        ends = moves.ends
        all_end = np.repeat(np.logical_and.reduceat(ends, starts), counts)
        scores[ends & ~all_end] = -np.inf
        best = np.repeat(np.maximum.reduceat(scores, starts), counts)
        places = np.flatnonzero(scores == best)
        chosen: npt.NDArray[np.int64] = places[np.searchsorted(places, starts)] - starts
        return chosen

    def _called(self, rules: Rules) -> Called:
        """The agent under rules, for the compiled half."""
        functions = {
            "choose": self._choose,
            "begin": self.begin,
            "end": self.end,
            "interrupt": _interrupt,
            "absorb": _absorb,
        }
        return Called(
            self.name, self.version, self.batch, self.stateless, self.time_limit, rules, functions
        )


class _TooLate(BaseException):
    """Ends a call that takes too long."""


def _interrupt(thread: int) -> None:
    """Ends what a thread is doing: a signal also ends a wait, but only the main thread has them."""
    by_signal = (
        thread == threading.main_thread().ident
        and hasattr(signal, "pthread_kill")
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if by_signal:
        signal.pthread_kill(thread, signal.SIGINT)
    else:
        raised = ctypes.py_object(_TooLate)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


def _absorb() -> None:
    """Takes the exception that came after the call had ended."""
    try:
        for _ in range(100):
            pass
    except (KeyboardInterrupt, _TooLate):
        pass


def find_controller(name: str | os.PathLike[str] | Controller) -> Controller:
    """A controller by its name or its file: a text with a slash or the ending `.toml` is a file."""
    if isinstance(name, Controller):
        return name
    text = os.fspath(name)
    is_file = not isinstance(name, str) or "/" in text or "\\" in text or text.endswith(".toml")
    return Controller.from_file(text) if is_file else Controller.named(text)


def find_rules(rules: Rules | str | None, settings: Mapping[str, Any]) -> Rules:
    """Rules with settings over them."""
    if rules is None or isinstance(rules, str):
        return Rules(rules, **settings)
    if not isinstance(rules, Rules):
        raise ValueError(
            f"rules = {rules!r} is not possible: rules can be the name of a rule set or "
            "tetrarium.Rules"
        )
    return rules.but(**settings)


def ready(
    agent: AgentLike,
    rules: Rules | str | None,
    search: str | None,
    settings: Mapping[str, Any],
) -> Player | Called:
    """An agent made ready for rules."""
    if isinstance(agent, Player):
        if rules is not None or search is not None or settings:
            raise ValueError(
                f"the player {agent.name} has its rules and its search already: give the "
                "controller instead"
            )
        return agent
    found = find_rules(rules, settings)
    if isinstance(agent, (str, os.PathLike, Controller)):
        return Player(find_controller(agent), search=search, rules=found)
    own = agent if isinstance(agent, Agent) else Agent(agent)
    if search is not None:
        raise ValueError(f"the agent {own.name} is no controller: it has no search")
    return own._called(found)
