"""The SQL shell that asks before it runs: the program itself, by pipes and on
a terminal."""

import os
import pty
import re
import select
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import termios
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
CLIENT = os.path.join(BUILD, "bin", "t2sed-client")
ROWS = """CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, weight REAL);
          INSERT INTO pet VALUES (1, 'Rex', 3.5), (2, 'Tom', NULL),
          (3, 'a' || char(27) || '[2Jb' || char(155) || char(10), 1.0);
          CREATE TABLE many AS WITH RECURSIVE n(i) AS (
          SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
          SELECT i AS nr FROM n;
          CREATE TABLE wide_2 (Wide_ID);
          CREATE TABLE wide (city TEXT, people INTEGER, "badname" TEXT);
          INSERT INTO wide VALUES ('東京', 14000000, 'a'), ('Rome', 2, 'b'),
          ('é' || char(769), 300, 'c');"""
EDITS = b"libedit" in subprocess.run(
    ["readelf", "-d", CLIENT], stdout=subprocess.PIPE).stdout
QUESTION = "What are the names of the pets?"
ENDLESS = ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
           "SELECT count(*) FROM n;")


class Client(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.model = os.path.join(cls.folder, "model")
        subprocess.run([os.path.join(BUILD, "test", "make_tiny_model"),
                        cls.model, "bert", "{}"], check=True)
        cls.database = os.path.join(cls.folder, "pets.sqlite")
        connection = sqlite3.connect(cls.database)
        connection.executescript(ROWS)
        connection.close()
        cls.environment = {**os.environ, "T2SED_MODEL": cls.model}

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def run_client(self, *arguments, text=b""):
        if isinstance(text, str):
            text = text.encode("utf-8")
        done = subprocess.run([CLIENT, *arguments], input=text,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=300, env=self.environment)
        return (done.returncode, done.stdout.decode("utf-8"),
                done.stderr.decode("utf-8"))

    def answer(self, query, *more, options=("--answer", "0")):
        """What is printed on one query."""
        text = "\n".join((QUESTION, query, *more)) + "\n"
        status, out, err = self.run_client(*options, self.database, text=text)
        self.assertEqual((status, err), (0, ""))
        return out

    def test_sure_queries_run_at_once(self):
        lines = self.answer("SELECT name,\n weight FROM pet\nWHERE id < 3;"
                            ).splitlines()
        self.assertRegex(lines[0], r"^probability 0\.\d{3}$")
        self.assertEqual(lines[-4:], ["  name | weight", "  Rex | 3.5",
                                      "  Tom | NULL", "  2 rows"])

    def test_others_run_after_a_yes(self):
        never = ("--answer", "2")
        query = "SELECT name FROM pet WHERE id = 1;"
        lines = []
        for answer in ("y", "yes", "n", "", "Y es"):
            lines += [answer, QUESTION, query]
        parts = self.answer(query, *lines, options=never).split("probability")
        self.assertEqual(["Rex" in part for part in parts[1:]],
                         [True, True, False, False, False, False])
        self.assertEqual(["Not run." in part for part in parts[1:]],
                         [False, False, True, True, True, True])

    def test_findings_are_underlined(self):
        out = self.answer("SELECT 'ö',\n nam FROM pet;")
        self.assertIn('  error: No table of the query has a column "nam"; pet '
                      'has "name".\n     nam FROM pet;\n     ^^^\n'
                      '    perhaps: name\nIt can\'t run.\n', out)
        out = self.answer("SELECT count(*) FROM pet WHERE name = NULL;")
        self.assertIn("    SELECT count(*) FROM pet WHERE name = NULL;\n"
                      + 35 * " " + "^" * 11 + "\n", out)
        out = self.answer("SELECT name FROM pet WHERE")
        self.assertIn("    SELECT name FROM pet WHERE\n" + 30 * " " + "^\n",
                      out)

    def test_nothing_but_queries_runs(self):
        queries = ["DELETE FROM pet;", "PRAGMA user_version = 3;",
                   "ATTACH 'x' AS y;", "SELECT 1; DROP TABLE pet;", "SELEC;",
                   ";"]
        lines = [line for query in queries for line in (query, QUESTION)]
        self.assertEqual(self.answer(*lines).count("It can't run."),
                         len(queries))
        out = self.answer("SELECT load_extension('x');", "y")
        self.assertNotIn("load_extension('x') |", out)
        connection = sqlite3.connect(self.database)
        self.assertEqual(connection.execute(
            "SELECT count(*) FROM pet").fetchone(), (3,))
        connection.close()

    def test_terminals_are_not_steered(self):
        out = self.answer("SELECT name FROM pet WHERE id = 3;")
        self.assertIn("  a\\x1b[2Jb\\u009b\\n\n", out)
        self.assertNotIn("\x1b", out)
        self.assertNotIn("\x9b", out)
        out = self.answer("SELECT nam\x1b[31m FROM pet")
        self.assertNotIn("\x1b", out)

    def test_rows_are_limited(self):
        out = self.answer("SELECT id FROM pet;",
                          options=("--answer", "0", "--rows", "1"))
        self.assertTrue(out.endswith("  id\n  1\n  ... 3 rows in all\n"), out)
        self.assertIn("  0 rows\n",
                      self.answer("SELECT id FROM pet WHERE id > 7;"))
        out = self.answer("SELECT replace(hex(zeroblob(20)), '0', 'ä'), "
                          "x'0102';")
        self.assertIn("  " + "ä" * 30 + "... | (2 bytes)\n", out)

    def test_endless_queries_are_stopped(self):
        out = self.answer(ENDLESS,
                          options=("--answer", "0", "--seconds", "0.2"))
        self.assertIn("stopped: the query takes too long", out)

    def test_interrupting_ends_the_query_alone(self):
        process = subprocess.Popen(
            [CLIENT, "--answer", "0", "--seconds", "100", self.database],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=self.environment)
        process.stdin.write(f"{QUESTION}\n{ENDLESS}\n".encode())
        process.stdin.flush()
        out = b""
        for _ in range(60):
            time.sleep(0.5)
            used = os.sysconf("SC_CLK_TCK")
            with open(f"/proc/{process.pid}/stat", encoding="ascii") as stat:
                work = int(stat.read().rsplit(")", 1)[1].split()[11]) / used
            if work > 2:
                break
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        text = f"{QUESTION}\nSELECT name FROM pet WHERE id = 1;\n".encode()
        out, _ = process.communicate(text, timeout=120)
        self.assertIn(b"  stopped\n", out)
        self.assertIn(b"Rex", out)
        self.assertEqual(process.returncode, 0)

    def test_bad_text(self):
        status, out, _ = self.run_client(
            "--answer", "0", self.database,
            text=b"caf\xe9?\nSELECT 1;\n" + QUESTION.encode()
            + b"\nSELECT '\xff';\n" + QUESTION.encode()
            + b"\nSELECT name FROM pet WHERE id = 1;")
        self.assertEqual(status, 0)
        self.assertIn("UTF-8", out)
        self.assertIn("It can't run.", out)
        self.assertIn("Rex", out)
        status, out, err = self.run_client(
            "--answer", "0", self.database,
            text=QUESTION + "\nSELECT " + "1 + " * 400000 + "1;\n")
        self.assertEqual(status, 0)
        self.assertIn("more than 1048576 bytes", err)

    def test_the_end(self):
        for text in ("\n\n.quit\n", QUESTION, f"{QUESTION}\n\n"):
            self.assertEqual(self.run_client("--answer", "0.9", self.database,
                                             text=text), (0, "", ""))
        status, _, err = self.run_client(self.database)
        self.assertEqual(status, 0)
        self.assertIn("answers from 0.5 on", err)

    def test_bad_arguments(self):
        for arguments in ((), ("--answer", "x", "d"), ("--answer",),
                          ("--rows", "-1", "d"), ("--nonsense", "d"),
                          ("a", "b"), ("--answer", "nan", "d")):
            status, out, err = self.run_client(*arguments)
            self.assertEqual((status, out), (2, ""), arguments)
            self.assertTrue(err.startswith("usage: t2sed-client"), err)
        status, out, _ = self.run_client("--help")
        self.assertEqual(status, 0)
        self.assertTrue(out.startswith("usage: t2sed-client"))

    def test_bad_databases(self):
        text = os.path.join(self.folder, "text.sqlite")
        with open(text, "w", encoding="utf-8") as file:
            file.write("This is no database. " * 100)
        for path in (os.path.join(self.folder, "none.sqlite"), self.folder,
                     text):
            status, out, err = self.run_client(path)
            self.assertEqual((status, out), (1, ""), path)
            self.assertIn(path, err)
        status, out, err = self.run_client("--model", "/nowhere",
                                           self.database)
        self.assertEqual((status, out), (1, ""))
        self.assertIn("/nowhere", err)

    def read_until(self, terminal, text):
        got = b""
        while text not in got:
            ready, _, _ = select.select([terminal], [], [], 120)
            self.assertTrue(ready, got)
            got += os.read(terminal, 4096)
        if EDITS and text.endswith(b"> "):
            self.wait_for_editing(terminal)
        return got

    def wait_for_editing(self, terminal):
        """libedit takes the terminal after it writes the prompt: a key such
        as ^D or TAB that comes between is the kernel's, and lost."""
        ends = time.monotonic() + 120
        while termios.tcgetattr(terminal)[3] & termios.ICANON:
            self.assertLess(time.monotonic(), ends, "it never edits")
            time.sleep(0.01)

    def open_terminal(self, *arguments, **environment):
        """The client on a terminal, at its first prompt."""
        child, terminal = pty.fork()
        if child == 0:
            os.execve(CLIENT, [CLIENT, *arguments, self.database],
                      {**self.environment, "TERM": "xterm",
                       "XDG_STATE_HOME": os.path.join(self.folder, "state"),
                       **environment})
        self.read_until(terminal, b"question> ")
        return child, terminal

    def type(self, terminal, text, until=b"question> "):
        os.write(terminal, text.encode())
        return self.read_until(terminal, until).decode()

    def close_terminal(self, child, terminal):
        os.write(terminal, b"\x04")
        self.assert_ends(child, terminal)

    def assert_ends(self, child, terminal):
        ends = time.monotonic() + 120
        ended = 0
        while not ended:
            self.assertLess(time.monotonic(), ends, "it does not end")
            time.sleep(0.01)
            ended, status = os.waitpid(child, os.WNOHANG)
        self.assertEqual(status, 0)
        os.close(terminal)

    def test_on_a_terminal(self):
        child, terminal = self.open_terminal("--answer", "2")
        self.type(terminal, QUESTION + "\n", b"query> ")
        self.type(terminal, "SELECT name\n", b"   ...> ")
        self.type(terminal, "FROM pet WHERE id = 1;\n", b"Run it? [y/N] ")
        self.assertIn("  Rex\r\n  1 row\r\n", self.type(terminal, "y\n"))
        self.close_terminal(child, terminal)

    def test_commands(self):
        child, terminal = self.open_terminal("--answer", "0")
        text = self.type(terminal, ".help\n")
        for name in (".fix", ".help", ".tables", ".quit"):
            self.assertRegex(text, r"(?m)^" + re.escape(name) + "  ")
        self.assertIn("pet (id, name, weight)\r\nmany (nr)\r\nwide_2 (Wide_ID)\r\nwide (city, people, "
                      "bad\\x1bname)\r\n", self.type(terminal, ".tables\n"))
        self.assertIn("No command .x; .help", self.type(terminal, ".x\n"))
        self.type(terminal, QUESTION + "\n", b"query> ")
        self.type(terminal, ".tables\n", b"query> ")  # for the same question
        os.write(terminal, b".quit\n")
        self.assert_ends(child, terminal)
        status, out, _ = self.run_client(
            "--answer", "0", self.database,
            text=f".help\n{QUESTION}\n.tables\nSELECT id FROM pet;\n")
        self.assertEqual(status, 0)
        self.assertIn(".tables  the tables", out)
        self.assertIn("pet (id, name, weight)", out)
        self.assertIn("  3 rows", out)

    def test_corrections(self):
        """.fix proposes another query, and runs it after a yes."""
        status, out, _ = self.run_client("--answer", "2", self.database, text=(
            f".fix\n{QUESTION}\nSELECT nam FROM pets WHERE id = 1;\n.fix\ny\n"
            ".fix show the weight instead of the name\nn\n"))
        self.assertEqual(status, 0)
        lines = out.splitlines()
        self.assertEqual(lines[0], "There is no query yet.")
        at = lines.index("SELECT name FROM pet WHERE id = 1;")
        self.assertRegex(lines[at + 1], r"^  probability 0\.\d{3}: .*names are "
                                        "the database's$")
        self.assertEqual(lines[at + 2:at + 4], ["  name", "  Rex"])
        self.assertTrue(any("weight" in line for line in lines[at + 4:]))

    def test_results_are_aligned(self):
        query = "SELECT city, people, 'x' AS y FROM wide;"
        child, terminal = self.open_terminal("--answer", "0")
        self.type(terminal, "Cities?\n", b"query> ")
        lines = self.type(terminal, query + "\n").splitlines()
        self.assertEqual(lines[lines.index("  city | people   | y"):][1:4], [
            "  東京 | 14000000 | x", "  Rome |        2 | x",
            "  é\u0301    |      300 | x"])
        self.close_terminal(child, terminal)
        self.assertIn("  city | people | y\n  東京 | 14000000 | x\n"
                      "  Rome | 2 | x\n", self.answer(query))
        out = self.answer("SELECT nr, nr FROM many;",  # in several blocks
                          options=("--answer", "0", "--rows", "450"))
        self.assertIn("  ... 500 rows in all\n", out)
        self.assertEqual(re.findall(r"(?m)^  (\d+) \| \1$", out),
                         [str(i + 1) for i in range(450)])

    @unittest.skipUnless(EDITS, "built without libedit")
    def test_completion(self):
        child, terminal = self.open_terminal("--answer", "0")
        self.type(terminal, QUESTION + "\n", b"query> ")
        self.assertIn("Rex", self.type(
            terminal, "SELECT NA\t FROM PET\t WHERE pet.i\t = 1;\n"))
        self.assertIn("No command .quitx",
                      self.type(terminal, ".q\x09\x7fx\n"))
        # As far as those agree that are written as what was typed.
        self.type(terminal, "Wide?\n", b"query> ")
        self.assertIn("14000000", self.type(
            terminal, "SELECT people FROM wi\t;\n"))
        # Neither files nor what would steer the terminal.
        text = self.type(terminal, "/bin/s\t bad\t\t end\n", b"query> ")
        self.assertNotIn("\x1bname", text)
        self.assertIn("/bin/s bad end", text.replace("\x07", "").replace(
            "  ", " "))
        self.type(terminal, "\n")
        self.close_terminal(child, terminal)

    @unittest.skipUnless(EDITS, "built without libedit")
    def test_history(self):
        home = os.path.join(self.folder, "home")
        os.mkdir(home)
        for place, environment in (
                ("home/.local/state", {"XDG_STATE_HOME": "x", "HOME": home}),
                ("state", {})):
            path = os.path.join(self.folder, place, "t2sed", "client_history")
            child, terminal = self.open_terminal("--answer", "2",
                                                 **environment)
            self.type(terminal, "What über all?\n", b"query> ")
            self.type(terminal, "SELECT 7;\n", b"Run it? [y/N] ")
            self.type(terminal, "n\n")
            mode = stat.S_IMODE(os.stat(path).st_mode)  # before the end
            self.assertEqual(mode, 0o600)
            self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(
                path)).st_mode), 0o700)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(terminal)
        child, terminal = self.open_terminal("--answer", "2")
        # The answer "n" is none; the second line up is the question.
        self.assertIn("über", self.type(terminal, "\x10\x10\n", b"query> "))
        self.assertIn("SELECT 7", self.type(terminal, "\x10\x10\n",
                                            b"[y/N] "))
        self.type(terminal, "n\n")
        self.close_terminal(child, terminal)
        child, terminal = self.open_terminal(XDG_STATE_HOME="/proc/none")
        self.type(terminal, "What?\n", b"query> ")  # where none can be kept
        self.type(terminal, "\n")
        self.close_terminal(child, terminal)


if __name__ == "__main__":
    if not os.path.exists(os.path.join(BUILD, "lib", "libt2sed-torch.so")):
        print("1..1\nok 1 - client # SKIP built without libtorch")
        sys.exit(0)
    tap.main()
