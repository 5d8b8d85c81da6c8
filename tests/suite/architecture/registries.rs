//! What is written down in the code is brought by a feature, so that nothing new is forgotten. Sources are read as text:
//! what is looked for has one spelling, which `rustfmt` sees to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use gx_portal::error::Result;
use gx_portal::features::PRODUCT;
use gx_portal::features::assets::plate::Plate;
use gx_portal::features::monitor::job::board::Board;
use gx_portal::op::View;
use gx_portal::platform::session::IDLE_MINUTES;
use gx_portal::product::{Feature, Job, MemoryInfo, Product};
use gx_portal::records::files::ReferenceKind;
use gx_portal::records::history::{HistoryKind, HistoryOf};
use gx_portal::route::{self, Done, Nothing};
use gx_portal::store::table;

/// Business records without a history of their own, with the reason.
const NO_HISTORY: &[(&str, &str)] = &[
    ("Register", "its versions are its history, and the audit log has every saving of a draft"),
    ("Bill", "a document: added and continued, never edited"),
    ("Receipt", "a document"),
    ("Waiver", "a document"),
    ("Payout", "a document"),
    ("Settlement", "a document"),
    ("TakeoverBatch", "a document"),
    ("Paper", "a document: made and never changed"),
    ("Slip", "a document: what it says is never changed"),
    ("PaperTemplate", "its versions are its history"),
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

pub fn sources() -> Vec<(String, String)> {
    let mut found = Vec::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    found
}

/// What stands between two texts, wherever it does.
pub fn between<'t>(text: &'t str, before: &str, after: &str) -> Vec<&'t str> {
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
fn every_table_is_brought() {
    let known: BTreeSet<String> = set(PRODUCT.tables().iter().map(|info| info.name));
    for (name, table) in tables(&sources()) {
        assert!(known.contains(&table), "{name} ({table}) is brought by no feature");
    }
}

#[test]
fn every_business_record_has_a_history_or_a_reason() {
    let sources = sources();
    let tables = tables(&sources);
    let known: BTreeSet<&str> = {
        let of_record = PRODUCT.extensions::<HistoryOf>().map(|kind| kind.table);
        PRODUCT.extensions::<HistoryKind>().map(|kind| kind.table).chain(of_record).collect()
    };
    let mut without = BTreeSet::new();
    for name in sources.iter().flat_map(|(_, code)| between(code, "\nbusiness!(", ", \"")) {
        let name = name.trim_start_matches("common ");
        if !known.contains(tables[name].as_str()) {
            without.insert(name.to_owned());
        }
    }
    assert_eq!(without, set(NO_HISTORY.iter().map(|(name, _)| *name)));
}

/// How often a text stands in the sources.
fn times_written(text: &str) -> usize {
    sources().iter().map(|(_, code)| code.matches(text).count()).sum()
}

#[test]
fn every_kind_of_thing_with_files_is_brought() {
    let listed: BTreeSet<&str> = PRODUCT.extensions::<ReferenceKind>().map(|kind| kind.name).collect();
    assert_eq!(times_written(": ReferenceKind ="), listed.len(), "each has one row and a name of its own: {listed:?}");
    // What a feature puts files into, it names by its row.
    for (path, code) in sources().iter().filter(|(path, _)| !path.ends_with("records/files.rs")) {
        for call in ["files::set(", "files::attach("] {
            for arguments in between(code, call, ")?") {
                assert!(arguments.contains("FILES"), "{path}: {call}{arguments}");
            }
        }
    }
}

#[test]
fn every_job_is_brought_and_seeded() {
    let jobs: Vec<&Job> = PRODUCT.jobs().collect();
    assert_eq!(times_written(": Job = Job {"), jobs.iter().filter(|job| job.seed.is_some()).count());
    let unseeded: Vec<&str> = jobs.iter().filter(|job| job.seed.is_none()).map(|job| job.key).collect();
    assert_eq!(unseeded, ["testing.panic"], "every job is there from the start, paused or not");
    let ids: BTreeSet<u64> = jobs.iter().filter_map(|job| job.seed).map(|seed| seed.id).collect();
    assert_eq!(ids.len() + 1, jobs.len(), "numbers of seeds are never given again");
}

