//! What was measured of the lists, and the table of lists.md, section 3.

#![allow(dead_code, clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)]

use std::time::Duration;

use serde_json::Value;

/// What one question cost.
#[derive(Clone, Copy)]
pub struct Measured {
    /// CPU time of the server a request.
    pub cpu_ms: f64,
    pub p50: Duration,
    pub p99: Duration,
}

impl Measured {
    /// Of all answers to one question.
    pub fn of(cpu_ms: f64, mut taken: Vec<Duration>) -> Self {
        taken.sort_unstable();
        let at = |share: f64| taken[((taken.len() - 1) as f64 * share).round() as usize];
        Self { cpu_ms, p50: at(0.5), p99: at(0.99) }
    }
}

/// What kind of question it was.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Plain,
    Filter,
    Word,
    Order,
    Far,
    Facets,
}

/// The worst of one kind: what was asked, and what it cost.
type Worst = Option<(String, Measured)>;

struct Row {
    path: &'static str,
    total: u64,
    asked: Vec<(Kind, String, Measured)>,
    left_out: usize,
    grown: f64,
}

impl Row {
    fn worst(&self, kinds: &[Kind]) -> Worst {
        let of_kind = self.asked.iter().filter(|(kind, ..)| kinds.contains(kind));
        of_kind.max_by(|a, b| a.2.cpu_ms.total_cmp(&b.2.cpu_ms)).map(|(_, what, measured)| (what.clone(), *measured))
    }
}

/// Everything measured on one city.
pub struct Readings {
    name: &'static str,
    /// CPU milliseconds that a page of any list may take.
    limit_ms: f64,
    memory_before: f64,
    rows: Vec<Row>,
    /// Checks of reports that do not agree.
    disagreeing: Vec<String>,
    beside: Vec<(&'static str, Measured)>,
    pub get_info_looking: Option<Measured>,
    pub get_info_hammering: Option<Measured>,
    pub people: f64,
    pub export: [f64; 4],
    pub memory_after: f64,
}

fn shown(worst: &Worst) -> String {
    worst.as_ref().map_or_else(|| format!("{:>8}", "-"), |(_, measured)| format!("{:>8.2}", measured.cpu_ms))
}

impl Readings {
    pub const HEAD: &'static str = "list                                     rows   CPU ms: page  filter    word   order  page 10k  facets |  p50 ms   p99 ms | MiB more | dearest";

    pub fn new(name: &'static str, limit_ms: f64, memory_before: f64) -> Self {
        Self {
            name,
            limit_ms,
            memory_before,
            rows: Vec::new(),
            disagreeing: Vec::new(),
            beside: Vec::new(),
            get_info_looking: None,
            get_info_hammering: None,
            people: 0.0,
            export: [0.0; 4],
            memory_after: 0.0,
        }
    }

    /// Begins a list with its first answer.
    pub fn begin(&mut self, path: &'static str, total: u64, answer: &Value) {
        let checks = answer["sums"]["checks"].as_array().into_iter().flatten();
        let wrong = checks.filter(|check| check["listed"] != check["figure"]).map(|check| format!("{path}: {check}"));
        self.disagreeing.extend(wrong);
        self.rows.push(Row { path, total, asked: Vec::new(), left_out: 0, grown: 0.0 });
    }

    pub fn add(&mut self, kind: Kind, what: &str, measured: Measured) {
        if let Some(row) = self.rows.last_mut() {
            row.asked.push((kind, what.to_owned(), measured));
        }
    }

    pub fn left_out(&mut self) {
        if let Some(row) = self.rows.last_mut() {
            row.left_out += 1;
        }
    }

