//! Demonstration data: invented people and the city they administer, the same ones at every run.
//!
//! Invariants: names and numbers come from a generator with a fixed seed, so two installations show
//! the same people; login names and telephone numbers (199-0000-…) are unique; nobody can sign in
//! unless a password was given, because each gets the hash of a random one that nobody saw.
//!
//! Deliberately absent: removal (a demonstration lives in a data directory of its own).

mod city;
mod dice;
mod offices;
mod people;
mod size;

use std::sync::Arc;

use jiff::civil::Date;
use serde_json::{Value, json};

use crate::app::App;
use crate::error::{AppError, Result};
use crate::features::assets::plate::Plate;
use crate::features::portal::info::ORGANIZATION;
use crate::features::portal::otp::demand;
use crate::features::system::config::ops as config;
use crate::features::system::seed;
use crate::features::system::user::ops::insert;
use crate::features::system::user::passwords;
use crate::features::takeover::first_hours;
use crate::kernel::password;
use crate::op::{Caller, Op, View};
use crate::platform::audit::AuditAction;
use crate::platform::identity::dept::Dept;
use crate::platform::identity::user::{BY_NAME, User};
use crate::records::base::Base;
use crate::store::directory::replace_file;
use crate::store::{Reads, id, key};
use people::Plan;
pub use size::Size;

/// The authority of a demonstration.
const FICTIONAL: &str = "云川市工业和信息化局";
/// People in one transaction.
const CHUNK: usize = 1_000;
/// Departments of the largest size, those of a fresh installation included.
const STRESS_DEPTS: usize = 300;

/// Fills an installation with demonstration people; answers `{people, departments, disabled, city}`.
/// With a password, everybody can sign in with it (and must change it first).
///
/// # Errors
/// Demonstration people exist already; the roles or departments of a fresh installation are missing;
/// a weak password.
pub fn seed(app: &Arc<App>, os_user: &str, size: Size, today: Option<Date>, password: Option<String>) -> Result<Value> {
    let caller = Arc::new(Caller::console(os_user, "seed"));
    app.read(&caller, refuse_what_is_there)?;
    let hash = match &password {
        Some(given) => {
            passwords::check(app, given, "", "")?;
            Some(app.hasher.hash(given)?)
        }
        None => None,
    };
    let marker = app.paths.unfinished_demo();
    replace_file(&marker, b"")?;
    app.act(&caller, "演示数据", AuditAction::Import, |op| {
        first_hours::put_away(op)?;
        if seed::fictional_departments(op)? {
            config::set(op, ORGANIZATION.info.key, FICTIONAL)?;
        }
        Ok(())
    })?;
    let departments = if size == Size::Stress { more_departments(app, &caller)? } else { 0 };
    let plan = app.read(&caller, |view| Plan::new(view, size))?;
    let people = plan.people()?;
    let disabled = people.iter().filter(|user| !user.enabled).count();
    let count = people.len();
    let mut rest = people;
    while !rest.is_empty() {
        let later = rest.split_off(rest.len().min(CHUNK));
        let chunk = std::mem::replace(&mut rest, later);
        let hash = hash.clone();
        app.act(&caller, "演示数据", AuditAction::Import, move |op| put(op, chunk, hash.as_deref()))?;
    }
    app.act(&caller, "演示数据", AuditAction::Import, |op| {
        // A demonstration is for strangers, who have no app to sign in with when the days of grace are over.
        config::set(op, demand::DEMAND.info.key, "off")?;
        offices::deal(op)
    })?;
    let city = city::build(app, &caller, size, today.unwrap_or_else(|| app.clock.today()))?;
    std::fs::remove_file(&marker).map_err(AppError::internal)?;
    Ok(json!({"people": count, "departments": departments, "disabled": disabled, "city": city}))
}

/// A demonstration fills a new installation: the account of who set it up is the only one.
fn refuse_what_is_there(view: &View) -> Result<()> {
    let first = people::FIRST_ACCOUNT;
    let known = view.tx.one(&BY_NAME, &key().str(first))?.is_some();
    let people = view.tx.count::<User>()?;
    let has_plates = view.tx.count::<Plate>()? > 0;
    if (known || people > 1 || has_plates) && view.app.paths.unfinished_demo().exists() {
        let shown = view.app.paths.root.display();
        return Err(AppError::refused(format!(
            "上一次生成演示数据时被中断，数据不完整；请删除数据目录 {shown}，再重新运行 gx-portal init 和 gx-portal seed"
        )));
    }
    if known {
        return Err(AppError::refused(format!(
            "演示数据已存在（找到账号 {first}），没有重复生成；需要另一种规模请新建数据目录"
        )));
    }
    if people > 1 {
        return Err(AppError::refused(format!("系统中已有 {people} 个账号，演示数据只能生成在新建的数据目录中")));
    }
    if has_plates {
        return Err(AppError::refused("已有板块等业务数据，演示数据只能生成在新建的数据目录中"));
    }
    Ok(())
}

fn put(op: &mut Op, chunk: Vec<User>, hash: Option<&str>) -> Result<()> {
    for mut user in chunk {
        user.password_hash = match hash {
            Some(hash) => hash.to_owned(),
            None => password::hash_one_time(&hex::encode(rand::random::<[u8; 16]>())),
        };
        insert(op, user)?;
    }
    Ok(())
}

/// Sections below the departments of a fresh installation, until there are 300; answers how many.
fn more_departments(app: &Arc<App>, caller: &Arc<Caller>) -> Result<usize> {
    app.act(caller, "演示数据", AuditAction::Import, |op| {
        let present: Vec<Dept> = op.view().tx.all()?;
        let parents: Vec<u64> = present.iter().map(|dept| dept.dept_id).filter(|dept| *dept > 100).collect();
        if parents.is_empty() {
            return Err(AppError::refused("没有可用的部门，请先运行 gx-portal init"));
        }
        let missing = STRESS_DEPTS.saturating_sub(present.len());
        for number in 0..missing {
            let parent_id = parents[number % parents.len()];
            let place = number / parents.len() + 1;
            let parent: Option<Dept> = op.view().tx.get(&id(parent_id))?;
            let name = parent.map(|parent| parent.dept_name).unwrap_or_default();
            let dept_id = op.next_id::<Dept>()?;
            let base = Base::made(op, people::REMARK.to_owned());
            op.put(&Dept {
                dept_id,
                parent_id,
                dept_name: format!("{name}第{place}组"),
                order_num: 100 + i64::try_from(place).unwrap_or(0),
                enabled: true,
                base,
                ..Dept::default()
            })?;
        }
        Ok(missing)
    })
}
