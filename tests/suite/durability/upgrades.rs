//! Upgrade packs: checked, applied, taken back. Whatever is killed at whatever step, the box runs the old version on the old data or the new
//! one on the new.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::support::packs::{self, BINARY, SYSTEMCTL, StandIn};
use crate::support::{initialise, scale};

/// A version that changes the data when it starts, as one that brings them up to date does.
const NEW: StandIn = StandIn {
    version: "0.2.0",
    cases: "\"serve \"*) $real settings set sys.session.idleMinutes 61 >/dev/null; exec $real \"$@\" ;;",
    facts: "",
};
/// A version to which a setting means something else.
const TELLING: StandIn = StandIn {
    version: "0.2.4",
    cases: "\"config check\") echo '{\"ok\": true, \"warnings\": [\"slow_ms 按秒计\"]}' ;;",
    facts: "",
};
const UNCHANGED: &str = "sys.session.idleMinutes = 30";
const CHANGED: &str = "sys.session.idleMinutes = 61";

/// A box with the old version, its data, and a service manager.
struct Site {
    root: TempDir,
}

impl Site {
    fn new() -> Self {
        let site = Self { root: tempfile::tempdir().expect("a root") };
        for folder in ["bin", "tree/versions/0.1.0"] {
            fs::create_dir_all(site.path(folder)).expect("made");
        }
        initialise(&site.path("data"));
        symlink(BINARY, site.path("tree/versions/0.1.0/gx-portal")).expect("linked");
        symlink("versions/0.1.0", site.path("tree/current")).expect("linked");
        symlink(site.path("tree/current/gx-portal"), site.path("bin/gx-portal")).expect("linked");
        fs::copy(packs::public_key(), site.path("trusted.pub")).expect("copied");
        fs::write(site.path("bin/systemctl"), SYSTEMCTL).expect("written");
        fs::set_permissions(site.path("bin/systemctl"), fs::Permissions::from_mode(0o755)).expect("may be run");
        assert_eq!(site.run(&["systemctl", "start"]).0, 0);
        site
    }

    fn path(&self, below: &str) -> PathBuf {
        self.root.path().join(below)
    }

    fn run_with(&self, words: &[&str], variables: &[(&str, &str)]) -> (i32, String) {
        // What is started as a service outlives the command: its output can't be waited for.
        let out = tempfile::tempfile().expect("a file");
        let done = Command::new("bash")
            .args(["-c", "\"$@\"", "-"])
            .args(words)
            .current_dir(self.root.path())
            .env("PATH", format!("{}:/usr/bin:/bin", self.path("bin").display()))
            .env("SCENE", self.root.path())
            .env("GX_DATA", self.path("data"))
            .env("GX_TEST_TREE", self.path("tree"))
            .env("GX_TEST_TRUSTED", self.path("trusted.pub"))
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(out.try_clone().expect("a file"))
            .stderr(out.try_clone().expect("a file"))
            .status()
            .expect("bash runs");
        let mut told = String::new();
        let mut out = out;
        std::io::Seek::rewind(&mut out).expect("rewound");
        std::io::Read::read_to_string(&mut out, &mut told).expect("text");
        // A killed command is 128 + 9 to bash, and a signal to us where bash has become it.
        let code = done.code().unwrap_or(137);
        (code, told)
    }

    fn run(&self, words: &[&str]) -> (i32, String) {
        self.run_with(words, &[])
    }

    #[track_caller]
    fn expect(&self, code: i32, words: &[&str]) -> String {
        let (ended, told) = self.run(words);
        assert_eq!(ended, code, "{words:?}: {told}");
        told
    }

    fn upgrade(&self, pack: &Path, variables: &[(&str, &str)]) -> (i32, String) {
        self.run_with(&["gx-portal", "upgrade", "apply", &pack.to_string_lossy()], variables)
    }

