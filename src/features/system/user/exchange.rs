//! Users as workbooks: export, template, import (contract 7).
//!
//! An import is all or nothing, in one transaction; a dry run is the same work with its changes
//! dropped, so what it promises is what happens. Existing users are found by login name. Passwords
//! are never part of a workbook that comes in; new people get a one-time password each, told once in
//! the result workbook.

use std::collections::{BTreeMap, HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ops::{ListUsers, insert, matching};
use super::record::{BY_NAME, User};
use super::rules;
use crate::fault::{Fault, Outcome};
use crate::features::portal::session;
use crate::features::system::base::Base;
use crate::features::system::dept::ops::paths;
use crate::features::system::dept::record::Dept;
use crate::features::system::export::{self, Workbook, scratch};
use crate::kernel::dates::Stamp;
use crate::kernel::password;
use crate::op::{Op, View};
use crate::route::{Answer, Data, Nothing, Reply, UploadedFile};
use crate::sheet::{self, Cell, Column, Limits, Row, SheetError, Table};
use crate::store::{Reads, key};

pub use export::{file as export_file, ticket as export_ticket};

const SHEET: &str = "用户数据";
const SEXES: [&str; 3] = ["男", "女", "未知"];
const STATES: [&str; 2] = ["正常", "停用"];

/// A row of the export: a user with the names around him.
struct Line {
    user: User,
    dept: Option<Dept>,
    login_ip: String,
    login_date: Option<Stamp>,
}

fn text(value: &str) -> Cell {
    Cell::Text(value.to_owned())
}

fn sex_label(user: &User) -> &'static str {
    user.sex.parse::<usize>().ok().and_then(|at| SEXES.get(at).copied()).unwrap_or("未知")
}

const COLUMNS: &[Column<Line>] = &[
    Column::new("用户序号", 10.0, |line: &Line| Cell::Number(line.user.user_id.cast_signed())),
    Column::new("登录名称", 16.0, |line| text(&line.user.user_name)),
    Column::new("用户名称", 16.0, |line| text(&line.user.real_name)),
    Column::new("用户邮箱", 24.0, |line| text(&line.user.email)),
    Column::new("手机号码", 16.0, |line| text(&line.user.phonenumber)),
    Column::new("用户性别", 10.0, |line| text(sex_label(&line.user))),
    Column::new("账号状态", 10.0, |line| text(if line.user.enabled { STATES[0] } else { STATES[1] })),
    Column::new("最后登录IP", 18.0, |line| text(&line.login_ip)),
    Column::new("最后登录时间", 20.0, |line| line.login_date.map_or(Cell::Empty, |at| Cell::Text(at.to_text()))),
    Column::new("部门名称", 24.0, |line| line.dept.as_ref().map_or(Cell::Empty, |dept| text(&dept.dept_name))),
    Column::new("部门负责人", 14.0, |line| line.dept.as_ref().map_or(Cell::Empty, |dept| text(&dept.leader))),
];

/// Writes the workbook of the filter, in the caller's scope.
pub fn prepare_export(view: &View, query: ListUsers) -> Outcome<Workbook> {
    let users = matching(view, &query)?;
    let depts: HashMap<u64, Dept> = view.tx.all::<Dept>()?.into_iter().map(|dept| (dept.dept_id, dept)).collect();
    let last: HashMap<u64, super::record::LastSignIn> =
        view.tx.all::<super::record::LastSignIn>()?.into_iter().map(|last| (last.user_id, last)).collect();
    let lines = users.into_iter().map(|user| Line {
        dept: depts.get(&user.dept_id).cloned(),
        login_ip: last.get(&user.user_id).map(|last| last.ip.clone()).unwrap_or_default(),
        login_date: last.get(&user.user_id).map(|last| last.at),
        user,
    });
    export::write(view, SHEET, COLUMNS, lines)
}

/// The example row of the template.
struct Example;