    /// Ends a list and prints its line.
    pub fn end(&mut self, grown: f64) {
        let Some(row) = self.rows.last_mut() else { return };
        row.grown = grown;
        let of = |kind| shown(&row.worst(&[kind]));
        let all = row.worst(&[Kind::Plain, Kind::Filter, Kind::Word, Kind::Order, Kind::Far, Kind::Facets]);
        let slowest = |pick: fn(&Measured) -> Duration| {
            row.asked.iter().map(|(.., measured)| pick(measured).as_secs_f64() * 1_000.0).fold(0.0, f64::max)
        };
        let left_out = if row.left_out > 0 { format!(" ({} left out)", row.left_out) } else { String::new() };
        println!(
            "{:<38} {:>9}   {} {} {} {} {} {} | {:>8.2} {:>8.2} | {:>8.1} | {}{left_out}",
            row.path,
            row.total,
            of(Kind::Plain),
            of(Kind::Filter),
            of(Kind::Word),
            of(Kind::Order),
            of(Kind::Far),
            of(Kind::Facets),
            slowest(|measured| measured.p50),
            slowest(|measured| measured.p99),
            row.grown,
            all.map_or(String::new(), |(what, _)| what),
        );
    }

    /// Notes and prints what a first page took beside the others.
    pub fn beside(&mut self, path: &'static str, measured: &Measured) {
        self.beside.push((path, *measured));
        let (p50, p99) = (measured.p50.as_secs_f64() * 1_000.0, measured.p99.as_secs_f64() * 1_000.0);
        println!("  {path:<38} p50 {p50:>9.2} ms   p99 {p99:>9.2} ms");
    }

    /// The dearest question of these kinds among these lists.
    fn worst(&self, lists: fn(&str) -> bool, kinds: &[Kind]) -> String {
        let rows = self.rows.iter().filter(|row| lists(row.path));
        let worst = rows.filter_map(|row| row.worst(kinds).map(|(what, measured)| (row.path, what, measured)));
        let worst = worst.max_by(|a, b| a.2.cpu_ms.total_cmp(&b.2.cpu_ms));
        worst.map_or_else(|| "-".into(), |(path, what, measured)| format!("{:.1} ms ({path}, {what})", measured.cpu_ms))
    }

    fn grown(&self) -> String {
        let worst = self.rows.iter().max_by(|a, b| a.grown.total_cmp(&b.grown));
        worst.map_or_else(|| "-".into(), |row| format!("{:.1} MiB ({})", row.grown, row.path))
    }

