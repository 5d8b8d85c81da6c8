//! What a site installs (`packaging/build-packages`): the same bytes each time, laid into an empty root, run, upgraded, removed with the data
//! kept.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::support::packs::{self, BINARY, StandIn};

const OLD: StandIn = StandIn::of("0.1.0");
const NEW: StandIn = StandIn::of("0.2.0");

fn said(done: &Output) -> String {
    String::from_utf8_lossy(&[done.stdout.clone(), done.stderr.clone()].concat()).into_owned()
}

#[track_caller]
fn run(command: &mut Command) -> String {
    let done = command.output().expect("runs");
    let said = said(&done);
    assert!(done.status.success(), "{command:?}: {said}");
    said
}

fn is_there(tool: &str) -> bool {
    let is_there = Command::new(tool).arg("--version").output().is_ok();
    if !is_there {
        println!("{tool} is not on this box: its part is left out");
    }
    is_there
}

#[test]
fn the_same_program_gives_the_same_bytes() {
    let first = packs::built(OLD);
    let again = tempfile::tempdir().expect("a folder");
    let (binary, key) = (again.path().join("program"), packs::public_key().with_extension(""));
    OLD.write(&binary);
    let out = again.path().join("out");
    packs::packaging("build-packages", &[&binary, &out, Path::new("--sign"), &key]);
    let names = |folder: &Path| -> Vec<PathBuf> {
        let mut names: Vec<PathBuf> =
            fs::read_dir(folder).expect("read").map(|entry| entry.expect("an entry").file_name().into()).collect();
        names.sort();
        names
    };
    let found = names(&first);
    assert_eq!(found, names(&out));
    assert_eq!(found.len(), 3, "{found:?}");
    for name in found {
        assert!(fs::read(first.join(&name)).expect("read") == fs::read(out.join(&name)).expect("read"), "{name:?}");
    }
}

#[test]
fn a_signing_key_in_the_checkout_is_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = root.join("packaging/build-packages");
    let done =
        Command::new(script).args([BINARY, "out", "--sign"]).arg(root.join("Cargo.toml")).output().expect("runs");
    assert!(!done.status.success() && said(&done).contains("lies in the checkout"), "{}", said(&done));
}

/// An empty root for dpkg, and a call of it.
struct Root {
    root: TempDir,
}

impl Root {
    fn new() -> Self {
        let root = tempfile::tempdir().expect("a root");
        for folder in ["var/lib/dpkg/info", "var/lib/dpkg/updates", "var/log"] {
            fs::create_dir_all(root.path().join(folder)).expect("made");
        }
        fs::write(root.path().join("var/lib/dpkg/status"), "").expect("written");
        Self { root }
    }

    fn path(&self, below: &str) -> PathBuf {
        self.root.path().join(below)
    }

    #[track_caller]
    fn dpkg(&self, purges: bool, words: &[&str]) -> String {
        let mut command = Command::new("dpkg");
        command.arg(format!("--root={}", self.root.path().display()));
        command.args(["--force-script-chrootless", "--force-not-root", "--force-bad-path"]).args(words);
        command.env("GX_PURGE_DATA", if purges { "yes" } else { "" }).env("LC_ALL", "C.UTF-8");
        run(&mut command)
    }

    fn current(&self) -> String {
        fs::read_link(self.path("opt/gx-portal/current")).expect("a link").display().to_string()
    }
}

#[test]
fn the_package_installs_keeps_the_old_version_and_leaves_the_data() {
    if !is_there("dpkg") {
        return;
    }
    let site = Root::new();
    let told = site.dpkg(false, &["-i", &packs::package(OLD).to_string_lossy()]);
    for command in ["gx-portal init", "systemctl enable --now gx-portal", "gx-portal health"] {
        assert!(told.contains(command), "no {command} in {told}");
    }
    assert_eq!(site.current(), "versions/0.1.0");
    assert_eq!(
        fs::read_link(site.path("usr/bin/gx-portal")).expect("a link"),
        Path::new("/opt/gx-portal/current/gx-portal")
    );
    let program = site.path("opt/gx-portal/current/gx-portal");
    assert_eq!(run(Command::new(&program).arg("--version")).trim(), "gx-portal 0.1.0");
    for file in ["NOTES.md", "手册.md", "manifest.json", "licences/components.txt", "licences/texts.txt"] {
        assert!(site.path("opt/gx-portal/current").join(file).metadata().expect(file).len() > 100, "{file}");
    }
    let licences = fs::read_to_string(site.path("opt/gx-portal/current/licences/components.txt")).expect("read");
    assert!(licences.contains("\nredb 4.") && licences.contains("\npreact "), "{licences}");
    let data = site.path("var/lib/gx-portal");
    assert_eq!(fs::metadata(&data).expect("data").permissions().mode() & 0o777, 0o700);

    fs::write(data.join("gx.redb"), "data").expect("written");
    fs::write(site.path("etc/gx-portal/gx-portal.env"), "GX_LISTEN=0.0.0.0:8443\n").expect("written");
    let told = site.dpkg(false, &["--force-confold", "-i", &packs::package(NEW).to_string_lossy()]);
    assert!(told.contains("gx-portal upgrade apply 0.2.0") && told.contains("服务没有中断"), "{told}");
    assert_eq!(site.current(), "versions/0.1.0", "an upgrade is a command of its own");
    assert_eq!(run(Command::new(&program).arg("--version")).trim(), "gx-portal 0.1.0", "the old one can still be run");
    assert!(site.path("opt/gx-portal/versions/0.2.0/gx-portal").exists());
    assert!(!site.path("opt/gx-portal/versions/0.1.0~kept").exists());
    assert!(fs::read_to_string(site.path("etc/gx-portal/gx-portal.env")).expect("read").contains("8443"), "kept");

    let told = site.dpkg(false, &["-r", "gx-portal"]);
    assert!(told.contains("数据保留在") && !site.path("opt/gx-portal").exists(), "{told}");
    let told = site.dpkg(false, &["-P", "gx-portal"]);
    assert!(told.contains("数据仍保留在") && data.join("gx.redb").exists(), "{told}");
    site.dpkg(false, &["-i", &packs::package(NEW).to_string_lossy()]);
    fs::create_dir_all(site.path("var/lib/gx-portal-old")).expect("made");
    let told = site.dpkg(true, &["-P", "gx-portal"]);
    assert!(told.contains("已按 GX_PURGE_DATA=yes 删除") && !data.exists(), "{told}");
    assert!(site.path("var/lib/gx-portal-old").exists(), "what is no data of a service stays");
}