    /// Asserts that the box runs a version on its data, open for everybody, with nothing left to do.
    #[track_caller]
    fn runs(&self, version: &str, when: &str) {
        let link = fs::read_link(self.path("tree/current")).expect("a link");
        assert_eq!(link, Path::new("versions").join(version), "{when}");
        let setting = self.expect(0, &["gx-portal", "settings", "get", "sys.session.idleMinutes"]);
        let wanted = if version == "0.1.0" { UNCHANGED } else { CHANGED };
        assert!(setting.contains(wanted), "{when}: {setting}");
        let (code, told) = self.run(&["gx-portal", "health"]);
        assert!(code == 0 || code == 4, "{when}: {told}");
        assert!(told.contains("正常使用"), "{when}: {told}");
        let told = self.expect(0, &["gx-portal", "doctor"]);
        assert!(told.contains("数据完好"), "{when}: {told}");
        assert!(self.expect(0, &["gx-portal", "upgrade", "resume"]).contains("没有中断的升级"), "{when}");
        let laying = fs::read_dir(self.path("tree/versions"))
            .expect("versions")
            .filter(|entry| entry.as_ref().is_ok_and(|entry| entry.file_name().to_string_lossy().starts_with('.')));
        assert_eq!(laying.count(), 0, "{when}");
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.run(&["systemctl", "stop"]);
    }
}

#[test]
fn an_upgrade_goes_there_and_back() {
    let site = Site::new();
    let pack = packs::pack(NEW);
    let told = site.expect(0, &["gx-portal", "upgrade", "check", &pack.to_string_lossy()]);
    assert!(told.contains("签名有效") && told.contains("0.1.0 → 0.2.0") && told.ends_with("可以升级\n"), "{told}");
    site.runs("0.1.0", "checked");

    let (code, told) = site.upgrade(&pack, &[]);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("已升级到 0.2.0"), "{told}");
    site.runs("0.2.0", "upgraded");
    let hint = site.expect(0, &["gx-portal", "doctor", "--quick"]);
    assert!(hint.contains("gx-portal upgrade commit"), "{hint}");
    site.expect(0, &["gx-portal", "backup", "create", "--to", "bk"]);
    let copies = Command::new("find").arg(site.path("bk")).args(["-name", "upgrade*"]).output().expect("find");
    assert!(copies.stdout.is_empty(), "the copy is in no backup");
    let (code, told) = site.upgrade(&pack, &[]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("现在已是 0.2.0"), "{told}");

    // Nothing is stopped for a way back that isn't there.
    for (path, sentence) in [("data/upgrade/gx.redb", "没有可以退回的升级"), ("tree/versions/0.1.0", "旧版本的程序")]
    {
        fs::rename(site.path(path), site.path("aside")).expect("moved");
        let (code, told) = site.run(&["gx-portal", "upgrade", "back"]);
        assert!(code == 1 && told.contains(sentence), "{code} {told}");
        fs::rename(site.path("aside"), site.path(path)).expect("moved back");
        site.runs("0.2.0", sentence);
    }

    // Work goes on; going back lists it.
    site.expect(0, &["gx-portal", "user", "create", "zhangsan", "--name", "张三"]);
    let told = site.expect(0, &["gx-portal", "upgrade", "back"]);
    assert!(told.contains("已退回 0.1.0") && told.contains("项操作已撤销"), "{told}");
    site.runs("0.1.0", "gone back");
    let list = fs::read_to_string(site.path("data/upgrade/undone.csv")).expect("a list");
    assert!(list.contains("用户管理") && list.contains("zhangsan"), "{list}");
    assert!(!site.expect(0, &["gx-portal", "user", "list"]).contains("zhangsan"));
    assert_eq!(site.run(&["gx-portal", "upgrade", "back"]).0, 1, "once");
    site.expect(0, &["gx-portal", "upgrade", "commit"]);
    assert!(!site.path("data/upgrade").exists() && !site.path("data/upgrade.json").exists());
}

