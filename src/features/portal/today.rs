//! GET /portal/today: 我的工作 of the caller (people.md 1), the cards of all features.

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::Result;
use crate::kernel::order::Order as _;
use crate::op::View;
use crate::platform::identity::role::Role;
use crate::platform::identity::user::User;
use crate::records::today::{Card, CardOut};
use crate::route::{Data, Nothing};
use crate::store::Reads as _;

/// Administrators that somebody without rights is told of, at most.
const MOST_ASKED: usize = 5;
/// Roles of people who look rather than do: the band is folded for them until they open it.
const FOLDED_FOR: [&str; 3] = ["admin", "sysadmin", LEADER];
/// The role of who leads.
pub const LEADER: &str = "leader";
/// Roles whose people give rights.
const GIVES_RIGHTS: [&str; 2] = ["admin", "sysadmin"];

/// 我的工作.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Today {
    /// Whether the band is folded for who hasn't decided.
    pub folded: bool,
    /// Whether the figures of the month stand above the cards: for who leads and may see arrears.
    pub leads: bool,
    /// Cards with something to do in their order, then those without.
    pub cards: Vec<CardOut>,
    /// For who has no rights yet: names of those who give them.
    pub administrators: Vec<String>,
}

pub fn today(view: &View, _: Nothing) -> Result<Data<Today>> {
    let mut brought: Vec<&Card> = view.app.product.extensions::<Card>().collect();
    brought.order_by_key(|card| card.rank);
    let cards: Vec<CardOut> = brought.iter().filter_map(|card| card.of(view)).collect();
    let (says, idle): (Vec<CardOut>, Vec<CardOut>) =
        cards.into_iter().partition(|card| card.count > 0 || card.failed.is_some());
    let rights = &view.caller.rights;
    let keys = rights.role_keys();
    let administrators = if rights.permissions().is_empty() { administrators(view)? } else { Vec::new() };
    Ok(Data(Today {
        folded: rights.is_super || keys.iter().any(|key| FOLDED_FOR.contains(&key.as_str())),
        leads: keys.iter().any(|key| key == LEADER) && rights.holds("stat:qianJiao:list"),
        cards: says.into_iter().chain(idle).collect(),
        administrators,
    }))
}

fn administrators(view: &View) -> Result<Vec<String>> {
    let mut roles = Vec::new();
    view.tx.each::<Role>(|role| {
        roles.extend((role.enabled && GIVES_RIGHTS.contains(&role.role_key.as_str())).then_some(role.role_id));
        true
    })?;
    let mut names = Vec::new();
    view.tx.each::<User>(|user| {
        if user.enabled && !user.deleted && user.role_ids.iter().any(|role| roles.contains(role)) {
            names.push(user.real_name);
        }
        names.len() < MOST_ASKED
    })?;
    Ok(names)
}
