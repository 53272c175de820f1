"""Every rule set by its id."""

from __future__ import annotations

from tests.engine.oracle.game import Game
from tests.engine.oracle.rules.accountants import Accountants
from tests.engine.oracle.rules.all_fives import AllFives
from tests.engine.oracle.rules.bergen import Bergen
from tests.engine.oracle.rules.chickenfoot import Chickenfoot
from tests.engine.oracle.rules.classics import Classic, ClassicDraw, ClassicRounds, Misere, NoBoneyard
from tests.engine.oracle.rules.dominicano import Cubano, Dominicano
from tests.engine.oracle.rules.double_twelve import DoubleTwelve
from tests.engine.oracle.rules.dupla import Dupla
from tests.engine.oracle.rules.express import Express, ItalianExpress
from tests.engine.oracle.rules.fives import Fives, FivesAndThrees
from tests.engine.oracle.rules.forty_two import FortyTwo
from tests.engine.oracle.rules.mata import Mata, MataAlsace
from tests.engine.oracle.rules.matador import Matador
from tests.engine.oracle.rules.memory import Memory
from tests.engine.oracle.rules.mexican_train import MexicanTrain, MexicanTrainNine
from tests.engine.oracle.rules.pairs import Parejas
from tests.engine.oracle.rules.quinientos import Doscientos, Quinientos
from tests.engine.oracle.rules.sebastopol import Sebastopol
from tests.engine.oracle.rules.six_love import CutThroat, SixLove

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
    "fives": Fives,
    "fives-and-threes": FivesAndThrees,
    "bergen": Bergen,
    "matador": Matador,
    "accountants": Accountants,
    "double-twelve": DoubleTwelve,
    "mexican-train": MexicanTrain,
    "mexican-train-nine": MexicanTrainNine,
    "chickenfoot": Chickenfoot,
    "mata": Mata,
    "mata-alsace": MataAlsace,
    "parejas": Parejas,
    "dominicano": Dominicano,
    "quinientos": Quinientos,
    "doscientos": Doscientos,
    "cubano": Cubano,
    "dupla": Dupla,
    "six-love": SixLove,
    "cut-throat": CutThroat,
    "forty-two": FortyTwo,
}
