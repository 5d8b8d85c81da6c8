//! People and rights: users, departments, roles, menus, posts, dictionaries, settings.

pub mod config;
pub mod dept;
pub mod dict;
pub mod file;
pub mod grants;
pub mod menu;
pub mod module;
pub mod notice;
pub mod post;
pub mod role;
pub mod ruoyi;
pub mod seed;
pub mod seed_later;
mod today;
pub mod user;

use crate::columns::Source;
use crate::error::Result;
use crate::events::Signal;
use crate::platform::identity::user::{SUPER_USER, User};
use crate::product::{Check, Feature, StaysClosed};
use crate::route::Route;
use crate::store::{Reader, Reads as _, Record as _, TableInfo, table};

const TABLES: &[TableInfo] = &[
    table::<user::passwords::PasswordHistory>(),
    table::<post::record::Post>(),
    table::<module::record::Module>(),
    table::<seed_later::Seeded>(),
    table::<notice::record::Notice>(),
    table::<notice::record::NoticeRead>(),
];

/// People and rights.
pub const FEATURE: Feature = Feature {
    name: "system",
    about: "系统管理：用户、角色、部门、岗位、菜单、字典、参数、公告、附件",
    tables: TABLES,
    columns: &[
        Source::of::<notice::record::Notice>(),
        Source::of::<post::record::Post>(),
        Source::of::<module::record::Module>(),
    ],
    routes,
    settings: &[
        config::defaults::SKIN.info,
        config::defaults::INITIAL_PASSWORD.info,
        config::defaults::SIDE_THEME.info,
        config::defaults::REGISTER.info,
        config::defaults::INITIAL_PASSWORD_CHANGE.info,
        user::passwords::PROFILE.info,
        user::passwords::CHARACTERS.info,
        user::passwords::DAYS.info,
        file::MAX_SIZE.info,
        file::MAX_PICTURE.info,
        file::DAY_FILES.info,
        file::DAY_SIZE.info,
    ],
    signals: &[(notice::record::Notice::TABLE, Signal::Notice)],
    checks: &[Check::Hints(homeless)],
    extensions: &[
        &today::CARDS[0],
        &today::CARDS[1],
        &notice::FILES,
        &StaysClosed(user::passwords::PasswordHistory::TABLE),
        #[cfg(feature = "testing")]
        &file::TESTING_FILES,
    ],
    ..Feature::EMPTY
};

fn routes() -> Vec<Route> {
    [
        user::routes(),
        dept::routes(),
        role::routes(),
        menu::routes(),
        post::routes(),
        dict::routes(),
        config::routes(),
        module::routes(),
        notice::routes(),
        file::routes(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Names that a hint tells; the number is told too.
const NAMED: usize = 5;

/// People whom only those see who see everything.
fn homeless(tx: &Reader) -> Result<Vec<String>> {
    let mut homeless = Vec::new();
    tx.each::<User>(|user| {
        if user.dept_id == 0 && !user.deleted && user.user_id != SUPER_USER {
            homeless.push(user.user_name);
        }
        true
    })?;
    let some = homeless.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join("、");
    let sentence = format!(
        "有 {} 个账号没有所属部门（{some}），只有全部数据权限的管理员看得见；请在用户管理中补上部门或停用",
        homeless.len()
    );
    Ok(if homeless.is_empty() { Vec::new() } else { vec![sentence] })
}
