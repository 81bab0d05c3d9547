"""The retrieval models by name; `news` is not among them, it blends one of them with more."""

from collections.abc import Mapping
from typing import Final

from tidings.model.search import Model
from tidings.search.rank.bm25 import bm25
from tidings.search.rank.feedback import bm25_feedback
from tidings.search.rank.ranker import Ranker
from tidings.search.rank.vsm import vsm, vsm_qe, vsm_qe_tr, vsm_tr

RANKERS: Final[Mapping[Model, Ranker]] = {
    Model.VSM: vsm,
    Model.VSM_QE: vsm_qe,
    Model.VSM_TR: vsm_tr,
    Model.VSM_QE_TR: vsm_qe_tr,
    Model.BM25: bm25,
    Model.BM25_FEEDBACK: bm25_feedback,
}
