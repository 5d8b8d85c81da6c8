//! The borders between the rooms, and the habits that a reader can check by eye.

use std::path::{Path, PathBuf};

pub fn sources(folder: &str) -> Vec<(String, String)> {
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
pub fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn only_the_right_room_knows_a_library() {
    for (library, rooms) in [
        ("redb", &["src/crates/store/"][..]),
        ("poem", &["src/web/", "src/crates/listener/"]),
        ("matchit", &["src/web/"]),
        ("tantivy", &["src/search"]),
        ("clap", &["src/cli/"]),
        ("reqwest", &["src/features/portal/idaas/"]),
        ("hyper", &["src/crates/listener/"]),
        ("rcgen", &["src/tls/"]),
        ("webpki", &["src/tls/"]),
        ("minisign_verify", &["src/upgrade/"]),
    ] {
        for (path, text) in sources("src") {
            let uses = code(&text).lines().any(|line| {
                line.trim_start().starts_with(&format!("use {library}"))
                    || line.contains(&format!(" {library}::"))
                    || line.contains(&format!("({library}::"))
                    || line.contains(&format!("<{library}::"))
            });
            assert!(!uses || rooms.iter().any(|room| path.starts_with(room)), "{path} knows {library}");
        }
    }
}

/// What serde's other readers read, too, is in the program twice (decisions/0250).
#[test]
fn records_and_inputs_have_one_reader() {
    for (path, text) in sources("src") {
        for reader in ["serde_json::from_value", "rmp_serde::from_slice", "rmp_serde::decode", "postcard::from_bytes"] {
            let may = reader == "postcard::from_bytes" && path == "src/crates/store/record.rs";
            assert!(may || !code(&text).contains(reader), "{path} reads by {reader}; see crates/decode");
        }
    }
}

/// Packages under `src/crates`, with those of ours that each may use: none knows the program.
const PACKAGES: &[(&str, &[&str])] = &[
    ("columns", &[]),
    ("decode", &[]),
    ("front", &[]),
    ("kernel", &["decode"]),
    ("listener", &["kernel"]),
    ("office", &["kernel"]),
    ("rent", &["kernel"]),
    ("sheet", &["kernel"]),
    ("sqldump", &[]),
    ("store", &["decode", "kernel"]),
];

#[test]
fn packages_know_no_product() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/crates");
    let mut found: Vec<String> = std::fs::read_dir(&folder)
        .expect("readable")
        .map(|entry| entry.expect("entry").file_name().to_string_lossy().into_owned())
        .collect();
    found.sort_unstable();
    assert_eq!(found, PACKAGES.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    for (name, may) in PACKAGES {
        let read = |file: &str| {
            std::fs::read_to_string(folder.join(name).join(file))
                .unwrap_or_else(|error| panic!("{name}/{file}: {error}"))
        };
        let manifest = read("Cargo.toml");
        let uses: Vec<&str> = manifest
            .lines()
            .filter_map(|line| line.strip_prefix("gx-"))
            .filter_map(|rest| rest.split(['.', ' ', '=']).next())
            .collect();
        assert_eq!(uses, *may, "packages that {name} uses");
        assert!(manifest.ends_with("[lints]\nworkspace = true\n"), "{name} has the lints of the workspace");
        assert!(read("lib.rs").contains("#![forbid(unsafe_code)]"), "{name} forbids unsafe code");
        let lines = read("README.md").lines().count();
        assert!((8..=20).contains(&lines), "{lines} lines say what {name} is for");
        for (path, text) in sources(&format!("src/crates/{name}")) {
            // the folder of the built front end, and addresses of the portal
            for word in ["gx_portal", "#[path"] {
                assert!(!code(&text).contains(word), "{path} knows the program: {word}");
            }
        }
    }
}

/// The rooms of `src`, lowest first: a room knows those before it and itself. Modules that are one room know each other. What
/// is a package keeps its rank: the rooms below it don't ask it. Packages themselves: [`PACKAGES`].
const ROOMS: &[&[&str]] = &[
    &["error"],
    &["kernel"],
    &["machine"],
    &["store"],
    &["columns"],
    &["blobs"],
    &["clock"],
    &["watch"],
    &["events"],
    &["sheet"],
    &["search"],
    &["config"],
    &["tls"],
    &["platform"],
    &["app", "op", "route", "idempotency", "product"],
    &["records"],
    &["upkeep"],
    &["features::system"],
    &["features::portal"],
    &["features::monitor"],
    &["features::approvals"],
    &["features::assets"],
    &["features::lease"],
    &["features::finance"],
    &["features::exposure"],
    &["features::report"],
    &["features::registers"],
    &["features::takeover"],
    &["features::papers"],
    &["features::find"],
    &["features"],
    &["jobs"],
    &["demo"],
    &["verb"],
    &["web"],
    &["upgrade"],
    &["cli"],
];

/// The rank of the room that a module path of the crate lies in; `None` for what is no room.
fn rank(module: &str) -> Option<usize> {
    let lies_in = |room: &str| module == room || module.strip_prefix(room).is_some_and(|rest| rest.starts_with("::"));
    let feature = ROOMS.iter().position(|room| room[0].starts_with("features::") && lies_in(room[0]));
    feature.or_else(|| ROOMS.iter().position(|room| room.iter().any(|name| lies_in(name))))
}

/// Module paths that a text names from the root of the crate, groups taken apart at their first level.
fn named(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let path: String = rest.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ':')).collect();
        let group = rest[path.len()..].strip_prefix('{').filter(|_| path.is_empty() || path == "features::");
        match group.and_then(|group| group.split_once("};")) {
            None => found.push(path),
            Some((group, _)) => {
                found
                    .extend(group.split(',').map(|name| format!("{path}{}", name.trim())).filter(|name| name != &path));
            }
        }
    }
    found
}

