//! Who sits where in approvals, as an authority asks it of itself (体检): decisions by persons whom a process manager chose,
//! processes that wait for nobody, people whose roles administer the system and therefore decide nothing, and kinds of
//! documents that nobody decides about.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::Result;
use crate::features::approvals::binding::{self, Binding};
use crate::features::approvals::constants::{Action, InstanceState};
use crate::features::approvals::definition::publish::in_force;
use crate::features::approvals::definition::seed::is_drawn;
use crate::features::approvals::groups::Groups;
use crate::features::approvals::instance::record::{BY_STATE, Event, Instance};
use crate::op::View;
use crate::platform::identity::rights::RoleRight;
use crate::platform::identity::role::Role;
use crate::platform::identity::user::{BY_ROLE, SUPER_USER, User};
use crate::route::{Data, Nothing};
use crate::store::{RawRead, Reader, Reads, id, key};

/// So many rows of each kind are shown.
const SHOWN: usize = 100;
/// So many decisions are named by the doctor.
const NAMED: usize = 20;

/// A decision by somebody whom a process manager chose.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssignedDecision {
    /// The process 审批 that it is about, by number.
    pub instance_id: u64,
    /// Number of the process as people see it, `SP-202401-000001`.
    pub instance_no: String,
    /// What it is about.
    pub title: String,
    /// Who decided.
    pub decided_by: String,
    /// Who chose him.
    pub assigned_by: String,
    /// When he decided.
    pub at: String,
}

/// A process that waits for nobody.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StuckProcess {
    /// The process 审批 that it is about, by number.
    pub instance_id: u64,
    /// Number of the process as people see it, `SP-202401-000001`.
    pub instance_no: String,
    /// What it is about.
    pub title: String,
}

/// Somebody who holds rights to decide by a role alone that administers the system: they count for nothing.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatlessPerson {
    /// Number of the person 用户.
    pub user_id: u64,
    /// Real name of the person.
    pub name: String,
    /// Roles that administer the system.
    pub roles: Vec<String>,
    /// Kinds of documents about which he doesn't decide.
    pub kinds: Vec<&'static str>,
}

/// What an authority should look at.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatFindings {
    /// Decisions by persons whom a process manager chose, the newest first.
    pub assigned: Vec<AssignedDecision>,
    /// Processes that wait for nobody.
    pub stuck: Vec<StuckProcess>,
    /// People whose roles decide nothing.
    pub seatless: Vec<SeatlessPerson>,
    /// Kinds of documents that nobody decides about by the process in force.
    pub undecided: Vec<&'static str>,
}

/// GET /appr/definition/seats
///
/// # Errors
/// Records that can't be read.
pub fn seats(view: &View, _: Nothing) -> Result<Data<SeatFindings>> {
    Ok(Data(SeatFindings {
        assigned: assigned(view.tx, SHOWN)?,
        stuck: stuck(view)?,
        seatless: seatless(view)?,
        undecided: undecided(view)?,
    }))
}

/// Decisions by persons whom a process manager chose, the newest first: a task that was assigned, and what was done with it
/// afterwards. Read from histories, so none of an earlier version is left out.
///
/// # Errors
/// Records that can't be read.
pub fn assigned(tx: &dyn RawRead, most: usize) -> Result<Vec<AssignedDecision>> {
    let mut chosen: BTreeMap<u64, String> = BTreeMap::new();
    let (mut instance, mut found) = (0, Vec::new());
    tx.each(|event: Event| {
        if event.instance_id != instance {
            instance = event.instance_id;
            chosen.clear();
        }
        match event.action {
            Action::Assign if event.task_id != 0 => {
                chosen.insert(event.task_id, event.actor_name);
            }
            Action::Approve | Action::Reject => {
                found.extend(
                    chosen
                        .get(&event.task_id)
                        .map(|by| (event.at, event.instance_id, event.actor_name.clone(), by.clone())),
                );
            }
            _ => {}
        }
        true
    })?;
    found.reverse();
    let mut told = Vec::new();
    for (at, instance_id, decided_by, assigned_by) in found.into_iter().take(most) {
        let instance: Option<Instance> = tx.get(&id(instance_id))?;
        let Some(Instance { instance_no, title, .. }) = instance else { continue };
        told.push(AssignedDecision { instance_id, instance_no, title, decided_by, assigned_by, at: at.to_text() });
    }
    Ok(told)
}

