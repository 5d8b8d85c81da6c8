//! Lists that are kept by hand against the code they list, so that nothing new is forgotten in them. Sources are read as
//! text: what is looked for has one spelling, which `rustfmt` sees to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use gx_portal::features;
use gx_portal::features::monitor::job::targets::{SEEDS, TARGETS};
use gx_portal::records::files::KINDS;
use gx_portal::upkeep::doctor;

/// Business records without a history of their own, with the reason.
const NO_HISTORY: &[(&str, &str)] = &[
    ("Bill", "a document: added and continued, never edited"),
    ("Receipt", "a document"),
    ("Waiver", "a document"),
    ("Payout", "a document"),
    ("Settlement", "a document"),
    ("Dunning", "added and never changed"),
];

fn read(path: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(path).expect("readable") {
        let path = entry.expect("entry").path();
        if path.is_dir() {
            read(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = std::fs::read_to_string(&path).expect("text");
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            let code = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
            found.push((path.to_string_lossy().into_owned(), code));
        }
    }
}

fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    found
}

/// What stands between two texts, wherever it does.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Vec<&'t str> {
    text.split(before).skip(1).filter_map(|rest| rest.split_once(after).map(|(name, _)| name)).collect()
}

fn set<'t>(names: impl IntoIterator<Item = &'t str>) -> BTreeSet<String> {
    names.into_iter().map(str::to_owned).collect()
}

/// Tables by the name of their record's type.
fn tables(sources: &[(String, String)]) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for (path, code) in sources {
        for part in code.split("impl Record for ").skip(1) {
            let name = part.split_once(" {").expect("a body").0;
            let table = between(part, "const TABLE: &'static str = \"", "\"").first().copied();
            let table = table.unwrap_or_else(|| panic!("{path}: {name} has no table"));
            found.insert(name.to_owned(), table.to_owned());
        }
    }
    found
}

#[test]
fn every_table_is_listed() {
    let known: BTreeSet<String> = set(features::TABLES.iter().map(|info| info.name));
    for (name, table) in tables(&sources()) {
        assert!(known.contains(&table), "{name} ({table}) is not in features::TABLES");
    }
}

#[test]
fn every_sequence_is_known_to_the_doctor() {
    let sources = sources();
    let tables = tables(&sources);
    let used: BTreeSet<String> = sources
        .iter()
        .flat_map(|(_, code)| between(code, ".next(", "::TABLE)"))
        .filter(|name| name.chars().all(char::is_alphanumeric))
        .map(|name| tables.get(name).unwrap_or_else(|| panic!("{name} is no record")).clone())
        .collect();
    assert!(used.len() > 35, "{used:?}");
    assert_eq!(used, set(doctor::NUMBERED.iter().copied()), "the doctor's list is what is drawn from");
    for (path, code) in &sources {
        let texts = between(code, "op.next(\"", "\"");
        assert!(texts.is_empty(), "{path}: name the sequence by its record, not as text {texts:?}");
    }
}

#[test]
fn every_business_record_has_a_history_or_a_reason() {
    let sources = sources();
    let tables = tables(&sources);
    let known: BTreeSet<&str> = features::history_kinds().iter().map(|kind| kind.table).collect();
    let mut without = BTreeSet::new();
    for name in sources.iter().flat_map(|(_, code)| between(code, "impl Business for ", " {")) {
        if !known.contains(tables[name].as_str()) {
            without.insert(name.to_owned());
        }
    }
    assert_eq!(without, set(NO_HISTORY.iter().map(|(name, _)| *name)));
}

#[test]
fn every_kind_of_thing_with_files_is_listed() {
    let sources = sources();
    let declared: usize = sources.iter().map(|(_, code)| code.matches(": ReferenceKind =").count()).sum();
    let listed: BTreeSet<&str> = KINDS.iter().map(|kind| kind.name).filter(|name| *name != "testing").collect();
    assert_eq!(declared, listed.len(), "each has one row and a name of its own: {listed:?}");
    // What a feature puts files into, it names by its row.
    for (path, code) in sources.iter().filter(|(path, _)| !path.ends_with("file/access.rs")) {
        for call in ["access::set(", "access::attach("] {
            for arguments in between(code, call, ")?") {
                assert!(arguments.contains("FILES"), "{path}: {call}{arguments}");
            }
        }
    }
}

#[test]
fn every_job_has_its_function_and_its_seed() {
    let sources = sources();
    let actions = &sources.iter().find(|(path, _)| path.ends_with("jobs/actions.rs")).expect("there").1;
    let targets: BTreeSet<&str> = TARGETS.iter().map(|target| target.key).collect();
    let named: BTreeSet<&str> =
        sources.iter().flat_map(|(_, code)| between(code, "pub const TARGET: &str = \"", "\"")).collect();
    let named: BTreeSet<&str> = named.intersection(&targets).copied().collect();
    let constants = actions.matches("::TARGET =>").count();
    assert_eq!(named.len(), constants, "each named target has its arm");
    for key in &targets {
        let arm = actions.contains(&format!("\"{key}\" =>")) || named.contains(key);
        assert!(arm, "{key} is done by nobody");
    }
    let seeded: BTreeSet<&str> = SEEDS.iter().map(|seed| seed.target).collect();
    assert_eq!(seeded, targets, "every job is there from the start, paused or not");
    let ids: BTreeSet<u64> = SEEDS.iter().map(|seed| seed.id).collect();
    assert_eq!(ids.len(), SEEDS.len(), "numbers of seeds are never given again");
}

#[test]
fn every_route_that_is_written_down_is_mounted() {
    let mounted: BTreeSet<&str> = features::routes().iter().map(|route| route.path).collect();
    let mut written = 0;
    for (path, code) in sources().iter().filter(|(path, _)| path.contains("/features/")) {
        for call in [
            "read(",
            "write(Method::",
            "prepared(Method::",
            "read_by(Method::",
            "in_portions(Method::",
            "asking(",
            "asking_first(Method::",
        ] {
            for rest in code.split(call).skip(1) {
                let first = rest.split_once('"').filter(|(before, _)| before.len() < 30 && !before.contains(';'));
                let Some(name) = first.and_then(|(_, rest)| rest.split_once('"')).map(|(name, _)| name) else {
                    continue;
                };
                if name.starts_with('/') && !name.starts_with("/testing/") {
                    written += 1;
                    assert!(mounted.contains(name), "{path}: {name} is written down and not mounted");
                }
            }
        }
    }
    assert!(written > 300, "{written}");
}

#[test]
fn every_setting_that_is_asked_for_is_in_the_seed() {
    let seed = include_str!("../data/settings.toml");
    let mut asked = 0;
    for (path, code) in sources() {
        for call in ["settings.number(\"", "settings.text(\"", "settings.flag(\""] {
            for key in between(&code, call, "\"") {
                asked += 1;
                assert!(seed.contains(&format!("key = \"{key}\"")), "{path}: {key} cannot be set by anybody");
            }
        }
    }
    assert!(asked > 10, "{asked}");
}