#[test]
fn killed_at_any_step_it_is_the_old_version_or_the_new_one() {
    let site = Site::new();
    let pack = packs::pack(NEW);
    let steps = ["check", "protect", "stop", "copy", "switch", "start", "health"];
    let rounds = usize::try_from(scale::rounds("GX_UPGRADES", 1, 20)).expect("few");
    for round in 0..rounds {
        for (number, step) in steps.iter().enumerate() {
            let place = if (number + round) % 2 == 0 { "after" } else { "before" };
            let cut = format!("{place}:{step}");
            let (code, told) = site.upgrade(&pack, &[("KILL_AT_UPGRADE", &cut)]);
            assert_eq!(code, 137, "{cut}: {told}");
            // Every second one is a loss of power: the service is gone, too, and comes after what takes the upgrade back.
            if (number + round / 2) % 2 == 0 {
                site.expect(0, &["bash", "-c", "[ ! -e pid ] || { p=$(cat pid); kill -9 $p; while kill -0 $p 2>/dev/null; do sleep 0.02; done; rm pid; }"]);
                site.expect(0, &["tree/previous/gx-portal", "upgrade", "resume", "--boot"]);
                site.expect(0, &["systemctl", "start"]);
            } else {
                // The way back is killed as well, and gone again.
                let back = [("KILL_AT_UPGRADE", if round % 2 == 0 { "before:back" } else { "after:back" })];
                let (code, told) = site.run_with(&["tree/previous/gx-portal", "upgrade", "resume"], &back);
                assert_eq!(code, 137, "{cut}: {told}");
                let told = site.expect(0, &["tree/previous/gx-portal", "upgrade", "resume"]);
                assert!(told.contains("已退回 0.1.0"), "{cut}: {told}");
            }
            site.runs("0.1.0", &cut);
        }
    }
    // Behind the last look it is the new one; going back later may be cut, too.
    for cut in ["before:back", "after:back"] {
        let (code, told) = site.upgrade(&pack, &[("KILL_AT_UPGRADE", "before:open")]);
        assert_eq!(code, 137, "{told}");
        assert!(site.expect(0, &["gx-portal", "upgrade", "resume"]).contains("已完成"));
        site.runs("0.2.0", "before:open");
        let (code, told) = site.run_with(&["gx-portal", "upgrade", "back"], &[("KILL_AT_UPGRADE", cut)]);
        assert_eq!(code, 137, "{cut}: {told}");
        let told = site.expect(0, &["tree/previous/gx-portal", "upgrade", "resume"]);
        assert!(told.contains("已退回 0.1.0"), "{cut}: {told}");
        site.runs("0.1.0", cut);
        for kept in ["newer.redb", "undone.csv"] {
            assert!(site.path("data/upgrade").join(kept).is_file(), "{cut}: {kept}");
        }
    }
}

#[test]
fn what_may_not_be_upgraded_to_is_refused_and_nothing_is_changed() {
    const FOREIGN: StandIn = StandIn { version: "0.2.1", cases: "", facts: "s/x86_64/aarch64/" };
    const FAR: StandIn = StandIn { version: "0.9.0", cases: "", facts: "/fromMin/s/0.1.0/0.8.0/" };
    const LIAR: StandIn = StandIn { version: "0.2.2", cases: "\"--version \"*) echo gx-portal 0.3.0 ;;", facts: "" };
    const PICKY: StandIn = StandIn {
        version: "0.2.3",
        cases: "\"config check\") echo 错误：不认识的配置项 old_key >&2; exit 2 ;;",
        facts: "",
    };
    let site = Site::new();
    for (pack, sentence) in [
        (FOREIGN, "升级包用于 aarch64，本机是 x86_64"),
        (FAR, "只能从 0.8.0 或更新的版本升级，现在是 0.1.0"),
        (StandIn::of("0.0.9"), "现在已是 0.1.0，不能升级到 0.0.9"),
        (LIAR, "程序自称 0.3.0，清单写的是 0.2.2"),
        (PICKY, "新程序不接受现有配置：不认识的配置项 old_key"),
    ] {
        let pack = packs::pack(pack);
        let told = site.expect(4, &["gx-portal", "upgrade", "check", &pack.to_string_lossy()]);
        assert!(told.contains(sentence) && told.contains("不通过") && told.contains("现在不能升级"), "{told}");
        let (code, told) = site.upgrade(&pack, &[]);
        assert!(code == 1 && told.contains(sentence) && told.contains("没有任何改动"), "{code} {told}");
        site.runs("0.1.0", sentence);
    }
    let pack = packs::pack(NEW);
    let (code, told) = site.upgrade(&pack, &[("GX_TEST_FREE", "1000")]);
    assert!(code == 1 && told.contains("数据磁盘可用 0 MiB，升级须有"), "{code} {told}");
    assert!(told.contains("留给服务写入 256 MiB"), "{told}");
    // What the new version says of a setting that the one in use doesn't.
    let told = site.expect(0, &["gx-portal", "upgrade", "check", &packs::pack(TELLING).to_string_lossy()]);
    assert!(told.contains("通过    停用时间：预计 ") && told.contains("升级后注意：slow_ms 按秒计"), "{told}");

    // Signatures: none trusted, another's, a pack that was changed afterwards, none at all, half a pack.
    fs::rename(site.path("trusted.pub"), site.path("kept.pub")).expect("renamed");
    let (code, told) = site.upgrade(&pack, &[]);
    assert!(code == 1 && told.contains("没有可信的发布公钥"), "{code} {told}");
    packs::key(site.root.path());
    fs::rename(site.path("key.pub"), site.path("trusted.pub")).expect("renamed");
    let (code, told) = site.upgrade(&pack, &[]);
    assert!(code == 1 && told.contains("不是由可信的发布公钥签发的"), "{code} {told}");
    fs::set_permissions(site.path("trusted.pub"), fs::Permissions::from_mode(0o666)).expect("set");
    let (code, told) = site.upgrade(&pack, &[]);
    assert!(code == 1 && told.contains("可以被 root 以外的人改动"), "{code} {told}");
    fs::rename(site.path("kept.pub"), site.path("trusted.pub")).expect("renamed");
    for (change, sentence) in [
        ("z['gx-portal'] += b'#'", "升级包中的 gx-portal 与清单不符"),
        ("z['manifest.json'] = z['manifest.json'].replace(b'0.2.0', b'0.2.9')", "不是由可信的发布公钥签发的"),
        ("del z['manifest.minisig']", "没有签名，不能使用"),
        ("del z['NOTES.md']", "不是完整的升级包"),
        ("z['manifest.minisig'] = b'nonsense'", "签名无法读取"),
    ] {
        let changed = site.path("changed.gxup");
        let script = format!(
            "import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1]) as old: z = {{n: old.read(n) for n in old.namelist()}}\n\
             {change}\nwith zipfile.ZipFile(sys.argv[2], 'w') as new:\n for n, b in z.items(): new.writestr(n, b)\n"
        );
        let done = Command::new("python3").args(["-c", &script]).args([&pack, &changed]).status().expect("python3");
        assert!(done.success());
        let (code, told) = site.upgrade(&changed, &[]);
        assert!(code == 1 && told.contains(sentence), "{sentence}: {code} {told}");
    }
    let whole = fs::read(&pack).expect("read");
    fs::write(site.path("half.gxup"), &whole[..whole.len() / 2]).expect("written");
    let (code, told) = site.upgrade(&site.path("half.gxup"), &[]);
    assert!(code == 1 && told.contains("不是完整的升级包"), "{code} {told}");
    let (code, told) = site.upgrade(Path::new("0.7.0"), &[]);
    assert!(code == 1 && told.contains("没有升级包 0.7.0"), "{code} {told}");
    site.runs("0.1.0", "at the end");
}

