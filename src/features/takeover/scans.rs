//! Scans of contracts that were taken over, as one archive: each file goes to the contract that it names.
//!
//! Invariants: nothing is unpacked beyond what one file and all of them may be; a file that belongs to no contract, or to
//! two, is named and left; the same content is not added to a contract twice.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read, Write};

use zip::ZipArchive;

use super::list::without_scan;
use super::names::same;
use super::record::{TakeoverBatch, TakeoverState};
use super::wire::{ScanFile, ScansTaken, UploadScans};
use super::withdraw::lines;
use crate::error::{AppError, Result};
use crate::features::lease::contract::FILES;
use crate::features::lease::contract::record::Lease;
use crate::features::system::file::ops::{self as file, Stored, UploadInput};
use crate::kernel::order::Order;
use crate::op::{Op, View};
use crate::platform::files::FileInfo;
use crate::records::files as access;
use crate::records::owned;
use crate::route::{Data, UploadedFile};
use crate::store::{Reads, id};

/// Files of an archive at most.
const MOST: usize = 5_000;
/// Bytes of one file.
const LARGEST: u64 = 100 << 20;
/// Files of a contract.
const OF_LEASE: usize = 100;

/// What a file of the archive is.
struct Found {
    shown: ScanFile,
    lease_id: u64,
    stored: Option<Stored>,
}

/// An archive that was looked at; its files are stored unless it was a dry run.
pub struct Looked {
    batch_id: u64,
    dry_run: bool,
    files: Vec<Found>,
}

/// Contracts by what their files may be called.
struct Names {
    scans: HashMap<String, Vec<u64>>,
    papers: HashMap<String, Vec<u64>>,
    numbers: HashMap<String, Vec<u64>>,
    titles: HashMap<u64, String>,
}

fn stem(name: &str) -> &str {
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    base.rsplit_once('.').map_or(base, |(stem, _)| stem)
}

impl Names {
    fn load(view: &View, batch_id: u64) -> Result<Self> {
        let mut names =
            Self { scans: HashMap::new(), papers: HashMap::new(), numbers: HashMap::new(), titles: HashMap::new() };
        for line in lines(view, batch_id)? {
            let lease: Lease = owned::linked(view, line.lease_id)?;
            let mut put = |map: fn(&mut Self) -> &mut HashMap<String, Vec<u64>>, text: &str| {
                if !text.trim().is_empty() {
                    map(&mut names).entry(same(text)).or_default().push(line.lease_id);
                }
            };
            put(|names| &mut names.scans, stem(&line.scan));
            put(|names| &mut names.papers, &lease.facts.paper_no);
            put(|names| &mut names.numbers, &lease.lease_no);
            names.titles.insert(line.lease_id, lease.lease_no);
        }
        Ok(names)
    }

    /// The contract that a file names, and by what.
    fn of(&self, name: &str) -> Result<(u64, &'static str), String> {
        let wanted = same(stem(name));
        for (by, map) in [("扫描件文件名", &self.scans), ("纸质合同编号", &self.papers), ("合同编号", &self.numbers)]
        {
            match map.get(&wanted).map(Vec::as_slice) {
                Some([one]) => return Ok((*one, by)),
                Some(_) => return Err(format!("有多份合同的{by}是“{}”", stem(name))),
                None => {}
            }
        }
        // 2024-租-001 第2页.jpg
        let begins = |map: &HashMap<String, Vec<u64>>| -> Option<u64> {
            let fits = |text: &&String| {
                let rest = wanted.strip_prefix(text.as_str());
                rest.is_some_and(|rest| rest.starts_with(|c: char| !c.is_alphanumeric()))
            };
            let longest = map.keys().filter(fits).max_by_key(|text| text.len())?;
            map.get(longest).filter(|leases| leases.len() == 1)?.first().copied()
        };
        let found = begins(&self.papers).map(|lease| (lease, "纸质合同编号"));
        found
            .or_else(|| begins(&self.numbers).map(|lease| (lease, "合同编号")))
            .ok_or_else(|| "没有找到对应的合同".to_owned())
    }
}