#[test]
fn the_archive_installs_by_its_script_and_says_what_is_missing() {
    let place = tempfile::tempdir().expect("a folder");
    let archive = packs::built(OLD).join("gx-portal-0.1.0-linux-x86_64.tar.gz");
    run(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(place.path()));
    let (script, root) = (place.path().join("gx-portal-0.1.0/install.sh"), place.path().join("root"));
    let bin = place.path().join("bin");
    fs::create_dir_all(&bin).expect("made");
    for (answer, sentence) in
        [("aarch64", "只能在 x86-64 上运行，这台机器是 aarch64"), ("4.4.0-99", "需要内核 4.18 或更新的版本")]
    {
        let is_kernel = answer.starts_with('4');
        let text =
            if is_kernel { format!("[ $1 = -r ] && echo {answer} || echo x86_64") } else { format!("echo {answer}") };
        fs::write(bin.join("uname"), format!("#!/bin/sh\n{text}\n")).expect("written");
        fs::set_permissions(bin.join("uname"), fs::Permissions::from_mode(0o755)).expect("may be run");
        let done = Command::new(&script)
            .env("DESTDIR", &root)
            .env("PATH", format!("{}:/usr/bin:/bin", bin.display()))
            .output()
            .expect("runs");
        assert!(!done.status.success() && said(&done).contains(sentence), "{}", said(&done));
        assert!(!root.exists(), "nothing was laid");
    }
    for _ in 0..2 {
        let told = run(Command::new(&script).env("DESTDIR", &root));
        assert!(told.contains("gx-portal init") && told.contains("gx-portal health"), "{told}");
        let version = run(Command::new(root.join("opt/gx-portal/current/gx-portal")).arg("--version"));
        assert_eq!(version.trim(), "gx-portal 0.1.0");
    }
    fs::write(root.join("var/lib/gx-portal/gx.redb"), "data").expect("written");
    let told = run(Command::new(script.with_file_name("uninstall.sh")).env("DESTDIR", &root));
    assert!(told.contains("数据保留在") && root.join("var/lib/gx-portal/gx.redb").exists(), "{told}");
    assert!(!root.join("opt/gx-portal").exists() && !root.join("etc/systemd/system/gx-portal.service").exists());
}

/// Each unit of the packages and the one that is installed by hand; the program's path is one that exists here.
#[test]
fn units_are_ones() {
    if !is_there("systemd-analyze") || !is_there("dpkg-deb") {
        return;
    }
    let place = tempfile::tempdir().expect("a folder");
    run(Command::new("dpkg-deb").arg("-x").arg(packs::package(OLD)).arg(place.path().join("root")));
    let laid = place.path().join("root/lib/systemd/system");
    let by_hand = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/gx-portal.service");
    let mut seen = 0;
    for units in [vec![by_hand], fs::read_dir(&laid).expect("units").map(|unit| unit.expect("a unit").path()).collect()]
    {
        let folder = tempfile::tempdir().expect("a folder");
        for unit in &units {
            let text = fs::read_to_string(unit).expect("read");
            let lines = text.lines().map(|line| match line.split_once("gx-portal serve") {
                Some(("ExecStart=/usr/local/bin/", _) | ("ExecStart=/opt/gx-portal/current/", _)) => {
                    format!("ExecStart={BINARY} serve")
                }
                _ => {
                    let line = line.replace("/opt/gx-portal/current@%i/gx-portal", BINARY);
                    line.replace("/opt/gx-portal/previous/gx-portal", BINARY)
                        .replace("/opt/gx-portal/previous@%i/gx-portal", BINARY)
                }
            });
            let text: String = lines.map(|line| line + "\n").collect();
            let name = unit.file_name().expect("a name").to_string_lossy().replace("@.", "@test.");
            fs::write(folder.path().join(name), text).expect("written");
            seen += 1;
        }
        for unit in fs::read_dir(folder.path()).expect("read") {
            let path = unit.expect("a unit").path();
            let done = Command::new("systemd-analyze").arg("verify").arg(&path).output().expect("runs");
            let told = said(&done);
            let about_it: Vec<&str> = told.lines().filter(|line| line.contains("gx-portal")).collect();
            assert!(done.status.success() && about_it.is_empty(), "{path:?}: {told}");
        }
    }
    assert_eq!(seen, 5);
    // A second service stands beside the first: nothing of it names the first one's data or link.
    let second = fs::read_to_string(laid.join("gx-portal@.service")).expect("read");
    for line in second.lines().filter(|line| !line.starts_with('#')) {
        assert!(!line.ends_with("/var/lib/gx-portal") && !line.contains("/current/"), "{line}");
    }
}