#[test]
fn a_new_version_that_is_not_well_is_taken_back_by_itself() {
    const DEAD: StandIn =
        StandIn { version: "0.2.4", cases: "\"serve \"*) echo 错误：坏的程序 >&2; exit 1 ;;", facts: "" };
    const SICK: StandIn = StandIn {
        version: "0.2.5",
        cases: "\"serve \"*) $real settings set sys.session.idleMinutes 61 >/dev/null; exec $real \"$@\" ;;\n\
                \"doctor \"*) exit 4 ;;",
        facts: "",
    };
    const DUMB: StandIn = StandIn { version: "0.2.6", cases: "\"health --data\") echo '{}' ;;", facts: "" };
    let site = Site::new();
    for (version, step, seconds) in
        [(DEAD, "启动新程序", "60"), (SICK, "检查新程序：体检没有通过", "60"), (DUMB, "3 秒内没有恢复正常", "3")]
    {
        let (code, told) = site.upgrade(&packs::pack(version), &[("UPGRADE_HEALTH_SECONDS", seconds)]);
        assert!(code == 1 && told.contains(step) && told.contains("已退回 0.1.0，数据是升级前的"), "{code} {told}");
        site.runs("0.1.0", step);
        assert!(site.expect(0, &["gx-portal", "upgrade", "status"]).contains(step));
    }
}

#[test]
fn a_lost_connection_does_not_end_it_half_way() {
    const CUT: StandIn = StandIn {
        version: "0.2.7",
        cases: "\"serve \"*) $real settings set sys.session.idleMinutes 61 >/dev/null\n\
                for s in HUP INT TERM; do kill -$s $(cat $SCENE/apply); done; exec $real \"$@\" ;;",
        facts: "",
    };
    let site = Site::new();
    let pack = packs::pack(CUT);
    let command = "echo $$ >apply; exec gx-portal upgrade apply \"$1\"";
    let told = site.expect(0, &["bash", "-c", command, "-", &pack.to_string_lossy()]);
    assert!(told.contains("已升级到 0.2.7"), "{told}");
    site.expect(0, &["gx-portal", "upgrade", "back"]);
    site.runs("0.1.0", "after a lost connection");
}

