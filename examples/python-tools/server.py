# The same as ../node-tools, with Python's standard library alone: TOOL_SECRET=whsec_… python3 server.py
import base64, hmac, json, os, re, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["TOOL_SECRET"].removeprefix("whsec_"))
KEYS_FILE = os.environ.get("KEYS_FILE", "refunds.jsonl")
ORDERS = {"1042": {"state": "on its way"}, "1043": {"state": "being packed"}}
lock = threading.Lock()
done = {}
if os.path.exists(KEYS_FILE):
    done = dict(json.loads(line) for line in open(KEYS_FILE, encoding="utf-8"))


def is_signed(method, path, headers, body):
    sent = headers["webhook-timestamp"] or "0"
    if abs(time.time() - int(sent)) > 300:
        return False
    own = sorted(f"{name.lower()}:{value}\n" for name, value in headers.items() if name.lower().startswith("parley-"))
    text = f"{headers['webhook-id']}.{sent}.{method} {path}\n{''.join(own)}\n".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(KEY, text, "sha256"))
    given = (headers["webhook-signature"] or "").encode().split()
    return any(hmac.compare_digest(expected, one) for one in given)


def refund(key, wish):
    """Refunds once for each key: a call that comes again gets the first answer."""
    with lock:
        if key not in done:
            answer = {"refunded": wish["amount"], "order": wish["order"]}
            with open(KEYS_FILE, "a", encoding="utf-8") as file:
                file.write(json.dumps([key, answer]) + "\n")
                file.flush()
                os.fsync(file.fileno())
            done[key] = answer
        return done[key]


class Receiver(BaseHTTPRequestHandler):
    def do_GET(self):
        found = re.fullmatch(r"/orders/(\d{1,9})", self.path)
        order = found and ORDERS.get(found[1])
        self.answer(b"", lambda _: (200, order) if order else (404, {"error": "no such order"}))

    def do_POST(self):
        self.answer(self.rfile.read(int(self.headers["content-length"])), self.refunded)

    def refunded(self, body):
        if self.path != "/refunds":
            return 404, {"error": "no such page"}
        if self.headers["parley-verified"] != "true":
            return 403, {"error": "not verified"}
        return 200, refund(self.headers["idempotency-key"], json.loads(body))

    def answer(self, body, act):
        is_ours = is_signed(self.command, self.path, self.headers, body)
        status, said = act(body) if is_ours else (401, {"error": "wrong signature"})
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(said).encode())

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("", int(os.environ.get("PORT", 4100))), Receiver)
print(f"http://localhost:{server.server_port}", flush=True)
server.serve_forever()
