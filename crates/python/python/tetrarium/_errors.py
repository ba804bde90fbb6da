"""What is raised where playing ends early."""

from __future__ import annotations

from typing import Any


class AgentError(ValueError):
    """An agent failed: it raised, answered nonsense, or did not answer in time.

    What the agent raised is the cause (`__cause__`). `results` has what was found until then.
    """

    results: list[Any]

    def __init__(self, sentence: str, results: list[Any] | None = None) -> None:
        super().__init__(sentence)
        self.results = results or []


class ClusterError(RuntimeError):
    """A cluster cannot go on: its workers have another version, or a shard cannot be done.

    Nothing that was written down is lost: a run can be resumed. `results` has what was found until
    then.
    """

    results: list[Any]

    def __init__(self, sentence: str, results: list[Any] | None = None) -> None:
        super().__init__(sentence)
        self.results = results or []


class Interrupted(KeyboardInterrupt):
    """Playing was ended by Ctrl-C. `results` has what was found until then, marked as such."""

    results: list[Any]

    def __init__(self, sentence: str, results: list[Any] | None = None) -> None:
        super().__init__(sentence)
        self.results = results or []


def ended_early(
    kind: str, sentence: str, raised: BaseException | None, results: list[Any]
) -> BaseException:
    """What is to be raised where an order ended early."""
    if kind == "interrupted":
        if raised is not None and not isinstance(raised, KeyboardInterrupt):
            if isinstance(raised, ClusterError):
                raised.results = results
            return raised
        return Interrupted(sentence, results)
    if kind == "input":
        return ValueError(sentence)
    error = AgentError(sentence, results)
    error.__cause__ = raised
    return error
