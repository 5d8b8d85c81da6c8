//! GET /monitor/server/slow: requests that took long, with where their time went.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::Result;
use crate::op::View;
use crate::platform::identity::user::User;
use crate::platform::slow::Times;
use crate::route::{Data, Nothing};
use crate::store::{Reads, id};

/// A request that took long.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SlowOut {
    /// `yyyy-MM-dd HH:mm:ss`
    pub time: String,
    /// Name of the route.
    pub route: String,
    /// Login name of the person; empty when it was nobody, or he is gone.
    pub user_name: String,
    /// Its number in the log.
    pub request_id: String,
    /// Code in the body of the answer.
    pub code: u16,
    /// Where its time went.
    #[serde(flatten)]
    pub times: Times,
}

/// What took long.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SlowList {
    /// What counts as long, in milliseconds.
    pub slow_ms: u64,
    /// The newest first, since the program started.
    pub rows: Vec<SlowOut>,
}

pub fn list(view: &View, _: Nothing) -> Result<Data<SlowList>> {
    let mut names: HashMap<u64, String> = HashMap::new();
    let mut rows = Vec::new();
    for one in view.app.slow.newest() {
        if let Entry::Vacant(unknown) = names.entry(one.user_id) {
            let user: Option<User> = view.tx.get(&id(one.user_id))?;
            unknown.insert(user.map(|user| user.user_name).unwrap_or_default());
        }
        rows.push(SlowOut {
            time: one.at.to_text(),
            route: one.route,
            user_name: names.get(&one.user_id).cloned().unwrap_or_default(),
            request_id: one.request_id,
            code: one.code,
            times: one.times,
        });
    }
    Ok(Data(SlowList { slow_ms: view.app.config.operation.slow_ms.value, rows }))
}
