"""Plots by matplotlib, if it is there. Each function draws into `ax`, or into axes of its own,
and returns the axes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from ._records import Mean, Measurement
from ._tables import wanted
from ._training import Run


def _axes(ax: Any) -> Any:
    return wanted("matplotlib.pyplot").subplots()[1] if ax is None else ax


def means(records: Iterable[Mean], ax: Any = None) -> Any:
    """The means of agents with their 95 % intervals, the greatest at the top."""
    found = [record for record in records if isinstance(record, Mean) and record.mean is not None]
    if not found:
        raise ValueError("no record has a mean")
    found.sort(key=lambda record: record.mean or 0.0)
    axes = _axes(ax)
    for place, record in enumerate(found):
        low, high = record.interval
        mean = record.mean or 0.0
        right = 0.0 if math.isinf(high) else high - mean
        axes.errorbar(mean, place, xerr=[[mean - low], [right]], fmt="o", capsize=3, color="C0")
    axes.set_yticks(range(len(found)), [record.controller for record in found])
    axes.set_xlabel("mean lines, with 95 % interval")
    return axes


def scores(measurement: Measurement, ax: Any = None, bins: int = 40) -> Any:
    """The scores of the games, beside the geometric law with the same mean."""
    found = measurement.scores
    if found is None:
        raise ValueError("this measurement kept no scores: measure with scores=True")
    axes = _axes(ax)
    _, edges, _ = axes.hist(found, bins=bins, label="games")
    if measurement.mean:
        stays = measurement.mean / (measurement.mean + 1)
        above = stays ** np.ceil(edges)
        middles = (edges[1:] + edges[:-1]) / 2
        axes.plot(middles, -np.diff(above) * len(found), label="geometric law")
    axes.set_xlabel("score of a game")
    axes.set_ylabel("games")
    axes.legend()
    return axes


def training(run: Run, ax: Any = None) -> Any:
    """The fitness of each generation of a run: the median, the best, and the range between."""
    generations = [record.to_dict() for record in run.generations]
    if not generations:
        raise ValueError(f"{run.folder} has no generation yet")
    axes = _axes(ax)
    numbers = [one["generation"] for one in generations]
    spread = {
        name: [one["fitness"][name] for one in generations] for name in ("worst", "median", "best")
    }
    axes.fill_between(numbers, spread["worst"], spread["best"], alpha=0.2)
    axes.plot(numbers, spread["median"], label="median")
    axes.plot(numbers, spread["best"], label="best")
    axes.set_xlabel("generation")
    axes.set_ylabel("fitness")
    axes.legend()
    return axes
