//! Users as workbooks: export, template, import (contract 7).
//!
//! Existing users are found by login name. Passwords are never part of a workbook that comes in; new people get a one-time password each, told once in
//! the result workbook.

use std::collections::{BTreeMap, HashMap};

use super::list::{ListUsers, Users};
use super::ops::insert_one;
use super::phones::Phones;
use super::rules;
use crate::error::{AppError, Result};
use crate::features::system::dept::find::Depts;
use crate::features::system::grants::Giver;
use crate::kernel::dates::Stamp;
use crate::kernel::password;
use crate::op::{Op, View};
use crate::platform::identity::dept::Dept;
use crate::platform::identity::user::{BY_NAME, LastSignIn, User};
use crate::records::base::Base;
use crate::records::clashes::Clashes;
use crate::records::exchange::{Column, Exchange, text};
use crate::records::export::Workbook;
use crate::records::import::{Book, ImportAnswer, ImportKind, STATES, Taken};
use crate::records::list::workbook_of;
use crate::records::{personal, sessions};
use crate::sheet::{self, Cell, Row};
use crate::store::{Reads, id, key};

const SHEET: &str = "用户数据";
const SEXES: [&str; 3] = ["男", "女", "未知"];

/// A row of the export: a user with the names around him.
struct UserSheetRow {
    user: User,
    phone: String,
    dept: Option<Dept>,
    login_ip: String,
    login_date: Option<Stamp>,
}

fn sex_label(user: &User) -> &'static str {
    user.sex.parse::<usize>().ok().and_then(|at| SEXES.get(at).copied()).unwrap_or("未知")
}

const COLUMNS: &[sheet::Column<UserSheetRow>] = &[
    sheet::Column::new("用户序号", 10.0, |line: &UserSheetRow| Cell::Number(line.user.user_id.cast_signed())),
    sheet::Column::new("登录名称", 16.0, |line| text(&line.user.user_name)),
    sheet::Column::new("用户名称", 16.0, |line| text(&line.user.real_name)),
    sheet::Column::new("用户邮箱", 24.0, |line| text(&line.user.email)),
    sheet::Column::new("手机号码", 16.0, |line| text(&line.phone)),
    sheet::Column::new("用户性别", 10.0, |line| text(sex_label(&line.user))),
    sheet::Column::new("账号状态", 10.0, |line| text(if line.user.enabled { STATES[0] } else { STATES[1] })),
    sheet::Column::new("最后登录IP", 18.0, |line| text(&line.login_ip)),
    sheet::Column::new("最后登录时间", 20.0, |line| {
        line.login_date.map_or(Cell::Empty, |at| Cell::Text(at.to_text()))
    }),
    sheet::Column::new("部门名称", 24.0, |line| {
        line.dept.as_ref().map_or(Cell::Empty, |dept| text(&dept.dept_name))
    }),
    sheet::Column::new("部门负责人", 14.0, |line| {
        line.dept.as_ref().map_or(Cell::Empty, |dept| text(&dept.leader))
    }),
];

/// Writes the workbook of the filter, in the caller's scope.
pub fn export(view: &View, query: ListUsers) -> Result<Workbook> {
    let depts: HashMap<u64, Dept> = view.tx.all::<Dept>()?.into_iter().map(|dept| (dept.dept_id, dept)).collect();
    let phones = Phones::of(view);
    workbook_of::<Users, _>(view, &query, SHEET, COLUMNS, |user| {
        let last: Option<LastSignIn> = view.tx.get(&id(user.user_id))?;
        Ok(UserSheetRow {
            dept: depts.get(&user.dept_id).cloned(),
            login_ip: last.as_ref().map(|last| last.ip.clone()).unwrap_or_default(),
            login_date: last.map(|last| last.at),
            phone: phones.shown(user),
            user: user.clone(),
        })
    })
}

type Col = Column<User, Depts>;

