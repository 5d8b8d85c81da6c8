//! Who stands behind groups today. What the groups of one question have in common, menus, roles and the holders of each, is read
//! once and nothing is kept for the next question: who loses a role is asked no more at the next look.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::ASSIGN;
use super::engine::Assignees;
use super::instance::record::{Instance, OF_INSTANCE, Principal, Task};
use super::people::{living, name_of};
use crate::error::Result;
use crate::features::approvals::constants::{InstanceState, TaskKind, TaskState};
use crate::features::system::post::record::{BY_CODE as POST_BY_CODE, Post};
use crate::kernel::tree;
use crate::op::View;
use crate::platform::identity::dept::Dept;
use crate::platform::identity::rights::{Ground, Scope};
use crate::platform::identity::role::Role;
use crate::platform::identity::user::{BY_POST, BY_ROLE, SUPER_USER, User};
use crate::store::{Reads, id, key};

/// So many names of those who are asked are shown.
pub const NAMED: usize = 5;

/// Groups of one question, each looked up once.
pub struct Groups<'v> {
    view: View<'v>,
    known: Option<Holders>,
    found: BTreeMap<Principal, Vec<u64>>,
}

/// Menus, departments and roles; the holders of a role and what they reach by it are read when they are asked for.
struct Holders {
    ground: Arc<Ground>,
    /// By role: number and department of each enabled holder but user 1.
    holders: BTreeMap<u64, Vec<(u64, u64)>>,
    /// By role and department of the holder.
    reach: BTreeMap<(u64, u64), Scope>,
}

impl Holders {
    fn load(view: &View) -> Result<Self> {
        Ok(Self { ground: view.ground()?, holders: BTreeMap::new(), reach: BTreeMap::new() })
    }

    fn holders(&mut self, view: &View, role_id: u64) -> Result<Vec<(u64, u64)>> {
        if let Some(known) = self.holders.get(&role_id) {
            return Ok(known.clone());
        }
        let users: Vec<User> = view.tx.by(&BY_ROLE, &id(role_id), false, 0, usize::MAX)?;
        let counts = |user: &&User| user.enabled && user.user_id != SUPER_USER;
        let held: Vec<_> = users.iter().filter(counts).map(|user| (user.user_id, user.dept_id)).collect();
        self.holders.insert(role_id, held.clone());
        Ok(held)
    }

    /// Who has a role by its key in a department, or in any for 0. A role may carry several keys, divided by commas.
    fn by_role(&mut self, view: &View, wanted: &str, dept: u64) -> Result<Vec<u64>> {
        let carries = |role: &&Role| role.role_key.split(',').any(|key| key.trim() == wanted);
        let seats = self.ground.roles().filter(carries).filter(|role| !self.ground.runs_the_system(role));
        let roles: Vec<u64> = seats.map(|role| role.role_id).collect();
        let mut found = Vec::new();
        for role in roles {
            let held = self.holders(view, role)?.into_iter();
            found.extend(held.filter(|(_, in_dept)| dept == 0 || *in_dept == dept).map(|(user, _)| user));
        }
        Ok(found)
    }

    /// Who decides by a permission over a department, or assigns by it. User 1 assigns; he and roles that change the system
    /// decide nothing.
    fn by_right(&mut self, view: &View, right: &str, dept: Option<u64>) -> Result<Vec<u64>> {
        let assigns = right == ASSIGN;
        let ground = self.ground.clone();
        let grants = |role: &&Role| {
            let grants = ground.menus_of(role).any(|menu| menu.enabled && menu.perms == right);
            grants && (assigns || !ground.runs_the_system(role))
        };
        let first = if assigns { living(view, SUPER_USER)? } else { None };
        let mut found: Vec<u64> = first.map(|user| user.user_id).into_iter().collect();
        for role in ground.roles().filter(grants) {
            for (user, in_dept) in self.holders(view, role.role_id)? {
                if dept.is_none_or(|dept| self.reaches(role, in_dept, dept)) && !found.contains(&user) {
                    found.push(user);
                }
            }
        }
        Ok(found)
    }

    /// Whether a role reaches a department for a holder in another.
    fn reaches(&mut self, role: &Role, in_dept: u64, dept: u64) -> bool {
        let reach = self.reach.entry((role.role_id, in_dept)).or_insert_with(|| self.ground.reach(role, in_dept));
        reach.has_dept(dept)
    }
}

impl<'v> Groups<'v> {
    pub fn new(view: View<'v>) -> Self {
        Self { view, known: None, found: BTreeMap::new() }
    }

    /// The enabled persons behind some groups, each once.
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn persons(&mut self, principals: &[Principal]) -> Result<Vec<u64>> {
        let mut persons: Vec<u64> = Vec::new();
        for principal in principals {
            if !self.found.contains_key(principal) {
                let behind = self.behind(principal)?;
                self.found.insert(principal.clone(), behind);
            }
            for person in self.found.get(principal).into_iter().flatten() {
                if !persons.contains(person) {
                    persons.push(*person);
                }
            }
        }
        Ok(persons)
    }

