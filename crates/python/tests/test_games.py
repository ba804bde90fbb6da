"""Games, boards and features as arrays."""

import copy

import numpy as np
import pytest

import tetrarium
from tetrarium import Game


def test_a_game_is_played_by_hand():
    game = Game(seed=2, number=5, board="6x8")
    placed = 0
    while not game.over:
        moves = game.moves
        assert len(moves) == len(game.placements) == len(game.afterstates)
        assert np.array_equal(moves.boards, game.afterstates)
        lowest = np.argmin(np.where(moves.ends, 1000, moves.features("sum-height")[:, 0]))
        after, lines = moves.boards[lowest], moves.lines[lowest]
        before = game.lines
        ends = moves.ends[lowest]
        assert game.place(lowest) == lines
        assert game.lines == before + lines
        placed += 1
        if not ends:
            assert np.array_equal(game.board, after)
    assert game.pieces == placed and game.state == "lost"
    assert game.piece is None and game.view is None and len(game.moves) == 0
    assert game.placements.shape == (0, 2) and game.afterstates.shape == (0, 8, 6)
    with pytest.raises(ValueError, match="the game is over"):
        game.place(0)


def test_the_same_game_comes_twice_and_copies_go_their_own_way():
    one, other = Game(7, 1), Game(7, 1)
    for game in (one, other):
        game.place(0)
    assert np.array_equal(one.columns, other.columns) and one.piece == other.piece
    copied = copy.deepcopy(one)
    copied.place((0, 3))
    assert one.pieces == 1 and copied.pieces == 2


def test_placements_by_number_by_pair_and_by_array():
    game = Game(1, 0)
    pairs = game.placements
    games = [game.copy() for _ in range(3)]
    games[0].place(4)
    games[1].place(tuple(int(part) for part in pairs[4]))
    games[2].place(pairs[4])
    assert all(np.array_equal(one.columns, games[0].columns) for one in games)
    before = game.columns
    for wrong in (-1, 99, (9, 0), (0, 99), (0,), "T", None, 1.5, (0, -1)):
        with pytest.raises(ValueError):
            game.place(wrong)
    assert np.array_equal(game.columns, before) and game.pieces == 0


def test_boards_as_cells_and_as_columns():
    game = Game(1, 0, board="5x6")
    picture = "#....\n##..#"
    game.put(picture)
    assert game.board.dtype == np.uint8 and game.board.shape == (6, 5)
    assert game.board[5].tolist() == [1, 1, 0, 0, 1] and game.board[4].tolist() == [1, 0, 0, 0, 0]
    assert game.columns.dtype == np.uint32 and game.columns.tolist() == [3, 1, 0, 0, 1]
    for form in (game.board, game.board.astype(bool), game.columns, game.board[None]):
        other = Game(1, 0, board="5x6")
        other.put(form)
        assert np.array_equal(other.board, game.board)


def test_features_of_many_boards():
    games = [Game(1, number, board="6x8") for number in range(5)]
    for game in games:
        for turn in range(4):
            game.place(3 * turn % len(game.placements))
    cells = np.stack([game.board for game in games])
    columns = np.stack([game.columns for game in games])
    names = ["holes", "max-height", "column-height", "squared-max-height"]
    values = tetrarium.features(cells, names)
    assert values.shape == (5, 2 + 6 + 1) and values.dtype == np.float64
    assert np.array_equal(values, tetrarium.features(columns, names, height=8))
    heights = np.where(cells.any(axis=1), 8 - cells.argmax(axis=1), 0)
    assert np.array_equal(values[:, 2:8], heights)
    assert np.array_equal(values[:, 1], heights.max(axis=1))
    assert np.array_equal(values[:, 8], values[:, 1] ** 2)
    labels = tetrarium.value_names(names, 6)
    assert labels[1] == "max-height" and labels[2:8] == [f"column-height[{i}]" for i in range(6)]
    assert "holes" in tetrarium.feature_names()
    empty = np.zeros((0, 8, 6), dtype=np.uint8)
    assert tetrarium.features(empty, "holes").shape == (0, 1)


def test_arrays_that_are_not_contiguous_are_read_as_they_are():
    cells = np.random.default_rng(1).integers(0, 2, (6, 12, 20), dtype=np.uint8)
    for view in (cells[::2, :, ::2], np.asfortranarray(cells)[:, ::-1, :16], cells.T[:10, :8, :6]):
        plain = np.ascontiguousarray(view)
        assert not view.flags.c_contiguous
        found = tetrarium.features(view, ["holes", "max-height"])
        assert np.array_equal(found, tetrarium.features(plain, ["holes", "max-height"]))


