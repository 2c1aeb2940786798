"""A proxy that hands one request after the other to the next of several nodes, as docs/operating.md describes."""

import threading
from collections import Counter
from collections.abc import Sequence
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle

HOST = "designer.example.org"
KEPT = ("Content-Type", "Location", "Set-Cookie", "Retry-After")


class Balancer(ThreadingHTTPServer):
    """The proxy; `answered` counts the answers of each node."""

    daemon_threads = True

    def __init__(self, ports: Sequence[int]) -> None:
        super().__init__(("127.0.0.1", 0), Forwarding)
        self.nodes = cycle(ports)
        self.taking = threading.Lock()
        self.answered: Counter[int] = Counter()
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.thread = threading.Thread(target=self.serve_forever, args=[0.05], daemon=True)
        self.thread.start()

    def next_node(self) -> int:
        """The port of the node whose turn it is."""
        with self.taking:
            return next(self.nodes)

    def stop(self) -> None:
        """Stop serving."""
        self.shutdown()
        self.server_close()


class Forwarding(BaseHTTPRequestHandler):
    """Forwards a request, to another node if one does not listen."""

    server: Balancer

    def do_GET(self) -> None:
        """Forward a request without a body."""
        self.forward(b"")

    def do_POST(self) -> None:
        """Forward a request with its body."""
        self.forward(self.rfile.read(int(self.headers["Content-Length"])))

    def forward(self, body: bytes) -> None:
        """Send it to the next node, and return its answer."""
        headers = {name: value for name, value in self.headers.items() if name != "Host"}
        headers |= {"Host": HOST, "X-Forwarded-Proto": "https", "Connection": "close"}
        port = self.server.next_node()
        node = HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            node.connect()
        except ConnectionRefusedError:
            port = self.server.next_node()
            node = HTTPConnection("127.0.0.1", port, timeout=60)
        node.request(self.command, self.path, body, headers)
        answer = node.getresponse()
        content = answer.read()
        self.server.answered[port] += 1
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name in KEPT:
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)
        node.close()

    def log_message(self, *_words: object) -> None:
        """Say nothing."""
