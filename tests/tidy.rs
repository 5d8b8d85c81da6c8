//! The borders between the rooms, and the habits that a reader can check by eye.

use std::path::{Path, PathBuf};

fn sources(folder: &str) -> Vec<(String, String)> {
    fn walk(path: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(path).expect("readable") {
            let path = entry.expect("entry").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|kind| kind == "rs") && !path.ends_with("tests.rs") {
                found.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    walk(&root.join(folder), &mut found);
    found
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("text");
            (path.strip_prefix(root).expect("inside").to_string_lossy().into_owned(), text)
        })
        .collect()
}

/// The code without its tests and comments.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn only_the_right_room_knows_a_library() {
    for (library, room) in [
        ("redb", "src/store/"),
        ("poem", "src/web/"),
        ("tantivy", "src/search"),
        ("clap", "src/cli/"),
        ("reqwest", "src/features/portal/idaas/"),
    ] {
        for (path, text) in sources("src") {
            let uses = code(&text).lines().any(|line| {
                line.trim_start().starts_with(&format!("use {library}"))
                    || line.contains(&format!(" {library}::"))
                    || line.contains(&format!("({library}::"))
                    || line.contains(&format!("<{library}::"))
            });
            assert!(!uses || path.starts_with(room), "{path} knows {library}");
        }
    }
}

#[test]
fn lower_rooms_know_no_higher_ones() {
    for (path, text) in sources("src") {
        let code = code(&text);
        let knows = |what: &str| code.contains(&format!("crate::{what}"));
        if path.starts_with("src/store/")
            || path.starts_with("src/sheet/")
            || path.starts_with("src/search")
            || path == "src/blobs.rs"
        {
            for what in ["features", "web", "cli", "app", "op", "route"] {
                assert!(!knows(&format!("{what}::")), "{path} knows {what}");
            }
        }
        if path.starts_with("src/kernel/") {
            for what in ["features", "web", "cli", "app", "op", "route", "store"] {
                assert!(!knows(&format!("{what}::")), "{path} knows {what}");
            }
        }
        if path.starts_with("src/features/") {
            for what in ["web", "cli", "demo"] {
                assert!(!knows(&format!("{what}::")), "{path} knows {what}");
            }
        }
        if !path.starts_with("src/cli/") && path != "src/main.rs" {
            for word in ["println!", "eprintln!", "process::exit", "dbg!"] {
                assert!(!code.contains(word), "{path}: only the command line prints or exits ({word})");
            }
        }
    }
}

#[test]
fn files_stay_short_and_finished() {
    for folder in ["src", "tests"] {
        for (path, text) in sources(folder) {
            assert!(text.lines().count() <= 600, "{path} has {} lines", text.lines().count());
            let unfinished = ["todo!", "unimplemented!"].iter().any(|word| text.contains(word));
            assert!(path == "tests/tidy.rs" || !unfinished, "{path} is unfinished");
            if folder == "src" {
                assert!(text.starts_with("//!") || path == "src/lib.rs", "{path} has no module head");
            }
        }
    }
}

#[test]
fn the_top_level_is_what_the_customer_fixed() {
    let mut names: Vec<String> = std::fs::read_dir(env!("CARGO_MANIFEST_DIR"))
        .expect("readable")
        .map(|entry| entry.expect("entry").file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with('.') && name != "target")
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["Cargo.lock", "Cargo.toml", "README.md", "data", "packaging", "src", "tests", "ui"]);
}
