"""Functions of Python as agents."""

import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import tetrarium
from tetrarium import Agent, AgentError

SMALL = {"board": "6x8", "games": 20}


def low(view):
    """Keeps the pile low."""
    moves = view.moves
    heights = moves.features("sum-height")[:, 0]
    return int(np.argmin(np.where(moves.ends, 1e6, heights)))


def pair(view):
    return tuple(view.moves.placements[low(view)])


def batched(views):
    return np.array([low(view) for view in views])


def rating(moves):
    return -moves.features("sum-height")[:, 0]


def test_all_ways_to_say_it_play_the_same_games():
    found = [
        tetrarium.measure(agent, **SMALL, scores=True)
        for agent in (
            low,
            Agent(low, batch=7),
            pair,
            Agent.batched(batched),
            Agent.batched(batched, batch=3),
            Agent.rating(rating),
            Agent.rating(rating, batch=5),
        )
    ]
    for one in found:
        assert np.array_equal(one.scores, found[0].scores)
    assert found[0].controller == "low" and found[0].search == "agent"
    assert found[0]["identity"]["agent"]["as_claimed"] is True
    by_hand = []
    for number in range(20):
        game = tetrarium.Game(1, number, board="6x8")
        while not game.over:
            game.place(low(game.view))
        by_hand.append(game.lines)
    assert by_hand == found[0].scores.tolist()


def test_a_rating_is_the_controller_it_is_copied_from():
    bcts = tetrarium.Controller.named("bcts")
    names = list(bcts.weights)
    weights = np.array([weight for (weight,) in bcts.weights.values()])
    copy = Agent.rating(lambda moves: moves.features(names) @ weights, name="copy")
    found = tetrarium.measure(copy, **SMALL, scores=True)
    assert np.array_equal(found.scores, tetrarium.measure(bcts, **SMALL, scores=True).scores)


def test_agents_are_compared_and_estimated():
    compared = tetrarium.compare([low, "bcts"], **SMALL)
    assert compared.comparison.labels[0] == "bcts"
    decided = tetrarium.compare([low, "bcts"], board="6x8", until_decided=True)
    assert decided.comparison.decision["because"] == "decided"
    stateless = Agent.rating(rating, stateless=True, name="low")
    estimate = tetrarium.estimate(stateless, board="6x8", climbs=60, repeats=3)
    measured = tetrarium.measure(stateless, board="6x8", games=300)
    assert estimate.mean == pytest.approx(measured.mean, rel=0.5)
    with pytest.raises(ValueError, match="does not declare that its choice depends"):
        tetrarium.estimate(low, board="6x8", climbs=60, repeats=3)


def test_games_begin_and_end_and_chance_is_the_agent_s_own():
    told = []

    def at_random(view):
        return int(generators[view.game].integers(len(view.moves)))

    generators = {}

    def begin(game, seed):
        told.append(("begin", game))
        generators[game] = np.random.default_rng(seed)

    def end(game):
        told.append(("end", game))
        del generators[game]

    agent = Agent(at_random, begin=begin, end=end, batch=4)
    one = tetrarium.measure(agent, board="6x6", games=10, scores=True)
    assert sorted(game for what, game in told if what == "begin") == list(range(10))
    assert sorted(game for what, game in told if what == "end") == list(range(10))
    alone = Agent(at_random, begin=begin, end=end)
    assert np.array_equal(
        tetrarium.measure(alone, board="6x6", games=10, scores=True).scores, one.scores
    )


def test_an_agent_sees_no_seed_and_no_coming_piece():
    names = set()

    def look(view):
        names.update(name for name in dir(view) if not name.startswith("_"))
        return 0

    tetrarium.measure(look, board="6x6", games=1)
    assert names == {
        "board",
        "columns",
        "game",
        "moves",
        "next",
        "piece",
        "prospect",
        "rules",
    }


def failing(answer):
    def agent(view):
        agent.calls += 1
        return answer(view) if agent.calls > 5 else low(view)

    agent.calls = 0
    return agent


def divide(view):
    return 1 / 0


@pytest.mark.parametrize(
    "answer, sentence",
    [
        (divide, "the agent agent raised ZeroDivisionError: division by zero"),
        (lambda view: 999, "chose placement 999 of the piece"),
        (lambda view: -1, "chose placement -1"),
        (lambda view: None, "None is no choice"),
        (lambda view: "left", "'left' is no choice"),
        (lambda view: True, "True is no choice"),
        (lambda view: (0, 99), "cannot be placed at orientation 0 column 99"),
        (lambda view: np.nan, "nan is no choice"),
    ],
)
def test_an_agent_that_fails_has_a_sentence_and_nothing_is_lost(answer, sentence):
    with pytest.raises(AgentError) as error:
        tetrarium.measure_each(["bcts", failing(answer)], **SMALL)
    assert sentence in str(error.value)
    assert [one.controller for one in error.value.results] == ["bcts"]
    assert isinstance(error.value, ValueError)
    with pytest.raises(AgentError):
        tetrarium.play(failing(answer), board="6x8")
    with pytest.raises(AgentError):
        tetrarium.compare([failing(answer), "bcts"], board="6x8", until_decided=True)