const TEMPLATE: &[Column<Example>] = &[
    Column::new("登录名称", 18.0, |_: &Example| text("示例：zhangsan")).note("必填，2 到 30 个字符，不能重复"),
    Column::new("用户名称", 16.0, |_| text("张三")).note("必填，真实姓名"),
    Column::new("部门", 36.0, |_| text("云川市工业和信息化局/局机关/办公室"))
        .note("部门名称；重名时写完整路径，用 / 分隔；留空表示不归属部门"),
    Column::new("手机号码", 16.0, |_| text("13800138000")).note("11 位手机号码，不能重复"),
    Column::new("用户邮箱", 24.0, |_| text("zhangsan@example.cn")).note("不能重复"),
    Column::new("用户性别", 10.0, |_| text("男")).choices(&SEXES),
    Column::new("账号状态", 10.0, |_| text("正常")).choices(&STATES),
    Column::new("备注", 24.0, |_| text("示例行不会被导入")),
];

/// Writes the import template.
pub fn prepare_template(view: &View, _: Nothing) -> Outcome<Workbook> {
    let path = scratch(view)?;
    sheet::template(&path, TEMPLATE, SHEET, &Example).map_err(export::failed)?;
    Ok(Workbook { path, name: "用户数据导入模板.xlsx".into() })
}

/// How an import is to run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportUsers {
    /// The workbook.
    pub file: UploadedFile,
    /// Known login names are updated instead of refused.
    #[serde(default)]
    pub update_support: bool,
    /// Only tell what would happen.
    #[serde(default)]
    pub dry_run: bool,
}

/// A workbook that was read.
pub struct ReadWorkbook {
    table: Table,
    update_support: bool,
    dry_run: bool,
}

/// Reads the workbook outside the transaction.
pub fn prepare_import(_: &View, input: ImportUsers) -> Outcome<ReadWorkbook> {
    let table = sheet::read(&input.file.path, Limits::default()).map_err(unreadable)?;
    table.require(&["登录名称", "用户名称"]).map_err(unreadable)?;
    if table.rows.is_empty() {
        return Err(Fault::refused("导入用户数据不能为空！"));
    }
    Ok(ReadWorkbook { table, update_support: input.update_support, dry_run: input.dry_run })
}

fn unreadable(error: SheetError) -> Fault {
    Fault::refused(error.to_string())
}

/// What happened, or would happen, to a row.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RowReport {
    /// Row number as the spreadsheet program shows it.
    pub row: u32,
    /// Login name.
    pub user_name: String,
    /// Name.
    pub real_name: String,
    /// created, updated or failed.
    pub outcome: &'static str,
    /// Why it failed.
    pub reason: String,
}

/// What happened, or would happen, to a workbook.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// Rows with content.
    pub total: usize,
    /// New users.
    pub created: usize,
    /// Changed users.
    pub updated: usize,
    /// Rows that cannot be taken; one is enough to refuse all.
    pub failed: usize,
    /// Row by row; at most 1,000, failed ones first.
    pub rows: Vec<RowReport>,
    /// Ticket of the result workbook: reasons, or one-time passwords.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result_file: Option<String>,
}

/// The report under `data`; `msg` is the family's sentence for clients that show nothing else.
#[derive(Debug)]
pub struct ImportAnswer {
    /// The report.
    pub data: ImportReport,
    /// 恭喜您… or 很抱歉…, with the first reasons; markup in them is escaped, old clients show it as HTML.
    pub message: String,
}

impl Answer for ImportAnswer {
    fn reply(self) -> Outcome<Reply> {
        let envelope = serde_json::json!({"msg": self.message, "code": 200, "data": self.data});
        serde_json::to_vec(&envelope).map(Reply::Json).map_err(Fault::internal)
    }
    fn shape(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Data::<ImportReport>::shape(generator)
    }
}

/// Reasons that go into the sentence.
const REASONS: usize = 10;

fn sentence(report: &ImportReport, dry_run: bool) -> String {
    let mut text = match (report.failed, dry_run) {
        (0, true) => format!("检查通过，共 {} 条数据可以导入", report.total),
        (0, false) => format!("恭喜您，数据已全部导入成功！共 {} 条", report.total),
        (failed, true) => format!("共 {} 条数据，其中 {failed} 条不正确，请修改后再导入：", report.total),
        (failed, false) => format!("很抱歉，导入失败！共 {failed} 条数据格式不正确，没有导入任何数据，错误如下："),
    };
    let failed = report.rows.iter().filter(|row| row.outcome == "failed");
    for (number, row) in (1..).zip(failed.take(REASONS)) {
        let line = format!("{number}、第 {} 行账号 {}：{}", row.row, row.user_name, row.reason);
        text += "<br/>";
        text += &line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    }
    text
}

