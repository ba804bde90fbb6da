"""The native vector environment as a `VecEnv` of Stable-Baselines3: all games in one call."""

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from tetrarium.gym import TetrisVectorEnv


class TetrisVecEnv(VecEnv):
    def __init__(self, num_envs, **settings):
        self.games = TetrisVectorEnv(num_envs, autoreset_mode="SameStep", **settings)
        spaces = self.games.single_observation_space, self.games.single_action_space
        super().__init__(num_envs, *spaces)

    def reset(self):
        seeds = None if self._seeds[0] is None else self._seeds
        self._reset_seeds()
        return self.games.reset(seed=seeds)[0]

    def step_async(self, actions):
        self.actions = actions

    def step_wait(self):
        seen, rewards, terminated, truncated, info = self.games.step(self.actions)
        infos = [{} for _ in range(self.num_envs)]
        for place in np.flatnonzero(terminated | truncated):
            infos[place]["terminal_observation"] = info["final_obs"][place]
            infos[place]["TimeLimit.truncated"] = bool(truncated[place] and not terminated[place])
        return seen, rewards.astype(np.float32), terminated | truncated, infos

    def env_method(self, method_name, *arguments, indices=None, **keywords):
        results = list(getattr(self.games, method_name)(*arguments, **keywords))
        return [results[place] for place in self._get_indices(indices)]

    def get_attr(self, attr_name, indices=None):
        return [getattr(self.games, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name, value, indices=None):
        setattr(self.games, attr_name, value)

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False for _ in self._get_indices(indices)]

    def close(self):
        self.games.close()