#[test]
fn every_setting_and_everything_in_memory_is_brought() {
    let (known, mut written) = (PRODUCT.settings(), 0);
    for (path, code) in sources() {
        let declared = |part: &&str| part.split(['=', ';']).next().is_some_and(|head| head.contains(": Setting<"));
        for part in code.split("pub const ").skip(1).filter(declared) {
            written += 1;
            let key = part.split('"').nth(1).expect("a key");
            assert!(known.iter().any(|setting| setting.key == key), "{path}: {key} can be set by nobody");
        }
    }
    assert_eq!(written, known.len(), "each has a number and a key of its own");
    let brought: usize = PRODUCT.0.iter().map(|feature| feature.memory.len()).sum();
    assert_eq!(times_written("impl Memory for "), brought);
}

#[test]
fn only_harmless_settings_are_public() {
    for setting in PRODUCT.settings() {
        let public = setting.key.starts_with("sys.index.")
            || setting.key.starts_with("portal.")
            || ["sys.account.captchaEnabled", "sys.account.registerUser"].contains(&setting.key);
        assert_eq!(setting.public, public, "{}", setting.key);
        assert!(!setting.name.is_empty(), "{} has a name on the page", setting.key);
        let standard = setting.default.to_string();
        let begins = setting.rule.wanted(&standard).is_none() || setting.key == "fin.booksFrom";
        assert!(begins, "{}: the default itself may be entered", setting.key);
    }
}

#[test]
fn what_is_asked_for_below_is_brought_above() {
    let mut asked = BTreeSet::new();
    for (_, code) in sources() {
        asked.extend(between(&code, "brought::<", ">()").into_iter().map(str::to_owned));
    }
    let brought: String = sources()
        .iter()
        .flat_map(|(_, code)| {
            between(code, "brings: &[", "\n    ]").into_iter().chain(between(code, "brings: &[", "],\n"))
        })
        .collect();
    for hook in asked.iter().filter(|hook| !["T", "HistoryKind", "HistoryOf", "ReferenceKind"].contains(&hook.as_str()))
    {
        assert!(brought.contains(&format!("&{hook}(")), "{hook} is brought by nobody");
    }
}

fn one(_: &View, _: Nothing) -> Result<Done> {
    Ok(Done)
}

/// The sentence with which a program of these features does not start.
fn refusal(features: Vec<Feature>) -> String {
    let product = Product(Box::leak(features.into_boxed_slice()));
    product.check().expect_err("refused").message.into_owned()
}

#[test]
fn what_is_there_twice_is_refused_by_name() {
    PRODUCT.check().expect("the product has everything once");
    let named = |name| Feature { name, ..Feature::EMPTY };
    assert_eq!(refusal(vec![named("甲"), named("甲")]), "功能“甲”登记了两次：甲 与 甲，程序不能启动");
    let plates = |name| Feature { tables: const { &[table::<Plate>()] }, ..named(name) };
    assert!(refusal(vec![plates("甲"), plates("乙")]).starts_with("数据表“"), "an index or the table");
    let routes = |name| Feature { routes: || vec![route::read("/one", one).signed_in().titled("一")], ..named(name) };
    assert_eq!(refusal(vec![routes("甲"), routes("乙")]), "路由“GET /one”登记了两次：甲 与 乙，程序不能启动");
    let settings = |name| Feature { settings: &[IDLE_MINUTES.info], ..named(name) };
    assert!(refusal(vec![settings("甲"), settings("乙")]).contains("登记了两次：甲 与 乙"));
    let memory = |name| Feature { memory: const { &[MemoryInfo::of::<Board>()] }, ..named(name) };
    assert!(refusal(vec![memory("甲"), memory("乙")]).starts_with("内存“"));
    let job = PRODUCT.jobs().next().copied().expect("a job");
    let jobs: &'static [Job] = Box::leak(Box::new([job]));
    let jobs = |name| Feature { jobs, ..named(name) };
    assert_eq!(refusal(vec![jobs("甲"), jobs("乙")]), format!("任务“{}”登记了两次：甲 与 乙，程序不能启动", job.key));
}

#[test]
fn every_route_that_is_written_down_is_mounted() {
    let mounted: BTreeSet<&str> = PRODUCT.routes().iter().map(|route| route.path).collect();
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