    /// Who can do a task.
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn able(&mut self, task: &Task) -> Result<Vec<u64>> {
        let mut asked = self.persons(&task.principals)?;
        asked.retain(|person| task.kind == TaskKind::Resubmit || !task.barred.contains(person));
        Ok(asked)
    }

    /// Who is asked by a process now, the first few by name, and whether nobody can do what waits.
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn waits_for(&mut self, instance: &Instance) -> Result<(Vec<String>, bool)> {
        if instance.state != InstanceState::Started {
            return Ok((Vec::new(), false));
        }
        let view = self.view;
        let tasks: Vec<Task> = view.tx.by(&OF_INSTANCE, &id(instance.instance_id), false, 0, usize::MAX)?;
        let (mut names, mut stuck) = (Vec::new(), false);
        for task in tasks.iter().filter(|task| task.state == TaskState::Open && !task.parked) {
            let asked = self.able(task)?;
            stuck |= asked.is_empty() || task.kind == TaskKind::Assign;
            names.extend(asked.into_iter().take(NAMED).map(|person| name_of(&view, person)));
        }
        names.truncate(NAMED);
        Ok((names, stuck))
    }

    fn holders(&mut self) -> Result<&mut Holders> {
        let known = match self.known.take() {
            Some(known) => known,
            None => Holders::load(&self.view)?,
        };
        Ok(self.known.insert(known))
    }

    fn behind(&mut self, principal: &Principal) -> Result<Vec<u64>> {
        let view = self.view;
        Ok(match principal {
            Principal::User(user) => living(&view, *user)?.map(|user| user.user_id).into_iter().collect(),
            Principal::Role(role, dept) => self.holders()?.by_role(&view, role, *dept)?,
            Principal::Post(code, dept) => by_post(&view, code, *dept)?,
            Principal::Leader(dept) => of_dept(&view, *dept, |dept| dept.leader_id)?,
            Principal::InCharge(dept) => of_dept(&view, *dept, |dept| dept.in_charge_id)?,
            Principal::Right(right, dept) => self.holders()?.by_right(&view, right, Some(*dept))?,
            Principal::Admin => self.holders()?.by_right(&view, ASSIGN, None)?,
        })
    }
}

fn by_post(view: &View, code: &str, dept: u64) -> Result<Vec<u64>> {
    let post: Option<Post> = view.tx.one(&POST_BY_CODE, &key().str(code))?;
    let Some(post) = post.filter(|post| post.enabled) else { return Ok(Vec::new()) };
    let mut users: Vec<User> = view.tx.by(&BY_POST, &id(post.post_id), false, 0, usize::MAX)?;
    users.retain(|user| user.enabled && user.user_id != SUPER_USER && (dept == 0 || user.dept_id == dept));
    Ok(users.into_iter().map(|user| user.user_id).collect())
}

fn of_dept(view: &View, dept_id: u64, who: fn(&Dept) -> u64) -> Result<Vec<u64>> {
    let dept: Option<Dept> = view.tx.get(&id(dept_id))?;
    let person = dept.as_ref().map_or(0, who);
    Ok(living(view, person)?.map(|user| user.user_id).into_iter().collect())
}

/// The enabled persons behind groups now; [`Groups`] where several tasks are asked for.
///
/// # Errors
/// Records that can't be read.
pub fn persons(view: &View, principals: &[Principal]) -> Result<Vec<u64>> {
    Groups::new(*view).persons(principals)
}

/// Groups with the persons behind them.
///
/// # Errors
/// Records that can't be read.
pub fn line(view: &View, principals: Vec<Principal>) -> Result<Assignees> {
    Ok(Assignees { persons: persons(view, &principals)?, principals })
}

/// The leaders above people: of each the nearest who leads his department or one above it, himself left out.
///
/// # Errors
/// Records that can't be read.
pub fn superiors(view: &View, people: &[u64]) -> Result<Vec<u64>> {
    let depts: Vec<Dept> = view.tx.all()?;
    let links: Vec<(u64, u64)> = depts.iter().map(|dept| (dept.dept_id, dept.parent_id)).collect();
    let mut found = Vec::new();
    for person in people {
        let user: Option<User> = view.tx.get(&id(*person))?;
        let Some(user) = user else { continue };
        let mut above = vec![user.dept_id];
        above.extend(tree::ancestors(&links, user.dept_id).into_iter().rev());
        for dept in above {
            let leaders = line(view, vec![Principal::Leader(dept)])?.persons;
            if let Some(leader) = leaders.into_iter().find(|leader| !people.contains(leader)) {
                found.push(leader);
                break;
            }
        }
    }
    Ok(found)
}
