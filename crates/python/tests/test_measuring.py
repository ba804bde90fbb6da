"""Measuring, estimating, comparing: the same games as the command."""

import json
import math
import pickle
import subprocess

import numpy as np
import pytest

import tetrarium


def said(line):
    """A record without what made it."""
    fields = json.loads(line)
    made = fields.pop("made")
    return line.replace(f',"made":{json.dumps(made, separators=(",", ":"))}', ""), made


def by_command(command, *words):
    done = subprocess.run([command, *words, "--json"], capture_output=True, text=True, check=True)
    return [said(line)[0] for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    "words, call",
    [
        (
            "eval bcts --board 8x8 --games 30 --scores",
            lambda: [tetrarium.measure("bcts", board="8x8", games=30, scores=True)],
        ),
        (
            "eval bcts lee --board 6x8 --pieces bag --visible 2 --search two-piece --games 10",
            lambda: tetrarium.measure_each(
                ["bcts", "lee"],
                board=(6, 8),
                pieces="bag",
                visible=2,
                search="two-piece",
                games=10,
            ),
        ),
        (
            "eval dellacherie --rules original --board 10x8 --games 5 --max-pieces 200 --first 7",
            lambda: [
                tetrarium.measure(
                    "dellacherie", rules="original", board="10x8", games=5, max_pieces=200, first=7
                )
            ],
        ),
        (
            "eval bcts --board 8x8 --precision 30% --seed 3 --heights",
            lambda: [
                tetrarium.measure("bcts", board="8x8", precision=0.3, seed=3, heights=True)
            ],
        ),
        (
            "estimate bcts --board 8x8 --climbs 100 --repeats 4",
            lambda: [tetrarium.estimate("bcts", board="8x8", climbs=100, repeats=4)],
        ),
        ("eval bcts --board 6x6", lambda: [tetrarium.measure("bcts", board="6x6")]),
        (
            "eval bcts --board 6x6 --placements 300 --games 4 --reward 1,3,7,13",
            lambda: [
                tetrarium.measure(
                    "bcts", board="6x6", placements=300, games=4, reward=(1, 3, 7, 13)
                )
            ],
        ),
    ],
)
def test_the_records_are_those_of_the_command(command, words, call):
    found = [said(record.to_json()) for record in call()]
    assert [line for line, _ in found] == by_command(command, *words.split())
    assert all(made["command"][0] == "python" for _, made in found)


def test_a_comparison_is_that_of_the_command(command):
    words = "compare bcts amundsen-tsitsiklis --board 6x6 --games 40"
    compared = tetrarium.compare(["bcts", "amundsen-tsitsiklis"], board="6x6", games=40)
    lines = [said(record.to_json())[0] for record in [*compared, compared.comparison]]
    assert lines == by_command(command, *words.split())
    assert compared.comparison.labels == ["bcts", "amundsen-tsitsiklis"]
    assert "bcts" in compared.statements[0]


def test_until_decided_is_that_of_the_command(command):
    words = "compare bcts amundsen-tsitsiklis --board 6x6 --until-decided --error 10%"
    compared = tetrarium.compare(
        ["bcts", "amundsen-tsitsiklis"], board="6x6", until_decided=True, error=0.1
    )
    lines = [said(record.to_json())[0] for record in [*compared, compared.comparison]]
    assert lines == by_command(command, *words.split())
    assert compared.comparison.decision["because"] == "decided"


def test_the_number_of_threads_changes_nothing():
    one, two = (
        tetrarium.measure("bcts", board="6x8", games=40, threads=threads) for threads in (1, 2)
    )
    assert one.to_json() == two.to_json()
    assert one == two and hash(one) == hash(two)


def test_what_a_measurement_says():
    found = tetrarium.measure("bcts", board="8x8", games=50, scores=True)
    assert isinstance(found, tetrarium.Measurement)
    low, high = found.interval
    assert low < found.mean < high
    assert found.games == found.lost == 50 and found.seed == 1
    assert found.scores.dtype == np.uint64 and found.scores.sum() == found.lines
    assert found.lines / 50 == found.mean
    assert found.rules["board"] == "8x8" and found.controller == "bcts"
    assert found.fingerprint == tetrarium.Controller.named("bcts").fingerprint(
        tetrarium.Rules(board="8x8")
    )
    assert "bcts" in str(found) and "50 games" in str(found)
    cut = tetrarium.measure("bcts", games=3, max_pieces=50)
    assert cut.mean is None and math.isinf(cut.interval[1])
    assert any("cut" in caveat for caveat in cut.caveats)


