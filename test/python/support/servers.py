"""PostgreSQL and MariaDB of the distribution, each started for a test in a
folder of its own and stopped after it."""

import glob
import os
import shutil
import signal
import subprocess
import tempfile
import time


class Missing(Exception):
    """What a server needs is not installed."""


def _run(*command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}\n{done.stdout}")


def _program(name, *folders):
    for folder in folders:
        for path in sorted(glob.glob(os.path.join(folder, name))):
            return path
    path = shutil.which(name)
    if path is None:
        raise Missing(f"there is no {name}")
    return path


class _Server:
    """Listens on a socket in its folder alone."""
    end = signal.SIGTERM

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="t2sed-", dir="/tmp")
        self.process = None
        # Two MariaDBs may give one name to temporary files.
        self.how = {"env": {**os.environ, "TMPDIR": self.folder}}
        if os.getuid() == 0:  # neither server runs as root
            os.chmod(self.folder, 0o777)
            self.how.update(user="nobody", group="nogroup", extra_groups=[])
        try:
            self._start()
        except BaseException:
            self.stop()
            raise

    def _serve(self, *command):
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            cwd=self.folder, **self.how)

    def wait(self, connect):
        """The first connection that can be made, within 30 seconds."""
        end = time.monotonic() + 30
        while True:
            try:
                return connect()
            except Exception:  # of any driver
                if time.monotonic() > end or self.process.poll() is not None:
                    raise
                time.sleep(0.1)

    def stop(self):
        if self.process is not None:
            self.process.send_signal(self.end)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class PostgreSQL(_Server):
    end = signal.SIGINT  # clients are not waited for

    def _start(self):
        folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)
        data = os.path.join(self.folder, "data")
        _run(_program("initdb", *folders), "-D", data, "-U", "t2sed",
             "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C",
             cwd=self.folder, **self.how)
        self._serve(_program("postgres", *folders), "-D", data, "-k",
                    self.folder, "-c", "listen_addresses=", "-F")


class MariaDB(_Server):
    def _start(self):
        data = os.path.join(self.folder, "data")
        self.socket = os.path.join(self.folder, "socket")
        _run(_program("mariadb-install-db"), "--no-defaults",
             f"--datadir={data}", "--auth-root-authentication-method=normal",
             "--skip-test-db", cwd=self.folder, **self.how)
        self._serve(_program("mariadbd", "/usr/sbin"), "--no-defaults",
                    f"--datadir={data}", f"--socket={self.socket}",
                    "--skip-networking", f"--pid-file={self.folder}/pid")
