//! 归档包: ended processes as files for the archive, readable in thirty years without this program.
//!
//! Invariants: what the reader may not see is not in it, and the package says how much that is; every file of it stands in a list
//! of checksums that `sha256sum -c` checks; only what has ended is archived, so a package never grows old.
//! Deliberately absent: PDF (a page prints itself), signatures by the server's key (a paper's worth is its seal).

mod page;
mod words;

use std::fs::File;
use std::io::{BufReader, BufWriter, Read as _, Write as _};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tempfile::TempPath;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::constants::InstanceState;
use super::instance::state::load;
use super::print::{ProcessPaper, print};
use crate::error::{AppError, Result};
use crate::features::portal::info::ORGANIZATION;
use crate::kernel::text::safe_file_name;
use crate::op::{Op, View};
use crate::platform::files::FileInfo;
use crate::records::list::One;
use crate::records::{export, files};
use crate::route::{AuditAction, Data, Method, Route, Text, prepared};
use crate::store::{Reads, id};

/// Processes of one package.
const MOST: usize = 200;
const BUFFER: usize = 256 << 10;
const CHECKSUMS: &str = "校验.sha256";
const CONTENTS: &str = "目录.csv";

/// Which processes.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ArchiveInput {
    /// Ended processes, by numbers.
    pub ids: Vec<u64>,
}

fn failed(error: impl ToString) -> AppError {
    AppError::refused("写入归档包失败，请检查数据目录的磁盘空间后重试").because(error)
}

fn prepare(view: &View, input: ArchiveInput) -> Result<(String, TempPath)> {
    let mut ids = input.ids;
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Err(AppError::refused("请选择要归档的审批").at("ids"));
    }
    if ids.len() > MOST {
        return Err(AppError::refused(format!("一次最多归档 {MOST} 件审批，已选 {} 件", ids.len())).at("ids"));
    }
    let mut papers = Vec::with_capacity(ids.len());
    for id in ids {
        papers.push(paper(view, id)?);
    }
    let name = match papers.as_slice() {
        [only] => format!("审批归档-{}.zip", only.process.instance_no),
        all => format!("审批归档-{}件-{}.zip", all.len(), view.now.date()),
    };
    let path = export::scratch(view)?;
    let file = File::options().write(true).truncate(true).open(&path).map_err(failed)?;
    let mut package = Package { zip: ZipWriter::new(BufWriter::new(file)), sums: String::new() };
    let mut contents = page::CONTENTS_HEAD.to_owned();
    for paper in &papers {
        contents.push_str(&archived(view, paper, &mut package)?);
    }
    package.put(CONTENTS, contents.as_bytes())?;
    package.end()?;
    Ok((name, path))
}

/// One that has ended, as its paper shows it to the reader.
fn paper(view: &View, instance_id: u64) -> Result<ProcessPaper> {
    let Data(paper) = print(view, One { id: instance_id })?;
    if paper.process.state == InstanceState::Started {
        return Err(AppError::refused(format!("“{}”尚未办结，办结后才能归档", paper.process.title)).at("ids"));
    }
    Ok(paper)
}

/// POST /appr/instance/archive: `msg` is the file name for `/common/download`.
fn ticket(op: &mut Op, (name, path): (String, TempPath)) -> Result<Text> {
    Ok(Text(op.app.tickets.issue(op.caller.user_id(), op.now, &name, path)))
}

/// A package under construction.
struct Package {
    zip: ZipWriter<BufWriter<File>>,
    /// Lines as `sha256sum` reads them.
    sums: String,
}

impl Package {
    fn begin(&mut self, name: &str) -> Result<()> {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).large_file(true);
        self.zip.start_file(name, options).map_err(failed)
    }

    fn sum(&mut self, name: &str, hasher: Sha256) {
        self.sums.push_str(&format!("{}  {name}\n", hex::encode(hasher.finalize())));
    }

    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.begin(name)?;
        self.zip.write_all(bytes).map_err(failed)?;
        self.sum(name, Sha256::new_with_prefix(bytes));
        Ok(())
    }

    /// Copies a stored file in parts; a damaged one ends the package.
    fn copy(&mut self, name: &str, from: &std::path::Path) -> Result<()> {
        self.begin(name)?;
        let mut reader = BufReader::new(File::open(from).map_err(failed)?);
        let (mut hasher, mut part) = (Sha256::new(), vec![0; BUFFER]);
        loop {
            let read = reader.read(&mut part).map_err(failed)?;
            let Some(bytes) = part.get(..read).filter(|bytes| !bytes.is_empty()) else { break };
            hasher.update(bytes);
            self.zip.write_all(bytes).map_err(failed)?;
        }
        self.sum(name, hasher);
        Ok(())
    }

    fn end(mut self) -> Result<()> {
        self.begin(CHECKSUMS)?;
        self.zip.write_all(self.sums.as_bytes()).map_err(failed)?;
        self.zip.finish().map_err(failed)?.into_inner().map_err(failed)?.sync_all().map_err(failed)
    }
}

/// A file as it lies in the package, or why it doesn't.
pub(super) struct Enclosed {
    pub name: String,
    pub size: u64,
}

/// What of the process is not in the package.
#[derive(Default)]
pub(super) struct Missing {
    /// Files that the reader may not see, or that are gone.
    pub files: usize,
    /// Fields that are hidden from the reader.
    pub fields: usize,
}

/// Writes one process; answers its line of the contents.
fn archived(view: &View, paper: &ProcessPaper, package: &mut Package) -> Result<String> {
    let folder = safe_file_name(&paper.process.instance_no);
    let hidden = load(view, paper.process.instance_id)?.binding.fields.len().saturating_sub(paper.process.fields.len());
    let mut missing = Missing { files: 0, fields: hidden };
    let mut enclosed = Vec::new();
    for number in words::files_of(&paper.process) {
        match readable(view, number)? {
            None => missing.files += 1,
            Some(file) => {
                let name = format!("附件/{number}-{}", safe_file_name(&file.name));
                package.copy(&format!("{folder}/{name}"), &view.app.blobs.path(&file.blob).map_err(failed)?)?;
                enclosed.push(Enclosed { name, size: file.size });
            }
        }
    }
    let organization = view.app.settings.get(&ORGANIZATION);
    let written = page::write(&organization, paper, &enclosed, &missing);
    package.put(&format!("{folder}/审批单.html"), written.as_bytes())?;
    package.put(&format!("{folder}/办理记录.csv"), page::history(&paper.process).as_bytes())?;
    package.put(&format!("{folder}/单据.json"), &pretty(&paper.process)?)?;
    package.put(&format!("{folder}/流程路径.json"), &pretty(&paper.path)?)?;
    Ok(page::contents_line(&folder, &paper.process, enclosed.len(), &missing))
}

fn pretty(value: &impl Serialize) -> Result<Vec<u8>> {
    // By a value, as archives are written: the shapes of records are in the program once.
    let value: Value = serde_json::to_value(value).map_err(AppError::internal)?;
    serde_json::to_vec_pretty(&value).map_err(AppError::internal)
}

fn readable(view: &View, file_id: u64) -> Result<Option<FileInfo>> {
    let file: Option<FileInfo> = view.tx.get(&id(file_id))?;
    Ok(match file {
        Some(file) if files::may_see(view, &file)? => Some(file),
        _ => None,
    })
}

/// Rows of the route table.
pub(super) fn routes() -> Vec<Route> {
    vec![
        prepared(Method::Post, "/appr/instance/archive", prepare, ticket)
            .signed_in()
            .audit("审批归档", AuditAction::Export)
            .titled("生成审批归档包"),
    ]
}