/// Rows told one by one at most.
const TOLD: usize = 1_000;

/// Finds departments by path, or by any end of it that only one department has (`财务科`,
/// `局机关/财务科`).
struct Depts {
    by_path: HashMap<String, u64>,
    by_end: HashMap<String, Vec<u64>>,
}

impl Depts {
    fn load(view: &View) -> Outcome<Self> {
        let by_path: HashMap<String, u64> =
            paths(view, Nothing {})?.into_iter().map(|(dept_id, path)| (path, dept_id)).collect();
        let mut by_end: HashMap<String, Vec<u64>> = HashMap::new();
        for (path, dept_id) in &by_path {
            let mut end = path.as_str();
            loop {
                by_end.entry(end.to_owned()).or_default().push(*dept_id);
                let Some((_, shorter)) = end.split_once('/') else { break };
                end = shorter;
            }
        }
        Ok(Self { by_path, by_end })
    }

    fn find(&self, text: &str) -> Outcome<u64> {
        if text.is_empty() {
            return Ok(0);
        }
        let path = text.split(['/', '／']).map(str::trim).collect::<Vec<_>>().join("/");
        if let Some(dept_id) = self.by_path.get(&path) {
            return Ok(*dept_id);
        }
        match self.by_end.get(&path).map(Vec::as_slice) {
            Some([dept_id]) => Ok(*dept_id),
            Some([_, ..]) => Err(Fault::refused(format!("部门“{path}”有多个，请填写完整路径"))),
            _ => Err(Fault::refused(format!("部门“{path}”不存在"))),
        }
    }
}

struct Import {
    depts: Depts,
    update_support: bool,
    seen: HashSet<String>,
    passwords: BTreeMap<u32, String>,
}

impl Import {
    /// Takes one row; answers whether a user was created (else updated).
    fn take(&mut self, op: &mut Op, row: &Row) -> Outcome<bool> {
        if let Some(problem) = row.problem() {
            return Err(Fault::refused(problem));
        }
        let user_name = row.get("登录名称").trim().to_owned();
        if !self.seen.insert(user_name.to_lowercase()) {
            return Err(Fault::refused("登录名称在文件中重复"));
        }
        let known: Option<User> = op.view().tx.one(&BY_NAME, &key().str(&user_name.to_lowercase()))?;
        match known {
            Some(_) if !self.update_support => Err(Fault::refused(format!("账号 {user_name} 已存在"))),
            Some(user) => self.update(op, user.user_id, row).map(|()| false),
            None => self.create(op, &user_name, row).map(|()| true),
        }
    }

    fn fields(&self, row: &Row, old: User) -> Outcome<User> {
        let given = |header: &str, old: &str| match row.get(header).trim() {
            "" => old.to_owned(),
            text => text.to_owned(),
        };
        let choice = |header: &str, labels: &[&str], old: usize| match row.get(header).trim() {
            "" => Ok(old),
            text => labels
                .iter()
                .position(|label| *label == text)
                .ok_or_else(|| Fault::refused(format!("{header}应为 {} 之一", labels.join("、")))),
        };
        let dept_id = match row.get("部门").trim() {
            "" => old.dept_id,
            text => self.depts.find(text)?,
        };
        let user = User {
            real_name: given("用户名称", &old.real_name),
            dept_id,
            phonenumber: given("手机号码", &old.phonenumber),
            email: given("用户邮箱", &old.email),
            sex: choice("用户性别", &SEXES, old.sex.parse().unwrap_or(2))?.to_string(),
            enabled: choice("账号状态", &STATES, usize::from(!old.enabled))? == 0,
            base: Base { remark: given("备注", &old.base.remark), ..old.base.clone() },
            ..old
        };
        rules::check_fields(&user)?;
        Ok(user)
    }

