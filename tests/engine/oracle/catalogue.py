"""Every rule set by its id."""

from __future__ import annotations

from tests.engine.oracle.accountants import Accountants
from tests.engine.oracle.all_fives import AllFives
from tests.engine.oracle.classics import Classic, ClassicDraw, ClassicRounds, Misere, NoBoneyard
from tests.engine.oracle.double_twelve import DoubleTwelve
from tests.engine.oracle.express import Express, ItalianExpress
from tests.engine.oracle.game import Game
from tests.engine.oracle.mata import Mata, MataAlsace
from tests.engine.oracle.matador import Matador
from tests.engine.oracle.memory import Memory
from tests.engine.oracle.mexican_train import MexicanTrain, MexicanTrainNine
from tests.engine.oracle.sebastopol import Sebastopol

RULE_SETS: dict[str, type[Game]] = {
    "express": Express,
    "express-it": ItalianExpress,
    "classic": Classic,
    "classic-draw": ClassicDraw,
    "classic-rounds": ClassicRounds,
    "misere": Misere,
    "no-boneyard": NoBoneyard,
    "memory": Memory,
    "sebastopol": Sebastopol,
    "all-fives": AllFives,
    "matador": Matador,
    "accountants": Accountants,
    "double-twelve": DoubleTwelve,
    "mexican-train": MexicanTrain,
    "mexican-train-nine": MexicanTrainNine,
    "mata": Mata,
    "mata-alsace": MataAlsace,
}
