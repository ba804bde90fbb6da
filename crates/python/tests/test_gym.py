"""Environments of Gymnasium."""

import warnings

import numpy as np
import pytest

import tetrarium

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

import tetrarium.gym  # noqa: E402

SETTINGS = [
    {},
    {"board": "6x8", "visible": 2, "pieces": "bag", "reward": "survival"},
    {"observation": "features", "features": ["holes", "column-height"], "reward": "score"},
    {"observation": "afterstates", "board": "5x6", "illegal": "skips"},
    {"observation": "afterstates", "features": ["holes", "landing-height"], "score": "1,3,7,13"},
    {"rules": "original", "board": "10x12"},
    {"board": "6x8", "pieces": "sequence:IOTSZ"},
]


@pytest.mark.parametrize("settings", SETTINGS)
def test_gymnasium_finds_nothing_wrong(settings):
    env = gymnasium.make(tetrarium.gym.ID, **settings)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Features have no bounds.
        warnings.filterwarnings("ignore", message=".*infinity.*")
        warnings.filterwarnings("ignore", message=".*render.*")
        warnings.filterwarnings("ignore", message=".*different from the unwrapped.*")
        check_env(env.unwrapped, skip_render_check=True)


def test_stable_baselines_finds_nothing_wrong():
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(tetrarium.gym.TetrisEnv())


def choose(mask, generator):
    return int(generator.choice(np.flatnonzero(mask)))


def test_the_games_are_the_engine_s_own():
    env = gymnasium.make(tetrarium.gym.ID, board="8x10")
    player = tetrarium.Player(tetrarium.Controller.named("bcts"), board="8x10")
    for number in range(3):
        observation, info = env.reset(seed=5) if number == 0 else env.reset()
        game = tetrarium.Game(5, number, board="8x10")
        total, over = 0.0, False
        while not over:
            assert np.array_equal(observation["board"], game.board)
            assert tetrarium.PIECES[observation["piece"]] == game.piece
            orientation, column = game.placements[player.choose(game)]
            game.place((orientation, column))
            observation, reward, over, truncated, info = env.step(orientation * 8 + column)
            total += reward
            assert not truncated and info["lines"] == game.lines == total
        assert game.over and info["pieces"] == game.pieces
        played = tetrarium.play("bcts", board="8x10", seed=5, number=number)
        assert played.lines == total
    observation, _ = env.reset(options={"number": 1})
    assert env.unwrapped._games.game == (5, 1)


@pytest.mark.parametrize("settings", [{}, {"rules": "original"}, {"board": "5x6"}])
def test_masks_are_the_placements(settings):
    env = gymnasium.make(tetrarium.gym.ID, **settings)
    _, info = env.reset(seed=1)
    generator = np.random.default_rng(1)
    over = False
    while not over:
        mask = info["action_mask"]
        assert mask.dtype == np.int8 and env.action_space.contains(env.action_space.sample(mask))
        assert np.array_equal(env.unwrapped.action_masks(), mask.astype(bool))
        assert mask.any()
        _, _, over, _, info = env.step(choose(mask, generator))
    assert not info["action_mask"].any()


def test_illegal_actions():
    def first_illegal(env):
        _, info = env.reset(seed=1)
        return int(np.flatnonzero(info["action_mask"] == 0)[0])

    ends = gymnasium.make(tetrarium.gym.ID)
    _, reward, terminated, truncated, _ = ends.step(first_illegal(ends))
    assert (reward, terminated, truncated) == (0, True, False)
    skips = gymnasium.make(tetrarium.gym.ID, illegal="skips")
    action = first_illegal(skips)
    observation, reward, terminated, _, info = skips.step(action)
    assert (reward, terminated, info["pieces"]) == (0, False, 0)
    raises = gymnasium.make(tetrarium.gym.ID, illegal="raises")
    with pytest.raises(ValueError, match=f"action {first_illegal(raises)} is no placement"):
        raises.step(first_illegal(raises))
    for action in (-1, 10**6, np.int64(77)):
        ends.reset(seed=1)
        assert ends.unwrapped.step(action)[2] is True
    ends.reset(seed=1)
    for action in (None, "left", 1.5):
        with pytest.raises(ValueError, match="an action is a whole number"):
            ends.unwrapped.step(action)


def test_rewards():
    picture = {"lines": 0.0, "score": 0.0, "survival": 0.0}
    for reward in picture:
        env = gymnasium.make(
            tetrarium.gym.ID, board="4x8", pieces="cycle:O", reward=reward, score=(1, 30, 70, 130)
        )
        env.reset(seed=1)
        picture[reward] = [env.step(action)[1] for action in (0, 2, 0, 2)]
    assert picture["lines"] == [0, 2, 0, 2]
    assert picture["score"] == [0, 30, 0, 30]
    assert picture["survival"] == [1, 1, 1, 1]


def test_the_end_of_a_sequence_truncates():
    env = gymnasium.make(tetrarium.gym.ID, pieces="sequence:OO")
    env.reset(seed=1)
    assert env.step(0)[2:4] == (False, False)
    assert env.step(2)[2:4] == (False, True)