    fn slowest_beside(&self) -> String {
        let worst = self.beside.iter().max_by_key(|(_, measured)| measured.p99);
        worst.map_or_else(|| "-".into(), |(path, measured)| format!("{:.1?} ({path})", measured.p99))
    }
}

fn is_report(path: &str) -> bool {
    path.starts_with("/report/")
}

fn is_late_fee(path: &str) -> bool {
    path == "/fin/lateFee/list"
}

/// The table of lists.md, section 3, one column a city.
pub fn table(all: &[Readings]) {
    use Kind::{Facets, Far, Filter, Order, Plain, Word};
    const EVERY: &[Kind] = &[Plain, Filter, Order, Word, Far, Facets];
    type Line = (&'static str, &'static str, fn(&Readings) -> String);
    let info =
        |measured: &Option<Measured>| measured.map_or_else(|| "-".into(), |measured| format!("{:.1?}", measured.p99));
    let lines: &[Line] = &[
        ("any list, first page, any filter, any order: CPU", "5 ms", |of| {
            of.worst(|path| !is_report(path) && !is_late_fee(path), &[Plain, Filter, Order])
        }),
        ("the bills among them", "5 ms", |of| of.worst(|path| path == "/fin/bill/list", &[Plain, Filter, Order])),
        ("keyword: CPU", "12 ms", |of| of.worst(|path| !is_report(path) && !is_late_fee(path), &[Word])),
        ("counts per value: CPU", "5 ms", |of| of.worst(|path| !is_report(path), &[Facets])),
        ("page 10,000: CPU", "10 ms", |of| of.worst(|path| !is_report(path) && !is_late_fee(path), &[Far])),
        ("late fee list: CPU", "20 ms", |of| of.worst(is_late_fee, EVERY)),
        ("report-centre list with its self-check: CPU", "30 ms", |of| of.worst(is_report, EVERY)),
        ("memory a request adds", "2 MiB", Readings::grown),
        ("slowest p99 beside eight readers and a writer", "-", Readings::slowest_beside),
        ("memory at rest, and after everything", "260 MiB", |of| {
            format!("{:.0} and {:.0} MiB", of.memory_before, of.memory_after)
        }),
        ("export of all bills", "60 s, 64 MiB", |of| {
            let [seconds, cpu, file, grown] = of.export;
            format!("{seconds:.1} s, {cpu:.1} s CPU, +{grown:.0} MiB, file {file:.0} MiB")
        }),
        ("people, filtered by status, 8 clients", "-", |of| format!("{:.0}/s", of.people)),
    ];
    println!("\n{:<50} {:<13} {}", "", "to reach", all.iter().map(|of| format!("{:<66}", of.name)).collect::<String>());
    for (what, reach, show) in lines {
        let cells: String = all.iter().map(|of| format!("{:<66}", show(of))).collect();
        println!("{what:<50} {reach:<13} {cells}");
    }
    let looking: String = all.iter().map(|of| format!("{:<66}", info(&of.get_info_looking))).collect();
    println!("{:<50} {:<13} {looking}", "p99 of getInfo while eight people page", "10 ms");
    let hammering: String = all.iter().map(|of| format!("{:<66}", info(&of.get_info_hammering))).collect();
    println!("{:<50} {:<13} {hammering}", "the same while eight programs page", "-");
    for of in all {
        of.disagreeing.iter().for_each(|check| println!("{}: a check does not agree, {check}", of.name));
    }
}

/// How much more than n log n a list may seem to take from one size to the next before it is named.
const NOISE: f64 = 2.0;
/// What takes less is not compared.
const LITTLE_MS: f64 = 1.0;

/// How each list grows: its rows and its dearest question in each city, what is beyond the limit of its city (!), and what
/// grew faster than n log n since the city before (^).
pub fn growth(all: &[Readings]) {
    use Kind::{Facets, Far, Filter, Order, Plain, Word};
    const EVERY: &[Kind] = &[Plain, Filter, Order, Word, Far, Facets];
    println!(
        "\n{:<38} {}",
        "dearest question, CPU ms",
        all.iter().map(|of| format!("{:>28}", of.name)).collect::<String>()
    );
    let mut paths: Vec<&str> = all.iter().flat_map(|of| of.rows.iter().map(|row| row.path)).collect();
    paths.sort_unstable();
    paths.dedup();
    for path in paths {
        let (mut before, mut cells): (Option<(f64, f64)>, String) = (None, String::new());
        for of in all {
            let row = of.rows.iter().find(|row| row.path == path);
            let Some((row, (what, measured))) = row.and_then(|row| row.worst(EVERY).map(|worst| (row, worst))) else {
                cells.push_str(&format!("{:>28}", "-"));
                continue;
            };
            let rows = (row.total as f64).max(2.0);
            let work = rows * rows.ln();
            let is_steep = before.is_some_and(|(work_before, ms)| {
                measured.cpu_ms > LITTLE_MS
                    && measured.cpu_ms > ms.max(LITTLE_MS) * (work / work_before).max(1.0) * NOISE
            });
            let marks = [(measured.cpu_ms > of.limit_ms, "!"), (is_steep, "^")];
            let marks: String = marks.iter().filter(|(is_so, _)| *is_so).map(|(_, mark)| *mark).collect();
            let what = if marks.is_empty() { String::new() } else { format!(" {what}") };
            cells.push_str(&format!("{:>28}", format!("{} rows {:.2}{marks}{what}", row.total, measured.cpu_ms)));
            before = Some((work, measured.cpu_ms));
        }
        println!("{path:<38} {cells}");
    }
}