def test_what_an_agent_raised_is_the_cause():
    with pytest.raises(AgentError) as error:
        tetrarium.measure(divide, **SMALL)
    assert isinstance(error.value.__cause__, ZeroDivisionError)
    assert error.value.__cause__.__traceback__ is not None


@pytest.mark.parametrize(
    "make, answer, sentence",
    [
        (Agent.batched, lambda views: [0], "whole numbers with shape (20,) were expected"),
        (Agent.batched, lambda views: np.zeros(len(views)), "not float64 with shape (20,)"),
        (Agent.batched, lambda views: None, "not object with shape ()"),
        (Agent.rating, lambda moves: moves.columns, "scores with shape"),
        (Agent.rating, lambda moves: np.full(len(moves), np.nan), "a score is NaN"),
        (Agent.rating, lambda moves: ["a"] * len(moves), "scores with shape"),
    ],
)
def test_wrong_answers_of_batches_have_a_sentence(make, answer, sentence):
    with pytest.raises(AgentError) as error:
        tetrarium.measure(make(answer, name="odd"), **SMALL)
    assert sentence in str(error.value) and "the agent odd" in str(error.value)


def forever(view):
    while True:
        pass


def asleep(view):
    time.sleep(1000)


@pytest.mark.parametrize("never", [forever, asleep])
def test_an_agent_that_never_returns_is_ended(never):
    with pytest.raises(AgentError, match="did not answer within 0.2 s") as error:
        tetrarium.measure_each(["bcts", Agent(never, time_limit=0.2)], **SMALL)
    assert len(error.value.results) == 1
    # Nothing is left of it.
    assert tetrarium.measure(Agent(low, time_limit=5), **SMALL).games == 20


def test_an_agent_that_never_returns_is_ended_on_another_thread_too():
    raised = []

    def measure():
        try:
            tetrarium.measure(Agent(forever, time_limit=0.2), **SMALL)
        except AgentError as error:
            raised.append(str(error))

    thread = threading.Thread(target=measure)
    thread.start()
    thread.join()
    assert raised == ["the agent forever did not answer within 0.2 s"]


def test_wrong_agents_have_a_sentence():
    for options, sentence in [
        ({"batch": 0}, "batch = 0 is not possible"),
        ({"time_limit": -1}, "time_limit = -1 is not possible"),
        ({"time_limit": float("nan")}, "time_limit = nan is not possible"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            Agent(low, **options)
    with pytest.raises(ValueError, match="it has no search"):
        tetrarium.measure(low, search="two-piece", games=1)


INTERRUPTED = """
import os, signal, threading, time
import tetrarium

def low(view):
    return 0

def rating(moves):
    return moves.features("landing-height")[:, 0]

def interrupt():
    time.sleep(3)
    interrupt.at = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=interrupt, daemon=True).start()
try:
    CALL
except tetrarium.Interrupted as error:
    waited = time.monotonic() - interrupt.at
    caveats = [getattr(one, "caveats", "") for one in error.results[:1]]
    print(f"{waited:.3f}", len(error.results), caveats)
"""


@pytest.mark.parametrize(
    "call, results",
    [
        ('tetrarium.measure("bcts", games=100)', 1),
        ('tetrarium.measure_each(["bcts", "lee"], games=100, by="games")', 1),
        ('tetrarium.estimate("bcts", climbs=1_000_000)', 0),
        ("tetrarium.measure(low, games=10_000_000)", 1),
        ("tetrarium.measure(tetrarium.Agent.rating(rating), games=10_000_000)", 1),
        ('tetrarium.compare(["bcts", "bcts"], until_decided=True)', 2),
        ('tetrarium.play("bcts")', 1),
    ],
)
def test_ctrl_c_ends_playing_and_nothing_is_lost(call, results):
    text = textwrap.dedent(INTERRUPTED).replace("CALL", call)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=600)
    words = done.stdout.split(maxsplit=2)
    assert words, done.stderr
    assert int(words[1]) == results, done.stdout
    # It takes some milliseconds; a busy machine may take longer. That it ends at all also shows
    # that the thread that interrupts runs while games are played.
    assert float(words[0]) < 10
    if "measure" in call:
        assert "interrupted" in words[2]


def test_the_handler_of_signals_is_as_it_was():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
