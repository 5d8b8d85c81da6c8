//! The administrators' manual (`packaging/manual`) is run: each page's console blocks, in order, against the real program in a
//! root of its own, laid by its package, and what it prints is compared with what the page shows.
//!
//! A block is fenced as `console`, or `console rc=1` where the last command is refused. A line that begins with `$ ` is a command;
//! the lines below it are what it says: `…` stands for anything within a line, alone on a line for any lines. `systemctl`
//! and `dpkg` are played by scripts. A verb that no page shows, and a message that the program doesn't say, are told.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::architecture::tidy;
use crate::http;
use crate::support::packs::{self, BINARY, SYSTEMCTL, StandIn};

const PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/packaging/manual");

/// What plays dpkg: lays a package below `$SCENE`, and its program where the path finds it.
const DPKG: &str = r#"#!/bin/bash
set -e
[ "$1" = -i ]
work=$(mktemp -d "$SCENE/dpkg.XXXXXX")
dpkg-deb -x "$2" "$work/data" && dpkg-deb -e "$2" "$work/control"
cp -R "$work/data/." "$SCENE/"
DPKG_ROOT="$SCENE" "$work/control/postinst" configure ""
ln -sfn "$SCENE/opt/gx-portal/current/gx-portal" "$SCENE/bin/gx-portal"
rm -rf "$work"
"#;

/// A place of its own: data, backups and programs lie where the manual says, below a folder.
struct Scene {
    root: tempfile::TempDir,
}

impl Scene {
    fn new() -> Self {
        let root = tempfile::tempdir().expect("a folder");
        let scene = Self { root };
        for folder in ["bin", "backup", "srv", "home"] {
            fs::create_dir_all(scene.path(folder)).expect("made");
        }
        for (name, script) in [("systemctl", SYSTEMCTL), ("dpkg", DPKG)] {
            let path = scene.path("bin").join(name);
            fs::write(&path, script).expect("written");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("may be run");
        }
        let (old, new) = (StandIn::of("0.1.0"), StandIn::of("0.2.0"));
        for made in [packs::package(old), packs::pack(new)] {
            fs::copy(&made, scene.path("home").join(made.file_name().expect("a name"))).expect("copied");
        }
        fs::copy(packs::public_key(), scene.path("home/发布公钥.pub")).expect("copied");
        fs::write(scene.path("home/口令文件"), "Manual-Pass-1\n").expect("written");
        fs::write(scene.path("home/台账.csv"), "编号,名称,面积\nA-1,厂房,120.5\nA-2,门面,80\n").expect("written");
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
        let mut book = rust_xlsxwriter::Workbook::new();
        let sheet = book.add_worksheet();
        for (row, cells) in (0..).zip([["登录名称", "用户名称"], ["lisi", "李四"], ["zhaoliu", "赵六"]]) {
            for (column, text) in (0..).zip(cells) {
                sheet.write_string(row, column, text).expect("written");
            }
        }
        book.save(scene.path("home/用户.xlsx")).expect("saved");
        fs::copy(fixtures.join("ruoyi/vue-2026.sql"), scene.path("home/若依.sql")).expect("copied");
        scene
    }

    fn path(&self, below: &str) -> PathBuf {
        self.root.path().join(below)
    }

    /// Places of the manual, here.
    fn here(&self, text: &str) -> String {
        let root = self.root.path().display().to_string();
        ["/var/lib/gx-portal", "/backup", "/srv/", "/etc/gx-portal/"]
            .iter()
            .fold(text.to_owned(), |text, place| text.replace(place, &format!("{root}{place}")))
    }

    fn run(&self, command: &str) -> (i32, String) {
        let path = format!("{}:/usr/bin:/bin", self.path("bin").display());
        let done = Command::new("bash")
            .args(["-c", &self.here(command)])
            .current_dir(self.path("home"))
            .env("PATH", path)
            .env("SCENE", self.root.path())
            .env("GX_TEST_TREE", self.path("opt/gx-portal"))
            .env("GX_TEST_TRUSTED", self.path("etc/gx-portal/trusted.pub"))
            .env("GX_DATA", self.path("var/lib/gx-portal"))
            .stdin(Stdio::null())
            .output()
            .expect("bash runs");
        let said = [done.stdout, done.stderr].concat();
        let said = String::from_utf8_lossy(&said).replace(&*self.root.path().to_string_lossy(), "");
        (done.status.code().unwrap_or(-1), said)
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        self.run("systemctl stop gx-portal");
    }
}

struct Step {
    command: String,
    said: Vec<String>,
    code: i32,
}

