"""What schemathesis asks of every answer; loaded by SCHEMATHESIS_HOOKS. One line a request lands in GX_FUZZ_LOG."""

import json
import os
import re
import threading

import schemathesis
from session import gx, sign_in

STAGE, NAME, LOG = os.environ["GX_FUZZ_STAGE"], os.environ["GX_FUZZ_NAME"], open(os.environ["GX_FUZZ_LOG"], "a")
OWN = set(json.loads(os.environ["GX_FUZZ_OWN"]))  # routes of a stage below full, and public ones
NEXT = {"none": {401}, "password": {602}, "code": {603}, "enrol": {603}}.get(STAGE)
UNPLANNED = "系统内部错误"
CHINESE = re.compile("[\u4e00-\u9fff]")
lock, token = threading.Lock(), [None]


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers.pop("Authorization", None)
    if hash(case.id) % 4:  # a form is sent once by its token: more than one must get past that
        case.headers.pop("x-form-token", None)
    if STAGE == "none":
        return
    with lock:
        token[0] = token[0] or sign_in(NAME, STAGE)
        case.headers["Authorization"] = "Bearer " + token[0]


def real(context, value, name, parent=""):
    """Every second number of a record is one that exists."""
    if isinstance(value, dict):
        return {key: real(context, inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [real(context, inner, name) for inner in value]
    drawn = hash(str(value)) % 12
    named = re.search("[iI]ds?$", str(name))
    return (drawn + 1 if isinstance(value, int) else str(drawn + 1)) if named and drawn < 6 else value


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    return path_parameters and real(context, path_parameters, "")


@schemathesis.hook
def map_query(context, query):
    return real(context, query, "") if isinstance(query, dict) else query


@schemathesis.hook
def map_body(context, body):
    return real(context, body, "") if isinstance(body, (dict, list)) else body


def judged(case, response):
    """What is wrong with an answer, and its body code."""
    if response.status_code >= 400:
        return f"HTTP {response.status_code}", None
    kind = (response.headers.get("content-type") or ["-"])[0]
    if "json" not in kind:
        # workbooks and files are promised by their routes; below a full session nobody gets one
        return ("no JSON" if NEXT and case.operation.label not in OWN else None), kind
    try:
        body = json.loads(response.content)
    except ValueError:
        return "broken JSON", None
    code, message = body.get("code", 200), str(body.get("msg", ""))
    if not isinstance(code, int):
        return None, "a file"  # the definition of a register leaves as JSON, and has a code of its own
    if UNPLANNED in message:
        return "unplanned 500", code
    if code != 200 and not CHINESE.search(message):
        return "refused without a sentence", code
    if NEXT and case.operation.label not in OWN and code not in NEXT:
        # the session may have run out meanwhile, and what strangers may send has a limit per address; that a path has no
        # such method is told before anything else
        planned = code == 401 or "过于频繁" in message or "不支持的请求方式" in message
        return (None if planned else "reached below a full session"), code
    return None, code


@schemathesis.check
def planned(ctx, response, case):
    wrong, code = judged(case, response)
    text = response.content[:600].decode("utf-8", "replace")
    with lock:
        if code == 401 and STAGE != "none":
            token[0] = None
        if code == 605:
            gx("maintenance", "off")
        LOG.write(json.dumps([case.operation.label, code, wrong, round(response.elapsed, 3), text[:300] if isinstance(code, int) and code != 200 or wrong else ""],
                             ensure_ascii=False) + "\n")
        LOG.flush()
    assert wrong is None, f"{wrong}: {text}"
