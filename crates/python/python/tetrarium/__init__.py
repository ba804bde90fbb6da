"""tetrarium: a laboratory for Tetris controllers.

    import tetrarium

    print(tetrarium.measure("bcts", board="10x10", games=100))
"""

from ._agents import Agent, AgentLike, Setting
from ._core import (
    VERSION as __version__,
    Candidate,
    Controller,
    Experiment,
    Game,
    Moves,
    Optimiser,
    Player,
    Rules,
    View,
    Views,
    controllers,
    experiments,
    feature_names,
    features,
    optimiser_names,
    value_names,
)
from ._errors import AgentError, ClusterError, Interrupted
from ._measuring import (
    Compared,
    compare,
    compare_records,
    estimate,
    estimate_each,
    measure,
    measure_each,
    merge,
)
from ._playing import Explanation, RecordedGame, explain, play
from ._progress import Progress, ProgressListener
from ._records import (
    Comparison,
    Estimate,
    Mean,
    Measurement,
    OtherRecord,
    Record,
    Records,
    from_json,
    load,
)
from ._training import ExperimentLike, Run, tournament, train
from .cluster import Cluster, perform

#: The letters of the pieces, in the order of their numbers.
PIECES = "IOTSZJL"

__all__ = [
    "PIECES",
    "Agent",
    "AgentError",
    "AgentLike",
    "Candidate",
    "Cluster",
    "ClusterError",
    "Compared",
    "Comparison",
    "Controller",
    "Estimate",
    "Experiment",
    "ExperimentLike",
    "Explanation",
    "Game",
    "Interrupted",
    "Mean",
    "Measurement",
    "Moves",
    "Optimiser",
    "OtherRecord",
    "Player",
    "Progress",
    "ProgressListener",
    "Record",
    "RecordedGame",
    "Records",
    "Rules",
    "Run",
    "Setting",
    "View",
    "Views",
    "__version__",
    "compare",
    "compare_records",
    "controllers",
    "estimate",
    "estimate_each",
    "experiments",
    "explain",
    "feature_names",
    "features",
    "from_json",
    "load",
    "measure",
    "measure_each",
    "merge",
    "optimiser_names",
    "perform",
    "play",
    "tournament",
    "train",
    "value_names",
]