/// The commands of a page with what they say.
fn steps(page: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut block: Option<i32> = None;
    for line in page.lines() {
        match (block, line.strip_prefix("```")) {
            (None, Some(fence)) if fence.starts_with("console") => {
                block = Some(
                    fence
                        .trim_start_matches("console")
                        .trim()
                        .strip_prefix("rc=")
                        .map_or(0, |code| code.parse().expect("a code")),
                );
            }
            (Some(code), Some(_)) => {
                if let Some(last) = steps.last_mut() {
                    last.code = code;
                }
                block = None;
            }
            (Some(_), None) => match (line.strip_prefix("$ "), steps.last_mut()) {
                (Some(command), _) => steps.push(Step { command: command.to_owned(), said: Vec::new(), code: 0 }),
                (None, Some(step)) => step.said.push(line.to_owned()),
                (None, None) => panic!("words before the first command: {line}"),
            },
            _ => {}
        }
    }
    steps
}

/// Whether a line is what the page shows.
fn is_like(wanted: &str, line: &str) -> bool {
    let parts: Vec<&str> = wanted.split('…').collect();
    let mut rest = line;
    for (place, part) in parts.iter().enumerate() {
        let at = match place {
            0 => rest.starts_with(part).then_some(0),
            _ if place == parts.len() - 1 => rest.ends_with(part).then(|| rest.len() - part.len()),
            _ => rest.find(part),
        };
        let Some(at) = at else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty() || parts.last().is_some_and(|last| last.is_empty())
}

/// Whether lines are what the page shows; `…` alone stands for any of them.
fn are_like(wanted: &[String], lines: &[&str]) -> bool {
    match (wanted.first().map(String::as_str), lines.first()) {
        (None, None) => true,
        (None, Some(_)) => false,
        (Some("…"), _) => (0..=lines.len()).any(|gone| are_like(&wanted[1..], &lines[gone..])),
        (Some(_), None) => false,
        (Some(line), Some(said)) => is_like(line, said) && are_like(&wanted[1..], &lines[1..]),
    }
}

fn pages() -> Vec<(String, String)> {
    let entries = fs::read_dir(PAGES).expect("the manual").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|ext| ext == "md")).collect();
    paths.sort();
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).expect("read"))).collect()
}

#[test]
fn every_command_of_the_manual_says_what_the_manual_shows() {
    let scene = Scene::new();
    let (mut run, mut wrong) = (0, Vec::new());
    for (name, page) in pages() {
        for Step { command, said, code } in steps(&page) {
            let (ended, told) = scene.run(&command);
            let lines: Vec<&str> = told.lines().collect();
            if ended != code || !said.is_empty() && !are_like(&said, &lines) {
                wrong.push(format!("{name}: $ {command}\n{told}(rc={ended}) is not\n{}", said.join("\n")));
            }
            run += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(run > 50, "only {run} commands");
    let (code, told) = scene.run("systemctl stop gx-portal; gx-portal doctor");
    assert_eq!(code, 0, "{told}");
}

/// Verbs with their sub-verbs, by the program's own help.
fn verbs(before: &[&str]) -> BTreeSet<String> {
    let help: Vec<&str> = before.iter().copied().chain(["--help"]).collect();
    let (_, text) = http::run(BINARY, &help, "");
    let listed = text.split("\n命令:\n").nth(1).map(|rest| rest.split("\n\n").next().unwrap_or_default());
    let Some(listed) = listed else { return [before.join(" ")].into() };
    let names = listed.lines().filter_map(|line| line.split_whitespace().next());
    names.flat_map(|name| verbs(&before.iter().copied().chain([name]).collect::<Vec<_>>())).collect()
}

#[test]
fn every_verb_is_in_the_manual() {
    let all: String = pages().into_iter().map(|(_, page)| page).collect();
    let verbs = verbs(&[]);
    assert!(verbs.len() > 40, "{verbs:?}");
    let missing: Vec<&String> = verbs.iter().filter(|verb| !all.contains(&format!("gx-portal {verb}"))).collect();
    assert!(missing.is_empty(), "no page of packaging/manual shows {missing:?}");
}

#[test]
fn every_message_of_the_table_of_faults_is_said_by_the_program() {
    let (_, page) = pages().pop().expect("the last page");
    let told = page.lines().filter(|line| line.starts_with("| 「")).flat_map(|line| {
        let cell = line.split('|').nth(1).unwrap_or_default();
        cell.split('「').skip(1).filter_map(|part| part.split('」').next()).map(str::to_owned).collect::<Vec<_>>()
    });
    let told: Vec<String> = told.collect();
    assert!(told.len() > 10, "{told:?}");
    let sources = tidy::sources("src");
    let is_said = |message: &String| sources.iter().any(|(_, text)| text.contains(message.as_str()));
    let unknown: Vec<&String> = told.iter().filter(|message| !is_said(message)).collect();
    assert!(unknown.is_empty(), "the program says none of {unknown:?}");
}
