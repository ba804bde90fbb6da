"""Controllers and rules."""

import copy
import math
import pickle

import numpy as np
import pytest

import tetrarium
from tetrarium import Controller, Rules


def test_the_catalogue():
    names = tetrarium.controllers()
    assert "bcts" in names and len(names) > 20
    bcts = Controller.named("bcts")
    assert bcts.name == "bcts" and bcts.search == "greedy" and bcts.kind == "linear"
    assert "holes" in bcts.features and len(bcts.weights) == 8
    assert bcts == Controller.from_toml(bcts.to_toml())
    assert bcts != Controller.named("lee")
    assert pickle.loads(pickle.dumps(bcts)) == bcts
    assert copy.deepcopy(bcts) == bcts
    assert bcts.with_search("expectimax:2").search == "expectimax of depth 2"


def test_files(tmp_path):
    path = tmp_path / "mine.toml"
    Controller.linear({"holes": -4, "landing-height": -1}, name="mine").save(path)
    mine = Controller.from_file(path)
    assert mine.weights == {"holes": [-4.0], "landing-height": [-1.0]}
    by_path = tetrarium.measure(path, board="6x6", games=5)
    assert by_path == tetrarium.measure(str(path), board="6x6", games=5)
    assert by_path.controller == "mine"
    (tmp_path / "wrong.toml").write_text("schema = 1\nname = \"x\"\n[rating]\nkind = \"luck\"\n")
    with pytest.raises(ValueError, match=r"wrong.toml: line 4: kind = `luck`"):
        Controller.from_file(tmp_path / "wrong.toml")
    with pytest.raises(ValueError, match="is a folder"):
        Controller.from_file(tmp_path)


def test_scores_beside_a_file(tmp_path):
    large = Controller.named("tetrarium-4")
    large.save(tmp_path / "large.toml")
    scores = tmp_path / "large.scores"
    assert scores.stat().st_size > 10_000 > (tmp_path / "large.toml").stat().st_size
    assert Controller.from_file(tmp_path / "large.toml").to_toml() == large.to_toml()
    assert pickle.loads(pickle.dumps(large)).to_toml() == large.to_toml()
    scores.unlink()
    with pytest.raises(ValueError, match="the file large.scores is missing"):
        Controller.from_file(tmp_path / "large.toml")
    with pytest.raises(ValueError, match="only this text is here"):
        Controller.from_toml((tmp_path / "large.toml").read_text())


def test_every_kind_of_rating_can_be_made_of_a_dictionary():
    exponential = Controller.from_dict(
        {
            "name": "mine",
            "search": {"kind": "greedy"},
            "rating": {
                "kind": "exponential",
                "weights": {"holes": -4, "landing-height": -1.5},
                "exponents": {"holes": 1.5, "landing-height": 1},
            },
        }
    )
    assert exponential.kind == "exponential"
    assert tetrarium.measure(exponential, board="6x6", games=3).games == 3
    columns = Controller.linear({"column-height": np.linspace(-1, -2, 10), "holes": -3})
    assert len(columns.weights["column-height"]) == 10


@pytest.mark.parametrize(
    "weights, sentence",
    [
        ({"holes": math.nan}, "holes: NaN is not a finite"),
        ({"holes": math.inf}, "not a finite number"),
        ({"holes": "4"}, "a number was expected"),
        ({"holes": None}, "holes: a number, a text, a list or a dictionary was expected"),
        ({"hols": 1}, "did you mean `holes`?"),
        ({"column-height": 1}, "list of weights"),
        ({}, "no weights"),
        ({3: 1}, "keys of a dictionary are texts"),
    ],
)
def test_wrong_weights_have_a_sentence(weights, sentence):
    with pytest.raises(ValueError) as error:
        Controller.linear(weights)
    assert sentence in str(error.value)
    assert "line" not in str(error.value).split(":")[0]


def test_rules():
    rules = Rules(board=(8, 10), visible=2, search_score="sum")
    assert rules.settings["board"] == "8x10" and rules.settings["search-score"] == "sum"
    assert (rules.width, rules.height, rules.visible) == (8, 10, 2)
    assert rules == Rules(board="8x10", visible="2", **{"search-score": "sum"})
    assert pickle.loads(pickle.dumps(rules)) == rules and len({rules, copy.copy(rules)}) == 1
    assert rules.but(board="6x6").width == 6 and rules.width == 8
    assert Rules("original").settings["game"] == "original"
    assert repr(rules) == "Rules(board='8x10', visible='2', search_score='sum')"
    with pytest.raises(ValueError, match="overflow belongs to the simplified game"):
        Rules("original", overflow="top-row")
    with pytest.raises(ValueError, match="a setting is a text"):
        Rules(visible=True)


def test_a_controller_s_own_rules_stand_between_the_rule_set_and_the_settings():
    own = [name for name in tetrarium.controllers() if Controller.named(name).rules]
    controller = Controller.named(own[0])
    (setting, value), *_ = controller.rules.items()
    player = tetrarium.Player(controller, board="6x6")
    assert player.rules[setting] == value
    assert tetrarium.Player(controller, rules=Rules(board="6x6")).fingerprint == player.fingerprint


def test_a_player_chooses_what_its_games_have():
    player = tetrarium.Player(Controller.named("bcts"), board="6x8")
    game = tetrarium.Game(3, 4, board="6x8")
    while not game.over:
        scores, choice = player.scores(game), player.choose(game)
        moves = game.moves
        best = np.where(moves.ends & ~moves.ends.all(), np.iinfo(np.int32).min, scores)
        assert choice == np.argmax(best)
        game.place(choice)
    played = tetrarium.play("bcts", board="6x8", seed=3, number=4)
    assert (game.lines, game.pieces) == (played.lines, len(played.pieces))
    with pytest.raises(ValueError, match="the game is over"):
        player.choose(game)
    with pytest.raises(ValueError, match="other rules"):
        player.choose(tetrarium.Game(board="8x8"))
    with pytest.raises(ValueError, match="has its rules"):
        tetrarium.measure(player, board="6x6")
    assert tetrarium.measure(player, games=3) == tetrarium.measure("bcts", board="6x8", games=3)
