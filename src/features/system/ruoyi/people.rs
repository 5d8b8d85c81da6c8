//! People: who is taken, under which name, with which password.

use std::collections::{HashMap, HashSet};

use super::dump::Line;
use super::{Import, cut};
use crate::error::Result;
use crate::features::system::user::rules;
use crate::kernel::dates::Stamp;
use crate::kernel::{check, password};
use crate::op::Op;
use crate::platform::identity::user::User;
use crate::store::Reads;

const KIND: &str = "用户";
/// Number of the old super administrator, and of his role.
const OLD_SUPER: &str = "1";

/// Somebody who is taken.
pub(super) struct Chosen<'d> {
    line: Line<'d>,
    login: String,
    notes: Vec<String>,
}

/// Login name and real name: the generation before RuoYi-Vue calls them otherwise.
fn names<'d>(line: &Line<'d>) -> (&'d str, &'d str) {
    if line.has("login_name") {
        (line.text("login_name"), line.text("user_name"))
    } else {
        (line.text("user_name"), line.text("nick_name"))
    }
}

/// Decides who is taken, and what everybody is called here.
pub(super) fn chosen<'d>(op: &mut Op<'_, '_>, import: &mut Import<'d>) -> Result<Vec<Chosen<'d>>> {
    let here = op.view().tx.all::<User>()?;
    let mut taken: HashSet<String> = here.iter().map(|user| user.user_name.to_lowercase()).collect();
    let own = taken.clone();
    let mut numbers = HashSet::new();
    let mut people = Vec::new();
    for line in import.dump.lines("sys_user") {
        let old = line.text("user_id");
        let (login, _) = names(&line);
        let left = if line.is_deleted() {
            Some("已删除")
        } else if login.is_empty() {
            Some("没有登录名")
        } else if !numbers.insert(old) {
            Some("编号重复")
        } else {
            None
        };
        if let Some(why) = left {
            import.report.left(KIND, (old, login), why);
            continue;
        }
        let mut notes = Vec::new();
        let mut name = login.to_owned();
        if own.contains(&name.to_lowercase()) {
            name = format!("{login}_ry");
            notes.push(format!("登录名 {login} 是本系统管理员的，改为 {name}"));
        }
        if !taken.insert(name.to_lowercase()) {
            import.report.left(KIND, (old, login), "登录名与另一账号相同（不分大小写），请改名后新建");
            continue;
        }
        import.people.insert(old.to_owned(), names(&line).1.to_owned());
        import.logins.insert(old.to_owned(), name.clone());
        if name != login {
            import.logins.insert(login.to_owned(), name.clone());
        }
        people.push(Chosen { line, login: name, notes });
    }
    Ok(people)
}

/// What several people may not have at once.
#[derive(Default)]
struct Used {
    phones: HashSet<String>,
    emails: HashSet<String>,
}

/// Links of people by their old numbers.
struct Links {
    roles: HashMap<String, Vec<String>>,
    posts: HashMap<String, Vec<String>>,
}

/// Stores them.
pub(super) fn bring(op: &mut Op<'_, '_>, import: &mut Import<'_>, people: Vec<Chosen<'_>>) -> Result<()> {
    let links = Links {
        roles: import.dump.pairs("sys_user_role", "user_id", "role_id"),
        posts: import.dump.pairs("sys_user_post", "user_id", "post_id"),
    };
    let mut used = Used::default();
    for user in op.view().tx.all::<User>()? {
        used.phones.insert(user.phonenumber);
        used.emails.insert(user.email.to_lowercase());
    }
    let mut supers = Vec::new();
    for mut person in people {
        let old = person.line.text("user_id");
        let mut user = record(import, &mut person, &mut used);
        let roles = links.roles.get(old).map(Vec::as_slice).unwrap_or_default();
        let posts = links.posts.get(old).map(Vec::as_slice).unwrap_or_default();
        user.role_ids =
            mapped(roles.iter().filter(|role| *role != OLD_SUPER), &import.roles, "角色", &mut person.notes);
        user.post_ids = mapped(posts.iter(), &import.posts, "岗位", &mut person.notes);
        if old == OLD_SUPER || roles.iter().any(|role| role == OLD_SUPER) {
            supers.push(user.user_name.clone());
            person.notes.push("原为超级管理员，没有授予管理权限".into());
        }
        let shown = secret(&person.line, import.now, &mut user, &mut person.notes);
        if let Err(fault) = rules::check_fields(&user) {
            import.report.left(KIND, (old, &user.user_name), fault.message.into_owned());
            continue;
        }
        user.user_id = op.next_id::<User>()?;
        op.put(&user)?;
        import.report.taken(KIND, (old, &user.user_name), user.user_id, &person.notes);
        if let Some(shown) = shown {
            import.report.with_password(shown);
        }
    }
    if !supers.is_empty() {
        import.report.hints.push(format!(
            "原超级管理员 {} 成为普通账号；需要时请在用户管理中授予“系统管理员”等角色",
            supers.join("、")
        ));
    }
    Ok(())
}