def test_records_go_through_json_and_pickle(tmp_path):
    found = tetrarium.measure_each(["bcts", "dt-10"], board="6x6", games=10)
    estimate = tetrarium.estimate("bcts", board="6x6", climbs=50, repeats=2)
    records = tetrarium.Records([*found, estimate, tetrarium.compare_records(found)])
    records.append(tetrarium.play("bcts", board="6x6", max_pieces=20))
    records.append(tetrarium.explain("bcts", move=3, board="6x6"))
    path = tmp_path / "records.jsonl"
    records.save(path)
    again = tetrarium.load(path)
    assert again == records
    assert [type(one) for one in again] == [type(one) for one in records]
    assert again.to_json() == records.to_json()
    assert pickle.loads(pickle.dumps(records[0])) == records[0]
    assert tetrarium.Measurement.from_json(records[0].to_json()) == records[0]
    with pytest.raises(ValueError, match="one record of the kind `measurement`"):
        tetrarium.Measurement.from_json(estimate.to_json())
    with pytest.raises(ValueError, match="line 2: `weather` is no kind of record"):
        tetrarium.from_json(found[0].to_json() + '\n{"kind":"weather"}\n')
    with pytest.raises(ValueError, match="line 1: .*no line of JSON"):
        tetrarium.from_json("{")
    damaged = found[0].to_json().replace('"tally"', '"tallies"')
    with pytest.raises(ValueError, match="line 1: .*tallies"):
        tetrarium.from_json(damaged)


def test_parts_are_merged():
    parts = [
        tetrarium.measure("bcts", board="6x6", first=first, games=10, scores=True)
        for first in (10, 0)
    ]
    whole = tetrarium.measure("bcts", board="6x6", games=20, scores=True)
    assert tetrarium.merge(parts) == whole
    with pytest.raises(ValueError, match="both hold"):
        tetrarium.merge([parts[0], parts[0]])
    estimates = [
        tetrarium.estimate("bcts", board="6x6", climbs=50, repeats=2, seed=seed) for seed in (1, 2)
    ]
    assert tetrarium.merge(estimates).repeats == 4
    with pytest.raises(ValueError, match="cannot be merged with each other"):
        tetrarium.merge([parts[0], estimates[0]])
    with pytest.raises(ValueError) as error:
        tetrarium.merge([estimates[0], estimates[0]])
    assert "--" not in str(error.value)


@pytest.mark.parametrize(
    "options, sentence",
    [
        ({"games": 0}, "games = 0 is not possible: games can be a whole number from 1"),
        ({"games": -3}, "games = -3 is not possible"),
        ({"games": 2.5}, "games = 2.5 is not possible"),
        ({"games": True}, "games = True is not possible"),
        ({"games": "many"}, "games = 'many' is not possible"),
        ({"games": 10**9}, "too many for one measurement"),
        ({"seed": -1}, "seed = -1 is not possible"),
        ({"seed": 2**64}, "seed = "),
        ({"precision": 2.0}, "2"),
        ({"precision": float("nan")}, "precision = nan is not possible"),
        ({"games": 3, "precision": 0.1}, "exclude each other"),
        ({"games": 3, "climbs": 10}, "exclude each other"),
        ({"by": "luck"}, "by = 'luck' is not possible"),
        ({"danger": "doom"}, "danger = `doom` is not possible"),
        ({"climbs": 1}, "climbs = 1 is not possible"),
        ({"abreast": 3}, "`abreast` goes with `precision`"),
        ({"board": "3x3"}, "3x3"),
        ({"board": (10, 99)}, "10x99"),
        ({"board": 1.5}, "board = 1.5 is not possible"),
        ({"colour": "red"}, "there is no rule `colour`"),
        ({"ties": "last"}, "ties can be first, random or dellacherie"),
        ({"reward": (1, 2)}, "four whole numbers"),
        ({"rules": "nowhere"}, "nowhere"),
        ({"rules": 3}, "rules = 3 is not possible"),
        ({"search": "luck"}, "luck"),
        ({"threads": 0}, "threads = 0 is not possible"),
        ({"time_limit": 3}, "there is no rule `time-limit`"),
    ],
)
def test_wrong_options_have_a_sentence(options, sentence):
    with pytest.raises(ValueError) as error:
        tetrarium.measure("bcts", **options)
    assert sentence in str(error.value)
    assert "--" not in str(error.value)


@pytest.mark.parametrize(
    "agent, sentence",
    [
        ("bctz", "there is no controller `bctz`: did you mean `bcts`?"),
        ("nowhere/mine.toml", "there is no such file"),
        (3, "3 is no agent"),
        (None, "None is no agent"),
    ],
)
def test_wrong_agents_have_a_sentence(agent, sentence):
    with pytest.raises(ValueError) as error:
        tetrarium.measure(agent, games=1)
    assert sentence in str(error.value)
    assert "tetrarium list" not in str(error.value)


def test_wrong_comparisons_have_a_sentence():
    with pytest.raises(ValueError, match="at least two agents"):
        tetrarium.compare(["bcts"])
    with pytest.raises(ValueError, match="a list of agents"):
        tetrarium.compare("bcts")
    with pytest.raises(ValueError, match="`games` does not go with"):
        tetrarium.compare(["bcts", "dt-10"], until_decided=True, games=3)
    with pytest.raises(ValueError, match="error rate"):
        tetrarium.compare(["bcts", "dt-10"], until_decided=True, error=0.9)
    with pytest.raises(ValueError, match="two agents, and 3 were given"):
        tetrarium.compare(["bcts", "bdu", "dt-10"], until_decided=True)
    small, large = (tetrarium.measure("bcts", board=board, games=3) for board in ("6x6", "8x8"))
    with pytest.raises(ValueError, match="board"):
        tetrarium.compare_records([small, large])
