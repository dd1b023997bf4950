"""Objects of the Python binding in several threads and processes: what is one
thread's at a time says so, and nothing is freed under a call."""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "support"))
from binding import child  # noqa: E402
import tap  # noqa: E402

# Runs work(number) in threads; what it raised, but for RuntimeErrors of what
# is in use, is raised again. Returns those.
THREADS = """
def threads(work, count=4):
    refusals, faults = [], []
    def run(number):
        try:
            work(number)
        except RuntimeError as error:
            refusals.append(str(error))
        except BaseException as error:
            faults.append(error)
    made = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in made:
        thread.start()
    for thread in made:
        thread.join()
    if faults:
        raise faults[0]
    return refusals
def begun(used, call, *arguments, **named):
    thread = threading.Thread(target=call, args=arguments, kwargs=named)
    thread.start()
    while thread.is_alive() and not used.memory.calls:
        time.sleep(0.0005)
    assert thread.is_alive()
    return thread
LONG = QUERIES * 2000
"""


def run(code):
    return child(THREADS + code)


class Threads(unittest.TestCase):
    def test_one_scorer_in_four(self):
        run("""if True:
            scorer = t2sed.Scorer(light())
            alone = scored(scorer, schema=schema)
            def work(number):
                for i in range(200):
                    assert scored(scorer, schema=schema) == alone
            refusals = threads(work)
            assert refusals and set(refusals) == {
                "this Scorer is in use: it is used by one thread at a time, "
                "make one for each"}, refusals
            assert scored(scorer, schema=schema) == alone
            """)

    def test_a_scorer_for_each(self):
        run("""if True:
            model = light()
            alone = scored(t2sed.Scorer(model), schema=schema)
            def work(number):
                with t2sed.Scorer(model) as scorer:
                    for i in range(20):
                        assert scored(scorer, schema=schema) == alone
                        scorer.score(question, QUERIES, t2sed.Database(schema=schema))
            assert threads(work) == []
            """)

    def test_one_evidence_and_linker(self):
        run("""if True:
            evidence = t2sed.Evidence(t2sed.Database(path))
            linker = t2sed.Linker(t2sed.Database(path))
            refusals = []
            def work(number):
                for i in range(200):
                    try:
                        evidence.set_question(f"{QUESTION} {i}", [QUESTION])
                        evidence.set_sketch(t2sed.Sketcher().predict(QUESTION))
                        evidence.compute(QUERIES[number % 3])
                        evidence.findings(QUERIES[number % 3])
                        linker.link(QUESTION, QUERIES[number % 3])
                        t2sed.agree(QUERIES, evidence)
                    except RuntimeError as error:
                        refusals.append(str(error).split()[1])
                    except t2sed.Error as error:
                        # Another thread is between question and query.
                        assert error.code in ("ESTATE", "EINVAL"), error
            threads(work)
            assert set(refusals) <= {"Evidence", "Linker"} and refusals
            """)

    def test_source_of_two_scorers(self):
        run("""if True:
            model, evidence = light(), t2sed.Evidence(t2sed.Database(path))
            def work(number):
                with t2sed.Scorer(model) as scorer:
                    for i in range(100):
                        scorer.score(question, QUERIES, evidence=evidence)
            refusals = threads(work)
            assert "this Evidence is in use" in refusals[0], refusals
            """)

    def test_shared_objects(self):
        run("""if True:
            sketcher, predictor = t2sed.Sketcher(), t2sed.SchemaPredictor()
            reranker, trigger = t2sed.Reranker(), t2sed.Trigger()
            def work(number):
                for i in range(50):
                    sketcher.predict(question, schema).probabilities()
                    predictor.predict(question, schema).tables()
                    reranker.best(reranker.signals([0.2, 0.8]))
                    trigger.decide(0.5)
                    question.tree()
                    t2sed.Sql(QUERIES[0]).tree(view={}, schema=schema)
            assert threads(work) == []
            """)