def test_drawing():
    env = gymnasium.make(tetrarium.gym.ID, board="6x8", render_mode="ansi")
    env.reset(seed=1)
    env.step(0)
    assert "#" in env.render() or "X" in env.render()
    env = gymnasium.make(tetrarium.gym.ID, board="6x8", render_mode="rgb_array")
    env.reset(seed=1)
    env.step(0)
    image = env.render()
    assert image.dtype == np.uint8 and image.shape == (96, 72, 3)
    board = tetrarium.Game(1, 0, board="6x8")
    board.place((0, 0))
    full = image[6::12, 6::12, 2] > 100
    assert np.array_equal(full, board.board.astype(bool))


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("settings", SETTINGS)
def test_many_games_are_the_games_alone(mode, settings):
    """The reference is Gymnasium's own vector of single environments."""
    count = 5
    native = gymnasium.make_vec(
        tetrarium.gym.ID, num_envs=count, autoreset_mode=mode, **settings
    )
    single = gymnasium.make_vec(
        tetrarium.gym.ID,
        num_envs=count,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": mode},
        **settings,
    )
    assert native.observation_space == single.observation_space
    assert native.action_space == single.action_space
    assert native.metadata["autoreset_mode"] == mode
    equal(native.reset(seed=3), single.reset(seed=3))
    generator = np.random.default_rng(2)
    for turn in range(60):
        masks = native.action_masks()
        actions = np.array([choose(mask, generator) if mask.any() else 0 for mask in masks])
        if turn % 7 == 0:
            actions[turn % count] = 4 * native.rules.width - 1
        steps = native.step(actions), single.step(actions)
        equal(*steps)
        ended = steps[0][2] | steps[0][3]
        if mode == AutoresetMode.DISABLED and ended.any():
            options = {"reset_mask": ended}
            (seen, info), (other, told) = native.reset(options=options.copy()), single.reset(
                options=options.copy()
            )
            equal(seen, other)
            assert np.array_equal(info["lines"][ended], told["lines"][ended])


def equal(one, other):
    """Whether two trees of arrays are the same."""
    if isinstance(one, dict):
        assert set(one) == set(other)
        for name in one:
            equal(one[name], other[name])
    elif isinstance(one, (tuple, list)) or getattr(one, "dtype", None) == object:
        assert len(one) == len(other)
        for a, b in zip(one, other):
            equal(a, b)
    else:
        assert np.array_equal(one, other), (one, other)


def test_steps_are_counted_by_the_vector_too():
    envs = gymnasium.make_vec(tetrarium.gym.ID, num_envs=2, max_episode_steps=3)
    envs.reset(seed=1)
    for _ in range(2):
        assert not envs.step(np.array([0, 0]))[3].any()
    assert envs.step(np.array([0, 0]))[3].all()


@pytest.mark.parametrize(
    "settings, sentence",
    [
        ({"observation": "pixels"}, "observation = `pixels` is not possible"),
        ({"observation": "features"}, "name the features"),
        ({"features": "holes"}, "features go with"),
        ({"observation": "features", "features": "landing-height"}, "reads a move"),
        ({"observation": "features", "features": "hols"}, "did you mean `holes`?"),
        ({"reward": "joy"}, "reward = `joy` is not possible: reward can be lines, score, survival"),
        ({"illegal": "explodes"}, "illegal = `explodes` is not possible"),
        ({"render_mode": "human"}, "render_mode = 'human' is not possible"),
        ({"board": "3x3"}, "3x3"),
        ({"colour": "red"}, "there is no rule `colour`"),
        ({"score": (1, 2)}, "four whole numbers"),
    ],
)
def test_wrong_settings_have_a_sentence(settings, sentence):
    for make in (tetrarium.gym.TetrisEnv, tetrarium.gym.TetrisVectorEnv):
        with pytest.raises(ValueError) as error:
            make(**settings)
        assert sentence in str(error.value)


def test_wrong_steps_of_many_games_have_a_sentence():
    envs = tetrarium.gym.TetrisVectorEnv(3, autoreset_mode="Disabled")
    envs.reset(seed=1)
    for actions, sentence in [
        (np.zeros(3), "actions are whole numbers, not float64"),
        (np.zeros(2, dtype=int), r"actions have the shape \(3,\)"),
        (np.zeros((3, 1), dtype=int), r"actions have the shape \(3,\)"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            envs.step(actions)
    for options in (np.ones(2, dtype=bool), np.ones(3), [1, 2]):
        with pytest.raises(ValueError, match="a reset_mask is"):
            envs.reset(options={"reset_mask": options})
    with pytest.raises(ValueError, match="3 seeds were expected"):
        envs.reset(seed=[1, 2])
    with pytest.raises(ValueError, match="num_envs = 0"):
        tetrarium.gym.TetrisVectorEnv(0)
    envs.step(np.full(3, 39))
    with pytest.raises(ValueError, match="a game has ended"):
        envs.step(np.full(3, 0))
    every_other = np.arange(12)[::2][:3]
    envs.reset(seed=1)
    envs.step(every_other)
