//! Packages and upgrade packs of versions that never were: a script that says another version and is the program under test otherwise.

#![allow(dead_code, reason = "benches use a part of the support")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use tempfile::TempDir;

pub const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");

/// A stand-in of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StandIn {
    pub version: &'static str,
    /// What it does otherwise: cases of `"$1 $2"`.
    pub cases: &'static str,
    /// What it says of itself otherwise: an expression of sed.
    pub facts: &'static str,
}

impl StandIn {
    pub const fn of(version: &'static str) -> Self {
        Self { version, cases: "", facts: "" }
    }

    fn script(self) -> String {
        let own = env!("CARGO_PKG_VERSION");
        let Self { version, cases, facts } = self;
        format!(
            "#!/bin/bash\nreal={BINARY}\ncase \"$1 $2\" in\n{cases}\n\"--version \"*) echo gx-portal {version} ;;\n\
             \"upgrade facts\") $real upgrade facts | sed '/\"version\"/s/{own}/{version}/;{facts}' ;;\n*) exec $real \"$@\" ;;\nesac\n"
        )
    }

    /// Writes it where it can be run.
    pub fn write(self, path: &Path) {
        fs::write(path, self.script()).expect("written");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("may be run");
    }
}

/// Runs a script of `packaging`.
#[track_caller]
pub fn packaging(name: &str, words: &[&Path]) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging").join(name);
    let done = Command::new(script).args(words).output().expect("runs");
    assert!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
}

/// A signing key in a folder of its own, with its public half beside it.
pub fn key(folder: &Path) -> PathBuf {
    let key = folder.join("key");
    packaging("sign", &[Path::new("--new"), &key]);
    key
}

/// The key that packs of this process are signed with, and what was made already.
struct Works {
    folder: TempDir,
    made: BTreeMap<StandIn, PathBuf>,
}

static WORKS: Mutex<Option<Works>> = Mutex::new(None);

/// The public key of the packs.
pub fn public_key() -> PathBuf {
    works(|works| works.folder.path().join("key.pub"))
}

fn works<T>(work: impl FnOnce(&mut Works) -> T) -> T {
    let mut works = WORKS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    work(works.get_or_insert_with(|| {
        let folder = tempfile::tempdir().expect("a folder");
        key(folder.path());
        Works { folder, made: BTreeMap::new() }
    }))
}

/// Folder with package, archive and upgrade pack of a version; made once.
pub fn built(version: StandIn) -> PathBuf {
    works(|works| {
        let number = works.made.len();
        let Works { folder, made } = works;
        let make = || {
            let (binary, out) =
                (folder.path().join(format!("program-{number}")), folder.path().join(number.to_string()));
            version.write(&binary);
            let key = folder.path().join("key");
            packaging("build-packages", &[&binary, &out, Path::new("--sign"), &key]);
            out
        };
        made.entry(version).or_insert_with(make).clone()
    })
}

/// The upgrade pack of a version.
pub fn pack(version: StandIn) -> PathBuf {
    built(version).join(format!("gx-portal-{}.gxup", version.version))
}

/// The package of a version.
pub fn package(version: StandIn) -> PathBuf {
    built(version).join(format!("gx-portal_{}_amd64.deb", version.version))
}

/// What plays systemd: one service, whose process number is kept in `$SCENE`, in the process group of the tests: it ends with
/// them when they are ended. It runs `$1` of the path.
pub const SYSTEMCTL: &str = r#"#!/bin/bash
pid="$SCENE/pid"
stop() { [ -e "$pid" ] || return 0; kill "$(cat "$pid")" 2>/dev/null; while kill -0 "$(cat "$pid")" 2>/dev/null; do sleep 0.02; done; rm "$pid"; }
start() {
  [ ! -e "$pid" ] || return 0
  gx-portal serve --listen 127.0.0.1:0 >"$SCENE/serve.log" 2>&1 </dev/null &
  echo $! >"$pid"
  until gx-portal health >/dev/null 2>&1 || [ $? = 4 ]; do
    kill -0 "$(cat "$pid")" 2>/dev/null || { rm "$pid"; cat "$SCENE/serve.log" >&2; exit 1; }
    sleep 0.05
  done
}
case $1 in start) start ;; stop) stop ;; restart) stop; start ;; esac
"#;
