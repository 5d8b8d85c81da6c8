"""A session of one person at one stage of signing in, renewed whenever a request ended it."""

import base64
import hashlib
import hmac
import json
import os
import struct
import subprocess
import time
import urllib.request

PASSWORD, CHANGED = "Yunchuan-9527", "Yunchuan-9528"


def gx(*words, text=""):
    """The command line on the data directory of this run."""
    done = subprocess.run([os.environ["GX_BINARY"], *words, "--data", os.environ["GX_FUZZ_DATA"]],
                          input=text, text=True, capture_output=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


def call(method, path, token="", body=None):
    request = urllib.request.Request(os.environ["GX_FUZZ_BASE"] + path, method=method,
                                     data=None if body is None else json.dumps(body).encode())
    request.add_header("content-type", "application/json")
    if token:
        request.add_header("authorization", "Bearer " + token)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.loads(answer.read())


def code_of(secret, at):
    """The one-time code of a moment (RFC 6238, SHA-1, 30 s, 6 digits)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(at) // 30), hashlib.sha1).digest()
    place = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[place:place + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def sign_in(name, stage):
    """A token at the stage; `stage` is `none`, `password`, `code`, `enrol` or `full`."""
    for attempt in range(4):
        for password in (PASSWORD, CHANGED):
            answer = call("POST", "/login", body={"username": name, "password": password, "code": "", "uuid": ""})
            token, reached = answer.get("token"), answer.get("stage", "full")
            if token and reached == "password" and stage == "full":
                call("PUT", "/system/user/profile/updatePwd", token, {"oldPassword": password, "newPassword": CHANGED})
                break
            if token and reached == stage:
                return token
        # What was fuzzed closed the portal, locked the person or changed his password: undone at the console.
        gx("maintenance", "off")
        gx("user", "unlock", name)
        if stage == "full":
            gx("user", "enable", name)
        if attempt == 1:
            gx("settings", "set", "sys.account.captchaEnabled", "false")
            gx("user", "passwd", name, "--password-stdin", text=PASSWORD + "\n")
    raise SystemExit(f"{name} does not reach the stage {stage}: {answer}")


def enrol(name):
    """Gives the person a second factor; answers its key."""
    token = sign_in(name, "full")
    secret = call("POST", "/portal/factor/begin", token, {})["data"]["secret"]
    answer = call("POST", "/portal/factor/confirm", token, {"code": code_of(secret, time.time())})
    assert answer["code"] == 200, answer