    fn create(&mut self, op: &mut Op, user_name: &str, row: &Row) -> Outcome<()> {
        let made = password::one_time();
        let blank = User {
            user_id: 0,
            user_name: user_name.to_owned(),
            real_name: String::new(),
            dept_id: 0,
            phonenumber: String::new(),
            email: String::new(),
            sex: "2".into(),
            avatar: String::new(),
            enabled: true,
            deleted: false,
            role_ids: Vec::new(),
            post_ids: Vec::new(),
            password_hash: password::hash_one_time(&made),
            must_change_password: true,
            password_changed: None,
            base: Base::default(),
        };
        let user = self.fields(row, blank)?;
        insert(op, user)?;
        self.passwords.insert(row.number, made);
        Ok(())
    }

    fn update(&mut self, op: &mut Op, user_id: u64, row: &Row) -> Outcome<()> {
        let old = rules::changeable(&op.view(), user_id)?;
        let (was_enabled, dept_id) = (old.enabled, old.dept_id);
        let mut user = self.fields(row, old)?;
        rules::check_unique(&op.view(), &user, "修改")?;
        rules::check_dept(&op.view(), user.dept_id, dept_id)?;
        user.base = user.base.changed(op);
        op.put(&user)?;
        if was_enabled && !user.enabled {
            session::end_all(op, user_id, None)?;
        }
        Ok(())
    }
}

/// POST /system/user/importData
pub fn import(op: &mut Op, book: ReadWorkbook) -> Outcome<ImportAnswer> {
    let depts = Depts::load(&op.view())?;
    let mut import =
        Import { depts, update_support: book.update_support, seen: HashSet::new(), passwords: BTreeMap::new() };
    let (mut created, mut updated) = (0, 0);
    let (mut told, mut reasons) = (Vec::new(), BTreeMap::new());
    for row in &book.table.rows {
        let (outcome, reason) = match import.take(op, row) {
            Ok(true) => {
                created += 1;
                ("created", String::new())
            }
            Ok(false) => {
                updated += 1;
                ("updated", String::new())
            }
            // Only what is wrong with the row; a failing disk ends the import.
            Err(fault) if fault.kind != crate::fault::Kind::Refused => return Err(fault),
            Err(fault) => {
                reasons.insert(row.number, fault.message.to_string());
                ("failed", fault.message.to_string())
            }
        };
        let (user_name, real_name) = (row.get("登录名称").to_owned(), row.get("用户名称").to_owned());
        told.push(RowReport { row: row.number, user_name, real_name, outcome, reason });
    }
    told.sort_by_key(|row| (row.outcome != "failed", row.row));
    told.truncate(TOLD);
    let report = ImportReport {
        total: book.table.rows.len(),
        created,
        updated,
        failed: reasons.len(),
        rows: told,
        result_file: None,
    };
    finish(op, &book, report, &reasons, &import.passwords)
}

fn finish(
    op: &mut Op,
    book: &ReadWorkbook,
    mut report: ImportReport,
    reasons: &BTreeMap<u32, String>,
    passwords: &BTreeMap<u32, String>,
) -> Outcome<ImportAnswer> {
    let mut result = |op: &mut Op, name: &str, texts: &BTreeMap<u32, String>, header: &'static str| -> Outcome<()> {
        let path = tempfile::Builder::new()
            .prefix("result-")
            .suffix(".xlsx")
            .tempfile_in(op.app.paths.temporary())
            .map_err(|error| Fault::from(crate::store::StoreError::from(error)))?
            .into_temp_path();
        sheet::with_reasons(&path, &book.table, texts, header).map_err(export::failed)?;
        report.result_file = Some(op.app.tickets.issue(op.caller.user_id(), op.now, name, path));
        Ok(())
    };
    if !reasons.is_empty() {
        result(op, "导入失败原因.xlsx", reasons, "失败原因")?;
    } else if !book.dry_run && !passwords.is_empty() {
        result(op, "新用户初始密码.xlsx", passwords, "初始密码")?;
    }
    let message = sentence(&report, book.dry_run);
    if report.failed > 0 || book.dry_run {
        // All or nothing: what the rows wrote is dropped, the report is kept.
        op.discard()?;
    }
    Ok(ImportAnswer { data: report, message })
}
