//! 我的工作: notices to be read, and for administrators accounts that somebody has to look at.

use super::notice::reading::{ListMine, mine, unread};
use super::user::list::{ListUsers, UserWatch, Users};
use crate::error::Result;
use crate::kernel::page::Paging;
use crate::op::View;
use crate::platform::identity::user::User;
use crate::records::today::{Card, Line, MOST_LINES, Part, Shown, part};

pub static CARDS: [Card; 2] = [
    Card { key: "notices", title: "公告未读", rank: 90, nothing: "公告都已读", parts: &[notices] },
    Card { key: "accounts", title: "账号", rank: 80, nothing: "没有要处理的账号", parts: &[no_role, idle] },
];

fn notices(view: &View) -> Result<Vec<Part>> {
    let paging = Paging { page_size: u64::try_from(MOST_LINES).ok(), ..Paging::default() };
    let found = mine(view, ListMine { unread: Some(true), paging, ..ListMine::default() })?;
    let line = |notice: &super::notice::wire::NoticeOut| {
        let path = format!("/notice?noticeId={}", notice.notice_id);
        Line::of(notice.notice_id, notice.notice_title.clone(), path)
    };
    let (label, path) = ("未读".to_owned(), "/notice?unread=true".to_owned());
    let lines = found.rows.iter().map(line).collect();
    Ok(vec![Part { label, count: unread(view)?, amount_fen: None, path, lines }])
}

fn line(user: &User, mark: &str) -> Line {
    let path = format!("/system/user?userName={}", user.user_name);
    let line = Line::of(user.user_id, user.real_name.clone(), path);
    Line { mark: mark.to_owned(), note: user.user_name.clone(), ..line }
}

fn no_role(view: &View) -> Result<Vec<Part>> {
    let query = ListUsers { watch: Some(UserWatch::NoRole), ..ListUsers::default() };
    let shown = Shown::<Users> { label: "没有角色", page: "/system/user", query, sum: None };
    part(view, &shown, |_, user| Ok(line(user, "没有角色")))
}

fn idle(view: &View) -> Result<Vec<Part>> {
    let query = ListUsers { watch: Some(UserWatch::Idle), ..ListUsers::default() };
    let shown = Shown::<Users> { label: "90 天未登录", page: "/system/user", query, sum: None };
    part(view, &shown, |_, user| Ok(line(user, "90 天未登录")))
}