@pytest.mark.parametrize(
    "boards, sentence",
    [
        (np.zeros((2, 20, 10)), "this is an array of float64 with shape (2, 20, 10)"),
        (np.zeros((2, 20, 10), dtype=np.int64), "this is an array of int64"),
        (np.zeros((20,), dtype=np.uint8), "this is an array of uint8 with shape (20)"),
        (np.zeros((1, 2, 20, 10), dtype=np.uint8), "shape (1, 2, 20, 10)"),
        (np.zeros((2, 20, 99), dtype=np.uint8), "99"),
        (np.zeros((2, 2, 10), dtype=np.uint8), "2"),
        (np.zeros((2, 10), dtype=">u4"), "this is an array of"),
        (np.full((2, 10), 1 << 24, dtype=np.uint32), "cells above row 24"),
        ([[0] * 10] * 20, "this is a value of type list"),
        ("####", "this is a value of type str"),
        (None, "NoneType"),
    ],
)
def test_what_is_no_board_has_a_sentence(boards, sentence):
    with pytest.raises(ValueError) as error:
        tetrarium.features(boards, "holes")
    assert sentence in str(error.value)


def test_wrong_features_have_a_sentence():
    boards = np.zeros((1, 20, 10), dtype=np.uint8)
    for names, sentence in [
        ("hols", "did you mean `holes`?"),
        ("landing-height", "reads a move"),
        ("delta-holes", "reads a move"),
        ([], "no feature is named"),
    ]:
        with pytest.raises(ValueError, match=sentence.replace("?", r"\?")):
            tetrarium.features(boards, names)
    with pytest.raises(ValueError, match="the board has the size 10x20, and the rules say 6x8"):
        Game(board="6x8").put(boards)
    with pytest.raises(ValueError, match="one board was expected"):
        Game().put(np.zeros((3, 20, 10), dtype=np.uint8))
    with pytest.raises(ValueError, match="cells above its top row"):
        Game().put(np.full(10, 1 << 20, dtype=np.uint32))


def test_views_show_what_a_player_sees():
    game = Game(1, 0, visible=2, pieces="bag")
    view = game.view
    assert view.piece == game.piece and view.next == game.next is not None
    assert set(view.prospect) == set(tetrarium.PIECES) - {view.piece, view.next}
    assert view.rules["visible"] == "2"
    assert np.array_equal(view.board, game.board) and np.array_equal(view.columns, game.columns)
    assert Game(1, 0).next is None


def test_recorded_games_are_played_again():
    played = tetrarium.play("bcts", board="10x12", max_pieces=60)
    assert played.end == "cut" and len(played.pieces) == 60
    columns = played.columns
    assert columns.shape == (61, 10) and not columns[0].any()
    game = Game(1, 0, board="10x12")
    for number, placement in enumerate(played.placements):
        assert game.piece == played.pieces[number]
        assert game.place(placement) == played.lines_of_moves[number]
        assert np.array_equal(game.columns, columns[number + 1])
    assert game.lines == played.lines
    assert np.array_equal(played.landings[:, :2], played.placements)


def test_explanations():
    picture = "###.######\n" * 4
    explanation = tetrarium.explain("bcts", picture, "I")
    assert explanation.choice == (0, 3) and explanation.why
    game = Game(1, 0)
    game.put(picture)
    while game.piece != "I":
        game = Game(1, game.number + 1)
        game.put(picture)
    assert tetrarium.explain("bcts", game).choice == (0, 3)
    assert tetrarium.explain("bcts", move=1) == tetrarium.explain("bcts", Game(1, 0))
    for arguments, options, sentence in [
        (("bcts",), {}, "give a board"),
        (("bcts", "#........."), {}, "give the piece"),
        (("bcts", "#.........", "Q"), {}, "`Q` is not a piece"),
        (("bcts", "#.........", "T", "T"), {}, "sees one piece"),
        (("bcts", "#.........", "T"), {"visible": 2}, "sees the next piece too"),
        (("bcts", "#...", "T"), {}, "cannot hold the picture"),
        (("bcts",), {"move": 10, "max_pieces": 3}, "there is no rule"),
        ((lambda view: 0, "#", "T"), {}, "is no controller"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            tetrarium.explain(*arguments, **options)
    with pytest.raises(ValueError, match="there is no move 100000: the game has"):
        tetrarium.explain("lee", move=100000, board="6x6")
