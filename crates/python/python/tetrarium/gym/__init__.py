"""Tetris as environments of Gymnasium (1.x): `pip install tetrarium[gym]`.

    import gymnasium
    import tetrarium.gym

    env = gymnasium.make("tetrarium/Tetris-v0", board="10x20")
    envs = gymnasium.make_vec("tetrarium/Tetris-v0", num_envs=256, board="10x20")

An action is a placement: orientation · width + column. `info["action_mask"]` says which actions
are placements of the piece.
"""

import gymnasium

from ._env import TetrisEnv
from ._vector import TetrisVectorEnv

#: The name of the environment.
ID = "tetrarium/Tetris-v0"

if ID not in gymnasium.registry:
    gymnasium.register(
        id=ID,
        entry_point="tetrarium.gym:TetrisEnv",
        vector_entry_point="tetrarium.gym:TetrisVectorEnv",
    )

__all__ = ["ID", "TetrisEnv", "TetrisVectorEnv"]
