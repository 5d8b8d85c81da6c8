//! The program as the model sees it: routes called as their people call them, and the tables afterwards.

use std::collections::BTreeSet;
use std::sync::Arc;

use gx_portal::app::{App, Running};
use gx_portal::features::approvals::cc::Cc;
use gx_portal::features::approvals::deputy::Deputy;
use gx_portal::features::approvals::instance::record::{Event, Instance, NodeRun, Principal, Task};
use gx_portal::features::approvals::message::Message;
use gx_portal::op::{Caller, Who};
use gx_portal::platform::caller::Origin;
use gx_portal::platform::identity::rights::Rights;
use gx_portal::route::{Access, Reply, Route};
use gx_portal::store::Reads;
use serde_json::{Value, json};

use super::org::Group;
use crate::support::Portal;

/// Everything that a refusal leaves alone.
#[derive(PartialEq)]
pub struct Tables {
    instances: Vec<Instance>,
    runs: Vec<NodeRun>,
    tasks: Vec<Task>,
    events: Vec<Event>,
    copies: Vec<Cc>,
    messages: Vec<Message>,
    deputies: Vec<Deputy>,
}

impl Tables {
    pub fn of(portal: &Portal) -> Self {
        let tx = portal.app.store.read().unwrap();
        Self {
            instances: tx.all().unwrap(),
            runs: tx.all().unwrap(),
            tasks: tx.all().unwrap(),
            events: tx.all().unwrap(),
            copies: tx.all().unwrap(),
            messages: tx.all().unwrap(),
            deputies: tx.all().unwrap(),
        }
    }

    pub fn instance(&self, id: u64) -> &Instance {
        self.instances.iter().find(|one| one.instance_id == id).unwrap()
    }

    /// How many processes there are.
    pub fn all(&self) -> usize {
        self.instances.len()
    }

    pub fn runs(&self, id: u64) -> Vec<&NodeRun> {
        self.runs.iter().filter(|run| run.instance_id == id).collect()
    }

    pub fn tasks(&self, id: u64) -> Vec<&Task> {
        self.tasks.iter().filter(|task| task.instance_id == id).collect()
    }
}

/// Calls a route as a person does, with the rights he has at this moment; who may not sign in has none.
pub fn call(portal: &Portal, who: u64, method: &str, path: &str, body: Value) -> Value {
    send(portal, who, method, path, body, None)
}

/// The same by a form that has a token.
pub fn send(portal: &Portal, who: u64, method: &str, path: &str, body: Value, token: Option<String>) -> Value {
    ask(&portal.app, &portal.routes, who, method, path, body, token)
}

/// The same of a program without a portal around it.
pub fn ask(
    app: &Arc<App>,
    routes: &[Route],
    who: u64,
    method: &str,
    path: &str,
    body: Value,
    token: Option<String>,
) -> Value {
    let found = routes.iter().find(|route| route.method.as_str() == method && route.path == path);
    let route = found.unwrap_or_else(|| panic!("no route {method} {path}"));
    let rights = app.rights.get(who, || app.store.read()).unwrap();
    let rights = rights.unwrap_or_else(|| Arc::new(Rights { user_id: who, ..Rights::default() }));
    let exercised = match route.access {
        Access::Perm(permission) if !rights.holds(permission) => return json!({"code": 403, "msg": "没有权限"}),
        Access::Perm(permission) => Some(permission),
        _ => None,
    };
    let (who, origin) = (Who::Person { session: "model".into() }, Origin { form_token: token, ..Origin::default() });
    let caller = Caller { who, rights, exercised, origin };
    let done = app.run(route, &Arc::new(caller), body).and_then(|running| match running {
        Running::Done(reply) => Ok(reply),
        Running::Committing(pending) => pending.wait(),
    });
    match done {
        Ok(Reply::Json(bytes)) => serde_json::from_slice(&bytes).unwrap(),
        Ok(_) => panic!("{path}: no JSON"),
        Err(fault) => json!({"code": 500, "kind": format!("{:?}", fault.kind), "msg": fault.message}),
    }
}

/// Tasks of somebody's to-do list.
pub fn todo(portal: &Portal, who: u64) -> BTreeSet<u64> {
    let answer = call(portal, who, "GET", "/appr/task/todo", json!({"pageSize": 500}));
    let rows = answer["rows"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let found: BTreeSet<u64> = rows.iter().map(|row| row["taskId"].as_u64().unwrap()).collect();
    assert_eq!(found.len(), rows.len(), "a task twice: {answer}");
    found
}

pub fn groups(task: &Task) -> Vec<Group> {
    let group = |one: &Principal| match one {
        Principal::User(user) => Group::User(*user),
        Principal::Role(key, dept) => Group::Role(key.clone(), *dept),
        Principal::Post(code, dept) => Group::Post(code.clone(), *dept),
        Principal::Leader(dept) => Group::Leader(*dept),
        Principal::InCharge(dept) => Group::InCharge(*dept),
        Principal::Right(right, dept) if right == super::org::ASSIGN => Group::Admin(*dept),
        Principal::Right(_, dept) => Group::Right(*dept),
        Principal::Admin => panic!("a task is addressed to managers of everything"),
    };
    task.principals.iter().map(group).collect()
}
