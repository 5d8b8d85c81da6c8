//! The city of the design load and its tenth, built once and kept between runs.

#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::cast_precision_loss)]

use std::path::{Path, PathBuf};
use std::time::Instant;

use gx_portal::features::PRODUCT;
use gx_portal::store::directory::DataPaths;
use gx_portal::store::migrate::MIGRATIONS;
use gx_portal::store::{FileMedium, Reads, Store, StoreOptions};

use crate::growth::{self, Growth};
use crate::http;

/// Goes up when the same records are grown in another way.
const SHAPE: u32 = 2;

/// How large a city is.
pub struct Size {
    /// For tables and for the name of its directory.
    pub name: &'static str,
    /// The demonstration that is copied.
    seed: &'static str,
    /// CPU milliseconds that a page of any list may take there.
    pub limit_ms: f64,
    /// What an administrator of such a city allows the columns of its lists, MiB.
    columns_mib: &'static str,
    growth: Growth,
}

/// 800,000 bills, 690,000 receipts, 19,700 leases, 9,600 rooms, 10,000 people, 50 departments, ten years.
pub const FULL: Size = Size {
    name: "design load",
    seed: "standard",
    limit_ms: 5.0,
    columns_mib: "256",
    growth: Growth {
        estate: 3,
        lease: 7,
        money: 23,
        depts: 3,
        months: 40,
        unpaid: 16,
        rows: &[
            ("user", 10_000),
            ("waiver", 5_000),
            ("dunning", 20_000),
            ("exposure_entry", 2_000),
            ("notice", 2_000),
            ("notice_read", 10_000),
            ("job_log", 20_000),
            ("audit", 200_000),
            ("change", 2_000),
            ("wf_instance", 20_000),
            ("wf_task", 20_000),
        ],
    },
};

/// A tenth of each of its tables.
pub const TENTH: Size = Size {
    name: "one tenth",
    seed: "small",
    limit_ms: 5.0,
    columns_mib: "256",
    growth: Growth {
        estate: 16,
        lease: 39,
        money: 125,
        depts: 3,
        months: 40,
        unpaid: 16,
        rows: &[
            ("user", 1_000),
            ("waiver", 500),
            ("dunning", 2_000),
            ("exposure_entry", 200),
            ("notice", 200),
            ("notice_read", 1_000),
            ("job_log", 2_000),
            ("audit", 20_000),
            ("change", 200),
            ("wf_instance", 2_000),
            ("wf_task", 2_000),
        ],
    },
};

/// Ten times the design load: 8,200,000 bills, 7,000,000 receipts, 196,700 leases, 96,000 rooms, 28,000,000 rows in all. 20 GB,
/// forty minutes to build.
pub const TEN: Size = Size {
    name: "ten times",
    seed: "standard",
    limit_ms: 50.0,
    columns_mib: "4096",
    growth: Growth {
        estate: 30,
        lease: 70,
        money: 230,
        depts: 3,
        months: 40,
        unpaid: 16,
        rows: &[
            ("user", 100_000),
            ("waiver", 50_000),
            ("dunning", 200_000),
            ("exposure_entry", 20_000),
            ("notice", 20_000),
            ("notice_read", 100_000),
            ("job_log", 200_000),
            ("audit", 2_000_000),
            ("change", 20_000),
            ("wf_instance", 200_000),
            ("wf_task", 200_000),
        ],
    },
};

/// 100,000 rooms and 90,000 leases with the bills of 3,200 rooms: what lists of rooms cost without years of money.
pub const ROOMS: Size = Size {
    name: "100,000 rooms",
    seed: "standard",
    limit_ms: 5.0,
    columns_mib: "256",
    growth: Growth { estate: 32, lease: 32, money: 1, depts: 3, months: 40, unpaid: 16, rows: &[("audit", 200_000)] },
};

/// Ten times those rooms with as many leases, and a log of 2,000,000 rows.
pub const TEN_ROOMS: Size = Size {
    name: "1,000,000 rooms",
    seed: "standard",
    limit_ms: 50.0,
    columns_mib: "4096",
    growth: Growth {
        estate: 313,
        lease: 32,
        money: 1,
        depts: 3,
        months: 40,
        unpaid: 16,
        rows: &[("audit", 2_000_000)],
    },
};

/// The directory of a city; another layout of its tables or another way of growing it has another.
fn directory(size: &Size) -> PathBuf {
    let root = std::env::var_os("GX_BENCH_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("target").join("bench-data"), PathBuf::from);
    let layout: String = PRODUCT
        .tables()
        .iter()
        .map(|info| format!("{} {} {}\n", info.name, info.version, (info.indexes)().join(" ")))
        .collect();
    let mark = xxhash_rust::xxh3::xxh3_64(layout.as_bytes());
    root.join(format!("{}-s{}-{SHAPE}-{mark:016x}", size.name.replace(' ', "-"), MIGRATIONS.len() + 1))
}

/// The data directory of a city, built when there is none. A server may write into it; the next run goes on with that.
pub fn ready(binary: &str, size: &Size) -> PathBuf {
    let data = directory(size);
    if !data.exists() {
        let building = data.with_extension("building");
        if building.exists() {
            std::fs::remove_dir_all(&building).unwrap();
        }
        std::fs::create_dir_all(building.parent().unwrap()).unwrap();
        build(binary, size, &building);
        std::fs::rename(&building, &data).unwrap();
    }
    println!("{}: {}", size.name, data.display());
    data
}

fn build(binary: &str, size: &Size, data: &Path) {
    let began = Instant::now();
    http::initialise(binary, data);
    let shown = data.to_str().expect("a path");
    for arguments in [
        vec!["seed", "--demo", size.seed, "--data", shown],
        vec!["settings", "set", "sys.session.idleMinutes", "1440", "--data", shown],
        vec!["settings", "set", "sys.list.memoryMiB", size.columns_mib, "--data", shown],
    ] {
        let (code, text) = http::run(binary, &arguments, "");
        assert_eq!(code, 0, "{text}");
    }
    let paths = DataPaths::new(data);
    let options = StoreOptions { cache_bytes: 1 << 30, ..gx_portal::store::options() };
    let store = Store::open(Box::new(FileMedium::new(&paths.database())), options, &PRODUCT.tables()).unwrap();
    let today = jiff::Zoned::now().date();
    growth::grow(&store, &size.growth, today, |table, rows| {
        println!("  {table:<24} {rows:>9} rows  {:>6.1} s", began.elapsed().as_secs_f64());
    });
    let count = store.read().unwrap().count::<gx_portal::features::finance::bill::record::Bill>().unwrap();
    store.close();
    let bytes = std::fs::metadata(paths.database()).unwrap().len();
    println!(
        "{} built in {:.0} s: {count} bills, {:.0} MiB",
        size.name,
        began.elapsed().as_secs_f64(),
        bytes as f64 / 1_048_576.0
    );
}
