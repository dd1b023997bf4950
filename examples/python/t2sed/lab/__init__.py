"""Making and measuring models: libt2sed-lab.so from Python.

    from t2sed import lab

    lab.exact_match(gold, query, schema)            # EM of Spider and SParC
    lab.exact_match(gold, query, schema, "exact-no-keys")               # EM*
    lab.Evaluator().evaluate(database, gold, queries)    # by their results
    lab.auc(probabilities, labels)
    lab.calibration(probabilities, labels).error         # ECE

Thin calls of ``t2sed/lab.h``, which says more of each. Importing it raises
ImportError where libt2sed-lab.so of the library's version is not beside it; as
there, nothing of the lab is promised to stay as it is.
"""
from ..dataset import database_fold
from .data import Dataset
from .labels import (EXACT_RULES, RULES, Evaluator, Match, Verdict,
                     exact_match, hardness)
from .metrics import (Calibration, Curve, Detection, Point, auc, bootstrap,
                      calibration, oracle, rerank, softmax)
from .train import (Trainer, export_model, fit_reranker, fit_trigger,
                    import_model)

__all__ = ["EXACT_RULES", "RULES", "Calibration", "Curve", "Dataset",
           "Detection", "Evaluator", "Match", "Point", "Trainer", "Verdict",
           "auc", "bootstrap", "calibration", "database_fold", "exact_match",
           "export_model", "fit_reranker", "fit_trigger", "hardness",
           "import_model", "oracle", "rerank", "softmax"]
