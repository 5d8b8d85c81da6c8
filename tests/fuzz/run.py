"""Schemathesis against the real binary, at every stage of a session; see packaging/fuzz.

run.py BINARY FOLDER [SECONDS] [NAME…]: FOLDER keeps the data of the run, its answers (NAME.jsonl) and what schemathesis said.
"""

import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).parent
# name: stage, account of the demonstration, routes of the stage (tests/suite/api/stages.rs holds the same list)
RUNS = {
    "none": ("none", "-"),
    "password": ("password", "jingban02"),
    "code": ("code", "jingban03"),
    "enrol": ("enrol", "jingban04"),
    "admin": ("full", "admin"),
    "finance": ("full", "caiwu01"),
    "clerk": ("full", "jingban01"),
    "bare": ("full", "demo00018"),
}
# An open stream never ends; hooks of the test build hold the tasks of the whole process.
LEFT_OUT = ["/portal/events", "/testing/captcha/{uuid}", "/testing/tasks/hold/{state}"]
# What signing in and being refused leaves behind.
PASSING = re.compile("audit|login|session|operlog|otp|lock|crash|last|job_log|sequence|^manifest", re.I)


def own_routes(stage):
    text = (HERE.parent / "suite/api/stages.rs").read_text()
    named = re.search(rf'const {stage.upper()}: &str = "(.*?)"', text, re.S)
    return named.group(1).split("\n") if named else []


def rows(session, name):
    """The archive of all tables, by entry."""
    target = pathlib.Path(os.environ["GX_FUZZ_DATA"] + f".{name}.zip")
    target.unlink(missing_ok=True)
    code, text = session.gx("export", str(target))
    assert code == 0, text
    with zipfile.ZipFile(target) as archive:
        return {entry: archive.read(entry) for entry in archive.namelist() if not PASSING.search(entry)}


def prepare(session, binary, data):
    os.environ["GX_FUZZ_DATA"] = str(data)
    for words in (["init", "--admin-password-stdin"], ["seed", "--demo", "small", "--password-stdin"],
                  ["settings", "set", "sys.account.captchaEnabled", "false"],
                  ["settings", "set", "sys.login.addressPerMinute", "0"]):
        code, text = session.gx(*words, text=session.PASSWORD + "\n")
        assert code == 0, text


def one(session, binary, folder, name, seconds):
    stage, account = RUNS[name]
    data = folder / name
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(folder / "seeded", data)
    log = folder / f"{name}.jsonl"
    log.unlink(missing_ok=True)
    server = subprocess.Popen([binary, "serve", "--data", str(data), "--listen", "127.0.0.1:0"], text=True,
                              stdout=subprocess.PIPE, stderr=open(folder / f"{name}.server", "w"))
    try:
        address = next(line for line in server.stdout if "://" in line).split("://")[1].split("/")[0]
        document = json.loads(subprocess.run([binary, "openapi"], capture_output=True, text=True, check=True).stdout)
        (folder / "openapi.json").write_text(json.dumps(document))
        base = f"http://{address}{document['servers'][0]['url']}"
        public = [f"{method.upper()} {path}" for path, methods in document["paths"].items()
                  for method, operation in methods.items() if not operation["security"]]
        os.environ |= {"GX_FUZZ_DATA": str(data), "GX_FUZZ_BASE": base, "GX_FUZZ_STAGE": stage, "GX_FUZZ_NAME": account,
                       "GX_FUZZ_LOG": str(log), "PYTHONPATH": str(HERE), "SCHEMATHESIS_HOOKS": "hooks",
                       "GX_FUZZ_OWN": json.dumps([line.strip() for line in own_routes(stage)] + public)}
        if stage == "password":
            session.gx("user", "passwd", account, "--password-stdin", text=session.PASSWORD + "\n")
        elif stage == "code":
            session.enrol(account)
        elif stage == "enrol":
            session.sign_in(account, "full")
            session.gx("settings", "set", "sys.account.otp", "all")
            session.gx("settings", "set", "sys.account.otpGraceDays", "0")
        if stage != "none":
            session.sign_in(account, stage)
        before = rows(session, "before")
        words = [pathlib.Path(sys.executable).parent / "schemathesis", "--no-color", "run", folder / "openapi.json", "--url", base,
                 "--checks", "not_a_server_error,planned", "--max-response-time", "10", "--request-timeout", "15",
                 "--phases", "examples,coverage,fuzzing", "--max-examples", "40", "--max-time", str(seconds), "--seed", "1",
                 "--continue-on-failure", "--no-shrink", "--suppress-health-check", "all", "--warnings", "off",
                 "--generation-database", "none", "--max-redirects", "0"]
        for path in LEFT_OUT:
            words += ["--exclude-path", path]
        with open(folder / f"{name}.said", "w") as said:
            subprocess.run([str(word) for word in words], stdout=said, stderr=subprocess.STDOUT, cwd=folder)
        alive = server.poll() is None
        after = rows(session, "after") if alive else {}
        changed = sorted(entry for entry in before.keys() | after.keys() if before.get(entry) != after.get(entry))
        _, checked = session.gx("doctor", "--json")
    finally:
        server.terminate()
        server.wait(60)
    return report(name, stage, log, alive, changed, checked, (folder / f"{name}.server").read_text())


def sound(checked):
    try:
        found = json.loads(checked)
    except ValueError:
        return checked.strip()[:300]
    return "clean" if found["ok"] else json.dumps(found["faults"], ensure_ascii=False)


def report(name, stage, log, alive, changed, checked, server):
    answers = [json.loads(line) for line in log.read_text().splitlines()]
    wrong = collections.Counter((answer[0], answer[2]) for answer in answers if answer[2])
    slow = [answer for answer in answers if answer[3] > 10]
    panics = server.count("panicked at")
    codes = collections.Counter(str(answer[1]) for answer in answers)
    print(f"{name}: {len({answer[0] for answer in answers})} operations, {len(answers)} requests, codes {dict(codes.most_common(9))}, "
          f"slowest {max((answer[3] for answer in answers), default=0)} s")
    for (operation, what), times in wrong.most_common(30):
        print(f"  {what}: {operation} ({times})")
    if stage != "full" and changed:
        print(f"  written below a full session: {changed}")
    print(f"  alive {alive}, panics {panics}, over 10 s {len(slow)}, doctor {sound(checked)}", flush=True)
    return alive and not (wrong or slow or panics or (stage != "full" and changed))


def main():
    binary, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 180
    os.environ["GX_BINARY"] = str(binary)
    sys.path.insert(0, str(HERE))
    import session

    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "seeded").exists():
        prepare(session, binary, folder / "seeded")
    fine = [one(session, str(binary), folder, name, seconds) for name in sys.argv[4:] or RUNS]
    sys.exit(0 if all(fine) else 1)


main()