/// The same in sentences, for the doctor.
///
/// # Errors
/// Records that can't be read.
pub fn hints(tx: &Reader) -> Result<Vec<String>> {
    let said = |one: AssignedDecision| {
        let AssignedDecision { instance_no, title, decided_by, assigned_by, at, .. } = one;
        format!("流程 {instance_no}“{title}”由 {assigned_by} 分派的 {decided_by} 于 {at} 办理，请核对")
    };
    Ok(assigned(tx, NAMED)?.into_iter().map(said).collect())
}

/// Processes that wait for nobody who could decide.
///
/// # Errors
/// Records that can't be read.
pub fn stuck(view: &View) -> Result<Vec<StuckProcess>> {
    let running: Vec<Instance> =
        view.tx.by(&BY_STATE, &key().u8(InstanceState::Started as u8), false, 0, usize::MAX)?;
    let (mut found, mut groups) = (Vec::new(), Groups::new(*view));
    for instance in running {
        if groups.waits_for(&instance)?.1 {
            let Instance { instance_id, instance_no, title, .. } = instance;
            found.push(StuckProcess { instance_id, instance_no, title });
        }
    }
    Ok(found)
}

/// Kinds of documents by the right that decides about them.
fn kinds(view: &View) -> Result<BTreeMap<&'static str, Vec<&'static str>>> {
    let mut kinds: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for binding in binding::with_own(view)? {
        if let Some(right) = binding.approve {
            kinds.entry(right).or_default().push(binding.label);
        }
    }
    Ok(kinds)
}

/// People who hold rights to decide by roles alone that administer the system.
fn seatless(view: &View) -> Result<Vec<SeatlessPerson>> {
    let (ground, kinds) = (view.ground()?, kinds(view)?);
    let mut holders: BTreeMap<u64, User> = BTreeMap::new();
    for role in ground.roles().filter(|role| ground.runs_the_system(role)) {
        let users: Vec<User> = view.tx.by(&BY_ROLE, &id(role.role_id), false, 0, usize::MAX)?;
        holders.extend(users.into_iter().map(|user| (user.user_id, user)));
    }
    holders.retain(|number, user| *number != SUPER_USER && user.enabled && !user.deleted);
    let mut found = Vec::new();
    for user in holders.into_values() {
        let rights = ground.rights(&user);
        let (system, business): (Vec<&RoleRight>, Vec<&RoleRight>) =
            rights.roles.iter().map(Arc::as_ref).partition(|role| role.runs_the_system());
        let lost = |right: &str| {
            let held = |roles: &[&RoleRight]| roles.iter().any(|role| role.permissions.contains(right));
            held(&system) && !held(&business)
        };
        let kinds: Vec<&str> =
            kinds.iter().filter(|(right, _)| lost(right)).flat_map(|(_, kinds)| kinds).copied().collect();
        if !kinds.is_empty() {
            let named = |role: &&Role| system.iter().any(|held| held.role_id == role.role_id);
            let roles = ground.roles().filter(named).map(|role| role.role_name.clone()).collect();
            found.push(SeatlessPerson { user_id: user.user_id, name: user.real_name, roles, kinds });
        }
        if found.len() == SHOWN {
            break;
        }
    }
    Ok(found)
}

/// Kinds of documents that go by the simple process, and whose right nobody holds by a role of the business.
fn undecided(view: &View) -> Result<Vec<&'static str>> {
    let mut found = Vec::new();
    for binding in binding::with_own(view)? {
        let Binding { approve: Some(right), label, .. } = binding else { continue };
        // A process that people drew is looked at department by department.
        let simple = in_force(view, binding).is_ok() && !is_drawn(view, binding)?;
        if simple && !held_somewhere(view, right)? {
            found.push(*label);
        }
    }
    Ok(found)
}

/// Whether a role of the business that carries a right has a holder: over which departments he decides, documents ask.
fn held_somewhere(view: &View, right: &str) -> Result<bool> {
    let ground = view.ground()?;
    for role in ground.roles().filter(|role| !ground.runs_the_system(role)) {
        let carries = ground.menus_of(role).any(|menu| menu.enabled && menu.perms == right);
        if carries {
            let users: Vec<User> = view.tx.by(&BY_ROLE, &id(role.role_id), false, 0, usize::MAX)?;
            if users.iter().any(|user| user.enabled && !user.deleted && user.user_id != SUPER_USER) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
