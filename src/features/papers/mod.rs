//! 文书: the authority's own Word and Excel files, filled from the records and held against them when they come back (business.md 2.4).
//!
//! Invariants: a paper is never changed; its file comes out again byte by byte for as long as its template's version is kept,
//! and that is kept for as long as a paper needs it. What a paper says of persons and accounts is sealed in the store.
//!
//! Deliberately absent: layout and PDF (the office's own editor does both), and any change of a contract by its text: what
//! differs is shown, and changed in its form.

mod columns;
mod fields;
mod form;
pub mod kind;
pub mod make;
pub mod record;
mod returned;
mod show;
pub mod source;
pub mod starter;
pub mod table;
mod template;

use crate::columns::Source;
use crate::error::Result;
use crate::op::View;
use crate::platform::files::FileInfo;
use crate::product::Feature;
use crate::records::export;
use crate::records::files::ReferenceKind;
use crate::records::list as listing;
use crate::records::owned::find_through;
use crate::route::{AuditAction, Method, Route, prepared, read, write};
use crate::store::{TableInfo, table};

/// What the audit calls operations on papers.
const TITLE: &str = "文书";
/// And those on templates.
const TEMPLATE: &str = "文书模板";
/// Largest file of a template or a returned text, bytes.
const FILE: u64 = gx_office::MOST_BYTES as u64;

const TABLES: &[TableInfo] =
    &[table::<record::PaperTemplate>(), table::<record::PaperVersion>(), table::<record::Paper>()];

/// Papers.
pub const FEATURE: Feature = Feature {
    name: "papers",
    about: "文书：模板、生成、定稿核对",
    tables: TABLES,
    columns: &[Source::of::<record::PaperTemplate>(), Source::of::<record::Paper>()],
    routes,
    extensions: &[&TEMPLATE_FILES, &RETURNED_FILES],
    ..Feature::EMPTY
};

/// Files of templates: for everybody who sees templates.
const TEMPLATE_FILES: ReferenceKind = ReferenceKind { name: "paperTemplate", may_see: sees_template };
/// Texts that came back: for everybody who sees the paper.
const RETURNED_FILES: ReferenceKind = ReferenceKind { name: "paper", may_see: sees_paper };

fn sees_template(view: &View<'_>, _: &FileInfo) -> Result<bool> {
    Ok(view.caller.rights.holds("paper:template:list"))
}

fn sees_paper(view: &View<'_>, file: &FileInfo) -> Result<bool> {
    let Some(to) = &file.reference else { return Ok(false) };
    Ok(find_through::<record::Paper>(view, to.id, "paper:paper:query").is_ok())
}

/// Rows of the route table.
fn routes() -> Vec<Route> {
    let mut routes = listing::routes::<show::Templates>();
    routes.extend(vec![
        read("/paper/template/options", make::options).perm("paper:paper:add").titled("可选的文书模板"),
        read("/paper/template/fields/{kind}", table::of_kind).perm("paper:template:list").titled("文书模板的全部字段"),
        read("/paper/template/{id}", show::show_template).perm("paper:template:list").titled("文书模板详情"),
        prepared(Method::Get, "/paper/template/starter/{kind}", starter::write, export::ticket)
            .perm("paper:template:list")
            .audit("下载示例模板", AuditAction::Export),
        prepared(Method::Post, "/paper/template/starter", starter::prepare, starter::adopt)
            .perm("paper:template:add")
            .audit("采用示例模板", AuditAction::Insert)
            .idempotent(),
        prepared(Method::Post, "/paper/template", template::prepare, template::create)
            .upload("file", FILE)
            .perm("paper:template:add")
            .audit(TEMPLATE, AuditAction::Insert)
            .idempotent(),
        prepared(Method::Post, "/paper/template/version", template::prepare_version, template::add_version)
            .upload("file", FILE)
            .perm("paper:template:edit")
            .audit("文书模板新版本", AuditAction::Update)
            .idempotent(),
        write(Method::Put, "/paper/template/columns", columns::decide)
            .perm("paper:template:edit")
            .audit("报送表对应表头", AuditAction::Update)
            .idempotent(),
        write(Method::Put, "/paper/template", template::update)
            .perm("paper:template:edit")
            .audit(TEMPLATE, AuditAction::Update)
            .idempotent(),
        write(Method::Delete, "/paper/template/{ids}", template::remove)
            .perm("paper:template:remove")
            .audit(TEMPLATE, AuditAction::Delete)
            .idempotent(),
    ]);
    routes.extend(listing::routes::<show::Papers>());
    routes.extend(vec![
        export::offered("/paper/paper/file", make::file)
            .perm("paper:paper:query")
            .audit("下载文书", AuditAction::Export),
        read("/paper/paper/{id}", show::show_paper).perm("paper:paper:query").titled("文书详情"),
        write(Method::Post, "/paper/paper", make::make)
            .optimistic()
            .perm("paper:paper:add")
            .audit("生成文书", AuditAction::Insert)
            .idempotent(),
        prepared(Method::Post, "/paper/paper/returned", returned::prepare, returned::take)
            .upload("file", FILE)
            .perm("paper:paper:return")
            .audit("上传定稿", AuditAction::Update)
            .idempotent(),
    ]);
    routes
}
