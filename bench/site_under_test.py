"""One scenedock with everything in it, and the two people who use it."""

import base64
import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
import uuid
from datetime import datetime

PASSWORD = "Bench-1234"
START_SECONDS = 60
PREPARED_SECONDS = 900
PDF = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Size 4/Root 1 0 R>>
startxref
0
%%EOF
"""
FORM = {
    "applyuser": "王一", "applyUserPhone": "13800000000", "applyUserUnit": "地质调查院", "productName": "测试",
    "applyUserUsed": "科研", "getMethod": 0, "description": "", "processDescribe": "", "extractingElements": "",
    "assignment": "",
}
TICKS = os.sysconf("SC_CLK_TCK")


# A grey square: pictures are looked at in the server's own process, PDFs in one each.
JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8yb"
    "qmx5moq6T/wAALCAAQABABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIh"
    "MUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhI"
    "WGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/ACii"
    "iv/Z"
)


class Site:
    """Runs on `data` with the scenes of `archive`; ends with the `with` block."""

    def __init__(self, binary, data, archive, settings=None, log=None):
        """`settings`: besides the usual ones; `log`: the file that its log goes to."""
        self.binary, self.data, self.archive, self.log = binary, data, archive, log
        self.environment = {
            **os.environ, "SCENEDOCK_DATA": str(data), "HTTP_ADDR": "127.0.0.1:0", "FTP_ADDR": "127.0.0.1:0",
            "CAPTCHA": "off", "ARCHIVE_ROOTS": str(archive), "RUST_LOG": "warn", **(settings or {}),
        }

    def __enter__(self):
        self.data.mkdir()
        self.process = subprocess.Popen(
            [self.binary, "serve"], env=self.environment, stdout=subprocess.PIPE, text=True,
            stderr=open(self.log, "w") if self.log else None)
        self.http = self.ftp = None
        for line in self.process.stdout:
            if "http://" in line and not self.http:
                self.http = line[line.index("http://"):].strip().rstrip("/")
            if "ftp://" in line:
                self.ftp = line[line.index("ftp://") + 6:].strip().rstrip("/")
            if line.startswith("data"):
                break
        if not self.ftp:
            raise SystemExit("scenedock does not start")
        self.run("ingest", self.archive / "items.ndjson")
        for name in ("applicant", "admin"):
            self.run("admin", "create-user", name, "--role", name, said=PASSWORD)
        self.sign_in_all()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def run(self, *arguments, said=""):
        subprocess.run([self.binary, *arguments], env=self.environment, input=said, text=True, check=True,
                       stdout=subprocess.DEVNULL)

    def call(self, who, method, path, body=None, kind="application/json"):
        said = self.read(who, method, path, body, kind)
        return json.loads(said) if said else None

    def read(self, who, method, path, body=None, kind="application/json"):
        """The bytes of the answer."""
        if body is not None and kind == "application/json":
            body = json.dumps(body).encode()
        request = urllib.request.Request(self.http + path, body, method=method)
        request.add_header("Content-Type", kind)
        if who:
            request.add_header("Authorization", "Bearer " + self.tokens[who])
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{method} {path}: {error.code} {error.read().decode()}") from None
        except urllib.error.URLError as error:
            raise SystemExit(f"{method} {path}: {error}; scenedock: {self.process.poll()}") from None

    def sign_in_all(self):
        """Sessions end after half an hour without a call: what fills for longer signs in again."""
        self.tokens = {name: self.sign_in(name) for name in ("applicant", "admin")}

    def sign_in(self, name):
        return self.call(None, "POST", "/api/auth/login", {"loginName": name, "password": PASSWORD})["token"]

    def upload(self, slot, name="applicant", paper=("pdf", "application/pdf", PDF)):
        ending, kind, content = paper
        edge = uuid.uuid4().hex
        body = (
            f'--{edge}\r\nContent-Disposition: form-data; name="type"\r\n\r\n{slot}\r\n'
            f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="{slot}.{ending}"\r\n'
            f"Content-Type: {kind}\r\n\r\n"
        ).encode() + content + f"\r\n--{edge}--\r\n".encode()
        answer = self.call(name, "POST", "/api/attachments", body, f"multipart/form-data; boundary={edge}")
        return {"type": slot, "attachmentId": answer["attachmentId"]}

    def order(self, ids):
        """A submitted order; its id."""
        asked = {
            "type": 0, "dataType": "0", "action": "submit", "form": FORM, "dataIds": ids,
            "attachments": [self.upload(slot) for slot in (6, 7, 2, 1)],
        }
        return self.call("applicant", "POST", "/api/orders", asked)["id"]

    def approve(self, order):
        self.call("admin", "POST", f"/api/orders/{order}/approve", {})

    def wait_prepared(self, order):
        """When the order entered each state, in seconds of the server's clock."""
        until = time.monotonic() + PREPARED_SECONDS
        while time.monotonic() < until:
            events = self.call("admin", "GET", f"/api/orders/{order}/events")["items"]
            at = {event["to"]: datetime.fromisoformat(event["at"]).timestamp() for event in events}
            if 6 in at:
                return at
            time.sleep(0.2)
        raise SystemExit(f"order {order} is not prepared")

    def delivery(self, order):
        return self.call("applicant", "GET", f"/api/orders/{order}/delivery")

    def forget_objects(self, order):
        """Makes room: the order's objects are not asked for again."""
        shutil.rmtree(self.data / "objects" / "orders" / order)

    def cpu_seconds(self):
        """Of the scenedock process, not of its database."""
        return cpu_seconds(self.process.pid)


def cpu_seconds(pid):
    """CPU time of a process and of its children that ended."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:15])) / TICKS