#[test]
fn a_room_knows_only_those_below_it() {
    let mut wrong = Vec::new();
    for (path, text) in sources("src") {
        let module =
            path.trim_start_matches("src/").trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
        if ["lib", "main"].contains(&module.as_str()) || module.starts_with("crates::") {
            continue;
        }
        let own = rank(&module).unwrap_or_else(|| panic!("{path} lies in no room: give it a rank"));
        for name in named(&code(&text)) {
            if rank(&name).is_some_and(|rank| rank > own) {
                wrong.push(format!("{path} knows {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "a hook turns such a call round (src/product.rs):\n{}", wrong.join("\n"));
}

/// Rooms of registers that walk definitions as they are stored: rules, writers, columns, designs, one's own workbooks. All
/// others answer a person, and walk what he sees.
const DEFINITIONS_AS_STORED: &[&str] = &[
    "definition.rs",
    "published.rs",
    "columns.rs",
    "convert.rs",
    "formula.rs",
    "file.rs",
    "hooks.rs",
    "invariants.rs",
    "infer/",
    "workbooks/",
    "design/",
    "package/",
    "works/",
    "rows/write.rs",
    "rows/unique.rs",
    "rows/ops.rs",
    "rows/open.rs",
    "remind/mod.rs",
    "exchange/reading.rs",
    "exchange/taking.rs",
    "approval/asked.rs",
    "approval/filing.rs",
    "approval/effect.rs",
    "approval/kinds.rs",
];

#[test]
fn who_answers_a_person_walks_the_fields_that_he_sees() {
    let room = "src/features/registers/";
    let walks = [
        ".active()",
        ".active_field(",
        ".by_code(",
        ".fields.iter()",
        ".reminding()",
        "definition.constraints()",
        "definition.field(",
    ];
    for (path, text) in sources(room.trim_end_matches('/')) {
        let Some(own) = path.strip_prefix(room) else { continue };
        let code = code(&text);
        let is_stored = DEFINITIONS_AS_STORED.iter().any(|stored| own.starts_with(stored));
        for walk in walks.iter().filter(|walk| !is_stored && code.contains(**walk)) {
            // what is stored for the reminders of everybody
            assert!(own == "remind/held.rs" && *walk == ".reminding()", "{path}: {walk}; use `Published::seen`");
        }
        let reads_flag =
            code.contains(".sensitive") && !["definition.rs", "design/fields.rs", "design/versions.rs"].contains(&own);
        assert!(
            !reads_flag,
            "{path} reads .sensitive: what is computed from such a field is hidden too (`Definition::hides`)"
        );
    }
    for stored in DEFINITIONS_AS_STORED {
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(room).join(stored).exists(), "{stored} is not there");
    }
}

#[test]
fn imports_are_read_as_they_are_written() {
    let code =
        "use crate::features::{finance, lease::contract};\nuse crate::{app, op};\nlet x = crate::idempotency::HEADER;";
    assert_eq!(named(code), ["features::finance", "features::lease::contract", "app", "op", "idempotency::HEADER"]);
    assert!(rank("features::finance::bill") > rank("features::lease") && rank("features") > rank("features::report"));
    assert_eq!(rank("std"), None);
}

#[test]
fn only_the_command_line_prints_or_exits() {
    for (path, text) in sources("src") {
        let code = code(&text);
        // a build script speaks to cargo
        if !path.starts_with("src/cli/") && path != "src/main.rs" && !path.ends_with("/build.rs") {
            for word in ["println!", "eprintln!", "process::exit", "dbg!"] {
                assert!(!code.contains(word), "{path}: {word}");
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
            assert!(path == "tests/suite/architecture/tidy.rs" || !unfinished, "{path} is unfinished");
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

/// The table of rules names files that are there: a rule whose file or test has moved is found, or the table lies.
#[test]
fn the_table_of_rules_names_what_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("src/docs/rules.md")).expect("text");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| rule"))
        .map(|line| line.trim_matches('|').split(" | ").collect())
        .collect();
    assert!(rows.len() > 100, "{}", rows.len());
    for row in &rows {
        assert_eq!(row.len(), 3, "{row:?}");
        for name in [row[1], row[2]].iter().flat_map(|cell| cell.split('`').skip(1).step_by(2)) {
            assert!(root.join(name).exists(), "{name} of «{}» is not there", row[0].trim());
        }
    }
}