#[test]
fn a_repository_is_brought_up_to_date_first_and_goes_on_afterwards() {
    const DEAD: StandIn =
        StandIn { version: "0.2.4", cases: "\"serve \"*) echo 错误：坏的程序 >&2; exit 1 ;;", facts: "" };
    let site = Site::new();
    site.expect(0, &["gx-portal", "protect", "init"]);
    let pack = packs::pack(NEW);
    let (code, told) = site.upgrade(&pack, &[]);
    assert!(code == 1 && told.contains("请先运行 gx-portal protect"), "{code} {told}");
    site.expect(0, &["gx-portal", "protect", "base"]);
    site.expect(0, &["gx-portal", "protect", "drill"]);
    let (code, told) = site.upgrade(&packs::pack(DEAD), &[]);
    assert!(code == 1 && told.contains("已退回 0.1.0"), "{code} {told}");
    let (code, told) = site.upgrade(&pack, &[]);
    assert_eq!(code, 0, "{told}");
    site.expect(0, &["gx-portal", "upgrade", "back"]);
    site.runs("0.1.0", "with a repository");
    // What the newer version wrote there is another history; this one goes on in an epoch of its own.
    site.expect(0, &["gx-portal", "protect", "base"]);
    site.expect(0, &["gx-portal", "protect", "verify"]);
    site.expect(0, &["gx-portal", "protect", "drill"]);
}

/// What dpkg or `install.sh` laid beside the version in use, and a second service that is upgraded by itself.
#[test]
fn a_version_that_a_package_laid_is_upgraded_to_by_its_name() {
    let site = Site::new();
    let archive = packs::built(NEW).join("gx-portal-0.2.0-linux-x86_64.tar.gz");
    site.expect(0, &["tar", "-xzf", &archive.to_string_lossy()]);
    let laid = site.path("tree/versions/0.2.0");
    fs::rename(site.path("gx-portal-0.2.0/tree/opt/gx-portal/versions/0.2.0"), &laid).expect("laid");
    let notes = fs::read(laid.join("NOTES.md")).expect("read");
    fs::write(laid.join("NOTES.md"), "changed").expect("written");
    let (code, told) = site.upgrade(Path::new("0.2.0"), &[]);
    assert!(code == 1 && told.contains("NOTES.md 与清单不符"), "{code} {told}");
    fs::write(laid.join("NOTES.md"), notes).expect("written");
    let (code, told) = site.upgrade(Path::new("0.2.0"), &[]);
    assert!(code == 0 && told.contains("由本机的安装包放置"), "{code} {told}");
    site.runs("0.2.0", "by its name");
    site.expect(0, &["gx-portal", "upgrade", "back"]);
    site.runs("0.1.0", "back from it");

    // From here on the service is a second one.
    symlink("versions/0.1.0", site.path("tree/current@test")).expect("linked");
    fs::remove_file(site.path("bin/gx-portal")).expect("removed");
    symlink(site.path("tree/current@test/gx-portal"), site.path("bin/gx-portal")).expect("linked");
    let told = site.expect(0, &["gx-portal", "upgrade", "apply", "0.2.0", "--instance", "test"]);
    assert!(told.contains("已升级到 0.2.0"), "{told}");
    for (link, version) in [("current@test", "0.2.0"), ("previous@test", "0.1.0"), ("current", "0.1.0")] {
        let named = fs::read_link(site.path("tree").join(link)).expect("a link");
        assert_eq!(named, Path::new("versions").join(version), "{link}");
    }
    site.expect(0, &["gx-portal", "upgrade", "back", "--instance", "test"]);
}

#[test]
fn installed_by_hand_it_says_what_to_do_instead() {
    let site = Site::new();
    fs::remove_file(site.path("tree/current")).expect("removed");
    let (code, told) = site.run(&["tree/versions/0.1.0/gx-portal", "upgrade", "status"]);
    assert!(code == 1 && told.contains("手工安装的程序"), "{code} {told}");
    symlink("versions/0.1.0", site.path("tree/current")).expect("linked");
    for (words, sentence) in [
        (&["gx-portal", "upgrade", "back"][..], "没有可以退回的升级"),
        (&["gx-portal", "upgrade", "commit"], "没有升级留下的数据副本"),
        (&["gx-portal", "upgrade", "status", "--instance", "test"], "没有名为 test 的第二个服务"),
        (&["gx-portal", "upgrade", "status", "--instance", "../x"], "服务名称“../x”不正确"),
    ] {
        let (code, told) = site.run(words);
        assert!(code == 1 && told.contains(sentence), "{code} {told}");
    }
}