/// New numbers of what somebody holds, in order, each once.
fn mapped<'t>(
    olds: impl Iterator<Item = &'t String>,
    numbers: &HashMap<String, u64>,
    what: &str,
    notes: &mut Vec<String>,
) -> Vec<u64> {
    let mut found = Vec::new();
    for old in olds {
        match numbers.get(old) {
            Some(number) => found.push(*number),
            None => notes.push(format!("{what} {old} 没有导入，未授予")),
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The person without number, roles, posts and password. What cannot stay is cleared and noted.
fn record(import: &Import<'_>, person: &mut Chosen<'_>, used: &mut Used) -> User {
    let (line, notes) = (&person.line, &mut person.notes);
    let (login, name) = names(line);
    let plain = name.replace(['<', '>'], "");
    let real_name = cut(if plain.trim().is_empty() { login } else { plain.trim() }, 30);
    if real_name != name {
        notes.push(format!("姓名改为“{real_name}”（为空、过长或含尖括号）"));
    }
    let mut phone = line.text("phonenumber");
    if check::mobile("phonenumber", phone).is_err() {
        notes.push(format!("手机号码 {} 不正确，已清空", cut(phone, 30)));
        phone = "";
    } else if !phone.is_empty() && !used.phones.insert(phone.to_owned()) {
        notes.push(format!("手机号码 {phone} 与另一账号重复，已清空"));
        phone = "";
    }
    let mut email = line.text("email");
    if check::email("email", email).is_err() {
        notes.push(format!("邮箱 {} 不正确，已清空", cut(email, 50)));
        email = "";
    } else if !email.is_empty() && !used.emails.insert(email.to_lowercase()) {
        notes.push(format!("邮箱 {email} 与另一账号重复，已清空"));
        email = "";
    }
    let old_dept = line.text("dept_id");
    let dept_id = import.depts.get(old_dept).copied().unwrap_or(0);
    if dept_id == 0 && !matches!(old_dept, "" | "0") {
        notes.push(format!("部门 {old_dept} 不存在或已删除，暂无部门"));
    }
    let sex = line.text("sex");
    User {
        user_name: person.login.clone(),
        real_name,
        dept_id,
        phonenumber: phone.to_owned(),
        email: email.to_owned(),
        sex: if matches!(sex, "0" | "1") { sex } else { "2" }.to_owned(),
        enabled: line.text("status") != "1",
        base: import.base(line),
        ..User::default()
    }
}

/// Keeps the password where its hash can be verified here; another gets a one-time password, which is answered.
fn secret(line: &Line<'_>, now: Stamp, user: &mut User, notes: &mut Vec<String>) -> Option<String> {
    let hash = line.text("password");
    if password::may_be_kept(hash) {
        user.password_hash = hash.to_owned();
        user.password_changed = line.moment("pwd_update_date", now);
        return None;
    }
    notes.push("原口令的校验值不能沿用，已生成一次性口令".into());
    let made = password::one_time();
    user.password_hash = password::hash_one_time(&made);
    user.must_change_password = true;
    Some(made)
}
