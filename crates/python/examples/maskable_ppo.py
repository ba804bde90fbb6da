"""Trains MaskablePPO of sb3-contrib, and measures it beside bcts on the same games.

    pip install -r requirements-maskable-ppo.txt
    python maskable_ppo.py [STEPS] [GAMES]

The policy sees features of the board after each placement, and chooses among the placements. What
it learnt is an agent like any other: `compare` plays it on the games that bcts is played on, and
says how far apart the two are.
"""

import sys

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_vec_env import TetrisVecEnv
from torch import nn

import tetrarium

BOARD = "10x10"
FEATURES = [
    "removed-lines",
    "landing-height",
    "holes",
    "row-transitions",
    "column-transitions",
    "wells",
]
WIDTH = 10
ACTIONS = 4 * WIDTH


class Same(nn.Module):
    """The same small network for every placement: a number for each, and the mean of all for the
    value of the position."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.features = features
        self.latent_dim_pi = ACTIONS
        self.latent_dim_vf = ACTIONS
        self.choice = nn.Sequential(nn.Linear(features, 32), nn.Tanh(), nn.Linear(32, 1))
        self.value = nn.Sequential(nn.Linear(features, 32), nn.Tanh(), nn.Linear(32, 1))

    def forward(self, seen):
        return self.forward_actor(seen), self.forward_critic(seen)

    def forward_actor(self, seen):
        return self.choice(self._moves(seen)).squeeze(-1)

    def forward_critic(self, seen):
        return self.value(self._moves(seen)).squeeze(-1)

    def _moves(self, seen):
        # The features of all placements stand before the piece. Most of them are some dozens.
        moves = seen[:, : ACTIONS * self.features].reshape(-1, ACTIONS, self.features)
        return moves / 10


def policy_class():
    from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy

    class Policy(MaskableMultiInputActorCriticPolicy):
        def _build_mlp_extractor(self):
            self.mlp_extractor = Same(len(FEATURES))

        def _build(self, lr_schedule):
            super()._build(lr_schedule)
            # The numbers of the placements are the logits.
            self.action_net = nn.Identity()
            self.optimizer = self.optimizer_class(
                self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
            )

    return Policy


def agent_of(model) -> tetrarium.Agent:
    """The policy as an agent that chooses its likeliest placement."""

    def choose(views):
        moves = views.moves
        placements = moves.placements.astype(np.int64)
        actions = placements[:, 0] * WIDTH + placements[:, 1]
        whose = np.repeat(np.arange(len(views)), np.diff(moves.offsets))
        seen = np.zeros((len(views), ACTIONS, len(FEATURES)), dtype=np.float32)
        seen[whose, actions] = moves.features(FEATURES)
        masks = np.zeros((len(views), ACTIONS), dtype=bool)
        masks[whose, actions] = True
        observation = {"afterstates": seen, "piece": views.pieces}
        chosen, _ = model.predict(observation, action_masks=masks, deterministic=True)
        numbers = np.full((len(views), ACTIONS), -1)
        numbers[whose, actions] = np.arange(len(whose)) - moves.offsets[whose]
        return numbers[np.arange(len(views)), chosen]

    return tetrarium.Agent.batched(choose, name="maskable-ppo", stateless=True)


def main() -> None:
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 500_000
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    torch.manual_seed(1)
    envs = TetrisVecEnv(
        64, board=BOARD, observation="afterstates", features=FEATURES, max_episode_steps=2000
    )
    model = MaskablePPO(
        policy_class(), envs, n_steps=64, batch_size=512, gamma=0.97, seed=1, device="cpu"
    )
    model.learn(steps)
    print(tetrarium.compare([agent_of(model), "bcts"], board=BOARD, games=games))


if __name__ == "__main__":
    main()