class Closing(unittest.TestCase):
    def test_during_a_call(self):
        run("""if True:
            scorer = t2sed.Scorer(light())
            database = t2sed.Database(schema=schema)
            thread = begun(scorer, scorer.score, QUESTION, LONG, database)
            for used in scorer, database:
                assert "has not ended" in refused(RuntimeError, used.close)
            refused(RuntimeError, scorer.__exit__, None, None, None)
            thread.join()
            scorer.close()
            database.close()
            assert refused(ValueError, scored, scorer) == "Scorer is closed"
            """)

    def test_forgotten_during_a_call(self):
        run("""if True:
            scorer = t2sed.Scorer(light())
            database = t2sed.Database(schema=schema)
            thread = begun(scorer, scorer.score, QUESTION, LONG, database,
                           t2sed.Evidence(t2sed.Database(path)))
            del scorer, schema, database
            gc.collect()
            thread.join()
            """)

    def test_at_any_time(self):
        """Four threads make, use and close the same objects."""
        run("""if True:
            model, shared = light(), {}
            def work(number):
                end = time.monotonic() + 3
                while time.monotonic() < end:
                    try:
                        if number == 0:
                            shared["database"] = t2sed.Database(path)
                            shared["evidence"] = t2sed.Evidence(
                                shared["database"])
                            shared["scorer"] = t2sed.Scorer(model)
                            shared["plan"] = t2sed.Sketcher().predict(QUESTION)
                        elif number == 1:
                            for used in list(shared.values()):
                                used.close()
                        elif number == 2:
                            shared["evidence"].set_sketch(shared["plan"])
                            shared["evidence"].findings(QUERIES[0])
                        else:
                            scored(shared["scorer"],
                                   evidence=shared["evidence"])
                    except (KeyError, RuntimeError, ValueError):
                        pass
            threads(work)
            """)


class Forks(unittest.TestCase):
    FORK = """if True:
            def forked(work):
                process = os.fork()
                if process == 0:
                    status = 1
                    try:
                        work()
                        gc.collect()
                        status = 0
                    finally:
                        os._exit(status)
                for i in range(600):
                    done, status = os.waitpid(process, os.WNOHANG)
                    if done:
                        break
                    time.sleep(0.05)
                else:
                    os.kill(process, 9)
                    raise AssertionError("the child hangs")
                assert status == 0, status
    """

    def test_closed_in_a_child(self):
        run(self.FORK + """
            scorer = t2sed.Scorer(light())
            evidence = t2sed.Evidence(t2sed.Database(path))
            before = scored(scorer, evidence=evidence)
            busy = t2sed.Scorer(light())
            thread = begun(busy, busy.score, QUESTION, LONG, evidence=evidence)
            def work():
                global scorer, evidence, busy
                for used in busy, scorer, evidence, schema, question:
                    used.close()
                del scorer, evidence, busy
            for i in range(5):
                forked(work)
            thread.join()
            assert scored(scorer, evidence=evidence) == before
            """)

    def test_used_in_a_child(self):
        run(self.FORK + """
            scorer = t2sed.Scorer(light())
            evidence = t2sed.Evidence(t2sed.Database(path))
            linker = t2sed.Linker(t2sed.Database(path))
            before = scored(scorer, schema=schema)
            def work():
                for call in (lambda: evidence.findings(QUERIES[0]),
                             lambda: linker.link(QUESTION, QUERIES[0])):
                    assert "before a fork" in refused(RuntimeError, call)
                assert scored(scorer, schema=schema) == before
                with t2sed.Evidence(t2sed.Database(path)) as own:
                    scored(scorer, evidence=own)
                t2sed.set_log(None)
            forked(work)
            """)

    def test_multiprocessing(self):
        run("""if True:
            import multiprocessing
            scorer = t2sed.Scorer(light())
            evidence = t2sed.Evidence(t2sed.Database(path))
            before = scored(scorer, evidence=evidence)
            def work(queue):
                evidence.close()
                with t2sed.Evidence(t2sed.Database(path)) as own:
                    queue.put(scored(scorer, evidence=own))
            context = multiprocessing.get_context("fork")
            queue = context.Queue()
            made = [context.Process(target=work, args=(queue,))
                    for i in range(3)]
            for process in made:
                process.start()
            assert [queue.get(timeout=60) for process in made] == [before] * 3
            for process in made:
                process.join(60)
                assert process.exitcode == 0, process.exitcode
            """)


if __name__ == "__main__":
    tap.main()
