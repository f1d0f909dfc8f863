"""vsftpd and pure-ftpd, each serving one file on the loopback address."""

import os
import pwd
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

NAME = "scene"
USER, PASSWORD = "bench", "bench-password"
VSFTPD = """
listen=YES
listen_address=127.0.0.1
listen_port={port}
background=NO
anonymous_enable=YES
no_anon_password=YES
local_enable=NO
anon_root={root}
use_sendfile=YES
xferlog_enable=NO
secure_chroot_dir={empty}
ssl_enable=YES
allow_anon_ssl=YES
force_local_data_ssl=NO
force_local_logins_ssl=NO
require_ssl_reuse=NO
ssl_ciphers=HIGH
rsa_cert_file={certificate}
rsa_private_key_file={certificate}
"""


@contextmanager
def start_rivals(folder, file):
    """Servers by name: the address of the file, and the processes whose CPU time counts."""
    root = folder / "root"
    root.mkdir(parents=True)
    # vsftpd refuses a root that can be written to.
    os.link(file, root / NAME)
    file.chmod(0o644)
    # The rivals read it as another user.
    for path in (folder.parent, folder):
        path.chmod(0o755)
    root.chmod(0o555)
    certificate = make_certificate(folder)
    processes, servers = [], {}
    try:
        for name, start, login in [("vsftpd", vsftpd, ""), ("pure-ftpd", pure_ftpd, f"{USER}:{PASSWORD}@")]:
            port = free_port()
            command = start(folder, root, certificate, port)
            if command is None:
                print(f"{name}: not installed, not measured")
                continue
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            processes.append(process)
            wait_for(port)
            servers[name] = (f"ftp://{login}127.0.0.1:{port}/{NAME}", [process.pid])
        yield servers
    finally:
        for process in processes:
            process.terminate()
            process.wait()
        root.chmod(0o755)


def vsftpd(folder, root, certificate, port):
    program = which("vsftpd")
    if program is None:
        return None
    empty = folder / "empty"
    empty.mkdir()
    settings = folder / "vsftpd.conf"
    settings.write_text(VSFTPD.format(port=port, root=root, empty=empty, certificate=certificate).lstrip())
    return [program, settings]


def pure_ftpd(folder, root, certificate, port):
    program = which("pure-ftpd") or unpack_pure_ftpd(folder)
    if program is None:
        return None
    options = ["--noanonymous", "--bind", f"127.0.0.1,{port}", "--tls", "1", "--dontresolve", "--chrooteveryone"]
    options += ["--login", f"puredb:{make_account(program, folder, root)}"]
    return [program, *options, "--certfile", f"{certificate},{certificate}"]


def make_account(program, folder, root):
    """Anonymous users of pure-ftpd see one fixed folder of the system, so it gets an account. Its password hash is a
    quick one: what is measured are transfers."""
    digest = subprocess.run(["openssl", "passwd", "-1", PASSWORD], check=True, capture_output=True, text=True)
    nobody = pwd.getpwnam("nobody")
    accounts, database = folder / "accounts", folder / "accounts.pdb"
    accounts.write_text(f"{USER}:{digest.stdout.strip()}:{nobody.pw_uid}:{nobody.pw_gid}::{root}/./::::::::::::\n")
    tool = shutil.which("pure-pw") or Path(program).parent.parent / "bin/pure-pw"
    subprocess.run([tool, "mkdb", database, "-f", accounts], check=True)
    return database


def unpack_pure_ftpd(folder):
    """Debian does not let both be installed, so it is taken from its package."""
    there = folder / "pure-ftpd"
    there.mkdir()
    try:
        subprocess.run(["apt-get", "download", "-q", "pure-ftpd"], cwd=there, check=True, capture_output=True)
        package = next(there.glob("*.deb"))
        subprocess.run(["dpkg-deb", "-x", package, there], check=True)
    except (OSError, subprocess.CalledProcessError, StopIteration):
        return None
    return there / "usr/sbin/pure-ftpd"


def which(program):
    return shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


def make_certificate(folder):
    key, certificate, both = folder / "key.pem", folder / "cert.pem", folder / "both.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=bench",
         "-keyout", key, "-out", certificate], check=True, capture_output=True)
    both.write_text(key.read_text() + certificate.read_text())
    both.chmod(0o600)
    return both


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(port):
    until = time.monotonic() + 10
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
