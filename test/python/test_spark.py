"""t2sed.spark on a local Spark of two workers: what comes out is what Pairs
gives, each row once, also where a worker is killed in the midst of its rows."""

import os
import signal
import shutil
import sqlite3
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import binding  # noqa: E402
import t2sed  # noqa: E402
import tap  # noqa: E402
from test_connections import needs  # noqa: E402

QUESTION = "How many pets are there?"
QUERIES = ["SELECT count(*) FROM pet", "SELECT name FROM pet", "SELECT (", None]


class Spark(unittest.TestCase):
    def setUp(self):
        needs(self, "pandas", "pyarrow", "pyspark")
        if not shutil.which("java"):
            self.skipTest("no Java (Debian's default-jre-headless)")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        for name in "db0", "db1", "db2":
            os.mkdir(os.path.join(self.root, name))
            connection = sqlite3.connect(
                os.path.join(self.root, name, name + ".sqlite"))
            connection.executescript(
                "CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT);"
                "INSERT INTO pet VALUES (1, 'Rex'), (2, 'Tom');")
            connection.close()
        os.environ.update(PYSPARK_PYTHON=sys.executable, PYTHONPATH=os.path.join(
            binding.ROOT, "examples", "python"))

    def test_a_worker_is_killed(self):
        from pyspark.sql import SparkSession
        from t2sed.spark import check_pairs
        spark = SparkSession.builder.master("local[2,4]").config(
            "spark.ui.enabled", "false").config(
            "spark.ui.showConsoleProgress", "false").config(
            "spark.sql.execution.arrow.maxRecordsPerBatch", 20).getOrCreate()
        self.addCleanup(spark.stop)
        spark.sparkContext.setLogLevel("OFF")
        rows = [(i, QUESTION, QUERIES[i % 4], f"db{i // 70}")
                for i in range(240)]  # "db3" is not there
        root, died = self.root, os.path.join(self.root, "died")

        def source(db_id):
            """Ends the first process that opens db2, in its second batch."""
            if db_id == "db2":
                try:
                    os.close(os.open(died, os.O_CREAT | os.O_EXCL))
                except FileExistsError:
                    pass
                else:
                    with open(died, "w", encoding="utf-8") as file:
                        file.write(str(os.getpid()))
                    os.kill(os.getpid(), signal.SIGKILL)
            return os.path.join(root, db_id, db_id + ".sqlite")
        frame = spark.createDataFrame(
            rows, "id long, question string, sql string, db_id string"
        ).repartition(4, "id")
        scored = check_pairs(frame, source)
        self.assertEqual(scored.columns, [
            "id", "question", "sql", "db_id", "probability", "findings",
            "error"])
        found = sorted(scored.collect(), key=lambda row: row.id)
        with open(died, encoding="utf-8") as file:
            self.assertNotEqual(int(file.read()), os.getpid())
        self.assertEqual([tuple(row)[:4] for row in found], rows)
        known = t2sed.Pairs(root).check(*zip(*(row[1:] for row in rows)))
        for row, pair in zip(found, known):
            self.assertEqual((row.probability, row.error),
                             (pair.probability, pair.error))
            self.assertEqual([tuple(one) for one in row.findings],
                             [(one.code, one.severity, one.message)
                              for one in pair.findings])


if __name__ == "__main__":
    tap.main()
