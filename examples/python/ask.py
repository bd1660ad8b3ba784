"""Asks a question and prints the reply with its sources. The standard library is enough."""

import json
import os
import sys
import urllib.error
import urllib.request
import uuid

ADDRESS = os.environ.get("PARLEY_ADDRESS", "http://localhost:3000")
DATA = os.environ.get("PARLEY_DATA_DIR", ".data")


def credentials():
    if "CLIENT_ID" in os.environ:
        return {"X-API-Key": os.environ["CLIENT_ID"], "X-API-Secret": os.environ["CLIENT_SECRET"]}
    with open(f"{DATA}/demo.headers") as file:
        return dict(line.strip().split(": ") for line in file)


def agent_id():
    if "AGENT_ID" in os.environ:
        return os.environ["AGENT_ID"]
    with open(f"{DATA}/demo.json") as file:
        return json.load(file)["agent_id"]


def post(path, body):
    # With the same key, repeating a request after a broken connection stores nothing twice.
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4()), **credentials()}
    request = urllib.request.Request(f"{ADDRESS}/api/v1/{path}", json.dumps(body).encode(), headers)
    for last in (False, False, True):
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            sys.exit(f"{problem['code']}: {problem['detail']}")
        except OSError:
            if last:
                raise


question = " ".join(sys.argv[1:]) or "When are you open?"
conversation = post("conversations", {"agent_id": agent_id(), "customer_id": "python"})
reply = post(f"conversations/{conversation['id']}/messages", {"content": question})
print(reply["content"])
for citation in reply["citations"]:
    print(f"  from “{citation['title']}”: {citation['quote']}")
