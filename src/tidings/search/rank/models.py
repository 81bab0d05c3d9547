"""The ranking models by name. `news` is not here: it blends one of them with other factors."""

from collections.abc import Mapping
from typing import Final

from tidings.model.search.results import RankingModel
from tidings.search.rank.bm25 import bm25
from tidings.search.rank.feedback import bm25_feedback
from tidings.search.rank.rounds import Ranker
from tidings.search.rank.vsm import vsm, vsm_qe, vsm_qe_tr, vsm_tr

RANKERS: Final[Mapping[RankingModel, Ranker]] = {
    RankingModel.VSM: vsm,
    RankingModel.VSM_QE: vsm_qe,
    RankingModel.VSM_TR: vsm_tr,
    RankingModel.VSM_QE_TR: vsm_qe_tr,
    RankingModel.BM25: bm25,
    RankingModel.BM25_FEEDBACK: bm25_feedback,
}