/// Reads an archive and, unless it is a dry run, stores its files.
///
/// # Errors
/// A sentence for a file that is no archive, or has too much in it.
pub fn prepare(view: &View, input: UploadScans) -> Result<Looked> {
    let batch: TakeoverBatch = owned::find(view, input.id)?;
    if batch.state != TakeoverState::Received {
        let (no, state) = (&batch.batch_no, batch.state.label());
        return Err(AppError::refused(format!("接收批次 {no} {state}，接收之后才能补扫描件")));
    }
    let broken = |error: &dyn std::fmt::Display| {
        AppError::refused("文件不是完整的 zip 压缩包，请重新打包上传").because(error.to_string())
    };
    let source = File::open(&input.file.path).map_err(|error| broken(&error))?;
    let mut archive = ZipArchive::new(BufReader::new(source)).map_err(|error| broken(&error))?;
    if archive.len() > MOST {
        return Err(AppError::refused(format!("压缩包中最多 {MOST} 个文件，请分几次上传")));
    }
    let (names, mut files) = (Names::load(view, batch.batch_id)?, Vec::new());
    for place in 0..archive.len() {
        view.go_on()?;
        let mut entry = archive.by_index(place).map_err(|error| broken(&error))?;
        let name = match entry.enclosed_name() {
            Some(path) if entry.is_file() => path.to_string_lossy().into_owned(),
            _ => continue,
        };
        if name.contains("__MACOSX") || stem(&name).is_empty() {
            continue;
        }
        let mut shown = ScanFile { name: name.clone(), lease_no: String::new(), by: "", reason: String::new() };
        let (mut lease_id, mut stored) = (0, None);
        match names.of(&name) {
            Err(reason) => shown.reason = reason,
            Ok((lease, by)) => {
                (lease_id, shown.by) = (lease, by);
                shown.lease_no = names.titles.get(&lease).cloned().unwrap_or_default();
                match keep(view, &mut entry, &name, input.dry_run) {
                    Ok(kept) => stored = kept,
                    Err(fault) if fault.kind == crate::error::Kind::Refused => shown.reason = fault.message.to_string(),
                    Err(fault) => return Err(fault),
                }
            }
        }
        files.push(Found { shown, lease_id, stored });
    }
    if files.is_empty() {
        return Err(AppError::refused("压缩包中没有文件"));
    }
    Ok(Looked { batch_id: batch.batch_id, dry_run: input.dry_run, files })
}

/// Unpacks a file and looks at it like at any upload.
fn keep(view: &View, entry: &mut impl Read, name: &str, dry_run: bool) -> Result<Option<Stored>> {
    let made = tempfile::Builder::new().prefix("scan-").tempfile_in(view.app.paths.temporary());
    let mut target = made.map_err(|error| AppError::from(crate::store::StoreError::from(error)))?;
    let broken = |error: std::io::Error| AppError::refused("压缩包中的文件已损坏").because(error);
    let size = std::io::copy(&mut entry.take(LARGEST + 1), &mut target).map_err(broken)?;
    if size > LARGEST {
        return Err(AppError::refused(format!("文件超过 {} MB", LARGEST >> 20)));
    }
    target.flush().map_err(broken)?;
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned();
    if !["pdf", "jpg", "jpeg", "png"].iter().any(|suffix| base.to_lowercase().ends_with(&format!(".{suffix}"))) {
        return Err(AppError::refused("扫描件应为 pdf、jpg 或 png 文件"));
    }
    if dry_run {
        return Ok(None);
    }
    let path = target.into_temp_path();
    let file = UploadedFile { path: path.to_path_buf(), name: base, size };
    file::prepare(view, UploadInput { file, preview: None }).map(Some)
}

/// POST /lease/takeover/scans
///
/// # Errors
/// A contract that is gone by now.
pub fn attach(op: &mut Op, looked: Looked) -> Result<Data<ScansTaken>> {
    let (mut files, mut taken) = (Vec::with_capacity(looked.files.len()), 0);
    for mut found in looked.files {
        if found.shown.reason.is_empty() && !looked.dry_run {
            found.shown.reason = add(op, found.lease_id, found.stored)?;
        }
        taken += usize::from(found.shown.reason.is_empty());
        files.push(found.shown);
    }
    files.order_by_key(|file| file.reason.is_empty());
    let left = files.len() - taken;
    let without_scan = without_scan(&op.view(), looked.batch_id)?;
    Ok(Data(ScansTaken { files, taken, left, without_scan }))
}

/// Puts a file to a contract; why it was not.
fn add(op: &mut Op, lease_id: u64, stored: Option<Stored>) -> Result<String> {
    let Some(stored) = stored else { return Ok("没有完整收到".to_owned()) };
    let lease: Lease = owned::linked(&op.view(), lease_id)?;
    if lease.files.len() >= OF_LEASE {
        return Ok(format!("合同已有 {OF_LEASE} 个附件"));
    }
    for file_id in &lease.files {
        let known: Option<FileInfo> = op.view().tx.get(&id(*file_id))?;
        if known.is_some_and(|known| known.blob == stored.blob()) {
            return Ok("合同中已有相同的文件".to_owned());
        }
    }
    let file = file::record(op, stored)?;
    access::attach(op, &[file.file_id], FILES.name, lease_id)?;
    let mut next = lease.clone();
    next.files.push(file.file_id);
    owned::update(op, &lease, next, "补扫描件")?;
    Ok(String::new())
}