/// What comes in; an export has other columns.
pub static USERS: Exchange<User, Depts> = Exchange {
    sheet: SHEET,
    columns: &[
        Col::new("登录名称", 18.0, |user| text(&user.user_name)).note("必填，2 到 30 个字符，不能重复"),
        Col::text("用户名称", 16.0, |user| &mut user.real_name).note("必填，真实姓名"),
        Col::new("部门", 36.0, |_| text("云川市工业和信息化局/局机关/办公室"))
            .note("部门名称；重名时写完整路径，用 / 分隔；仅全部数据权限的管理员可留空")
            .sets(|cell, user, depts| depts.find(cell.text()).map(|dept_id| user.dept_id = dept_id)),
        Col::text("手机号码", 16.0, |user| &mut user.phonenumber)
            .note("11 位手机号码，不能重复")
            .sets(|cell, user, _| Phones::given(Some(cell.text()), user).map(|number| user.phonenumber = number)),
        Col::text("用户邮箱", 24.0, |user| &mut user.email).note("不能重复"),
        Col::new("用户性别", 10.0, |user| text(sex_label(user)))
            .choices(&SEXES)
            .sets(|cell, user, _| cell.place(&SEXES).map(|place| user.sex = place.to_string())),
        Col::enabled("账号状态", 10.0, |user| &mut user.enabled),
        Col::text("备注", 24.0, |user| &mut user.base.remark).lines(),
    ],
    needed: &["登录名称", "用户名称"],
    empty: "导入用户数据不能为空！",
    rows: ImportKind { noun: "账号", key: None, key_name: "登录名称", name: "用户名称" },
    example: |_| User {
        user_name: "示例：zhangsan".into(),
        real_name: "张三".into(),
        phonenumber: "13800138000".into(),
        email: "zhangsan@example.cn".into(),
        sex: "0".into(),
        enabled: true,
        base: Base::remarked("示例行不会被导入"),
        ..User::default()
    },
    import,
};

struct Import {
    depts: Depts,
    giver: Giver,
    update_support: bool,
    passwords: BTreeMap<u32, String>,
    clashes: Clashes,
}

impl Import {
    fn take(&mut self, op: &mut Op, row: &Row) -> Result<Taken> {
        let user_name = row.get("登录名称").trim().to_owned();
        let known: Option<User> = op.view().tx.one(&BY_NAME, &key().str(&user_name.to_lowercase()))?;
        match known {
            Some(_) if !self.update_support => Err(AppError::refused(format!("账号 {user_name} 已存在"))),
            Some(user) => self.update(op, user.user_id, row),
            None => self.create(op, &user_name, row).map(|()| Taken::Created),
        }
    }

    fn fields(&self, row: &Row, mut user: User) -> Result<User> {
        let mut cells = USERS.cells(row, None);
        cells.fill(USERS.columns, &mut user, &self.depts)?;
        cells.done()?;
        rules::check_fields(&user)?;
        Ok(user)
    }

    fn create(&mut self, op: &mut Op, user_name: &str, row: &Row) -> Result<()> {
        let made = password::one_time();
        let blank = User {
            user_name: user_name.to_owned(),
            sex: "2".into(),
            enabled: true,
            password_hash: password::hash_one_time(&made),
            must_change_password: true,
            ..User::default()
        };
        let user = self.fields(row, blank)?;
        insert_one(op, user, &mut self.clashes)?;
        self.passwords.insert(row.number, made);
        Ok(())
    }

    fn update(&mut self, op: &mut Op, user_id: u64, row: &Row) -> Result<Taken> {
        let old = rules::changeable_by(&op.view(), &self.giver, user_id)?;
        let mut user = self.fields(row, old.clone())?;
        let number = row.get("手机号码").trim();
        let is_typed = !number.is_empty() && !personal::is_masked(number) && !Phones::of(&op.view()).sees(&old);
        // To who doesn't see it, the same number is a change like any other.
        if user == old && !is_typed {
            return Ok(Taken::Unchanged);
        }
        rules::check_unique(op, &mut user, Some(&old).filter(|_| !is_typed), "修改", &mut self.clashes)?;
        rules::check_dept(&op.view(), user.dept_id, Some(old.dept_id))?;
        rules::check_roles(&op.view(), &self.giver, &user, Some(&old))?;
        user.base = user.base.changed(op);
        op.put(&user)?;
        if old.enabled && !user.enabled {
            sessions::end_all(op, user_id, None)?;
        }
        Ok(Taken::Updated)
    }
}

fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let depts = Depts::load(&op.view())?;
    let giver = Giver::of(&op.view())?;
    let clashes = book.clashes(op, rules::PHONE, Phones::of(&op.view()).sees_all())?;
    let (update_support, passwords) = (book.update_support, BTreeMap::new());
    let mut import = Import { depts, giver, update_support, passwords, clashes };
    let worked = USERS.work(op, book, |op, row| import.take(op, row))?;
    import.clashes.answer(op, SHEET, rules::PHONE)?;
    worked.finish(op, Some(("新用户初始密码.xlsx", "初始密码", import.passwords)))
}
