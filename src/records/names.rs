//! What pages call whoever did something: records keep login names, people know names.

use std::collections::HashSet;

use crate::error::Result;
use crate::op::View;
use crate::platform::identity::user::{BY_NAME, NAME, User};
use crate::records::list::{FilterBuilder, Span, matching};
use crate::records::people;
use crate::store::{Reads, id, key};

/// More people than this whose names hold a name are not looked through for one of exactly that name.
const LOOKED_AT: usize = 50;

/// The name behind a login name: of a person, or of the part of the program that acted. A login name that nobody has any
/// more stays as it is.
pub fn person_name(view: &View, login: &str) -> Result<String> {
    if login.starts_with("job:") {
        return Ok("系统任务".to_owned());
    }
    if login.starts_with("console:") {
        return Ok("命令行".to_owned());
    }
    Ok(find(view, login)?.map_or_else(|| login.to_owned(), |user| user.real_name))
}

/// The same, with the login name in brackets when somebody else has this name too.
pub fn person_shown(view: &View, login: &str) -> Result<String> {
    let Some(user) = find(view, login)? else { return person_name(view, login) };
    let (alike, _) = people::find(view, &user.real_name, None, false, 0, LOOKED_AT)?;
    for number in alike.into_iter().filter(|number| *number != user.user_id) {
        let other: Option<User> = view.tx.get(&id(number))?;
        if other.is_some_and(|other| other.real_name == user.real_name) {
            return Ok(format!("{}（{login}）", user.real_name));
        }
    }
    Ok(user.real_name)
}

/// Person and login name, where it matters under which name somebody acted: «张三（zhangsan）».
pub fn person_and_login(view: &View, login: &str) -> Result<String> {
    let name = person_name(view, login)?;
    Ok(if name == login { name } else { format!("{name}（{login}）") })
}

/// Login names of everybody whose name has this part.
pub fn logins_of(view: &View, part: &str) -> Result<HashSet<String>> {
    let mut ask = FilterBuilder::<User>::default();
    ask.word(Some(part), &[&NAME])?;
    let found = matching(view, ask, Span::All, false)?.into_iter();
    Ok(found.filter(|user| user.real_name.contains(part)).map(|user| user.user_name).collect())
}

fn find(view: &View, login: &str) -> Result<Option<User>> {
    if login.is_empty() {
        return Ok(None);
    }
    Ok(view.tx.one(&BY_NAME, &key().str(login))?)
}
