//! What the engine asks of the store about one document.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::binding::{self, Binding, Doc, Head};
use super::calendar::Calendar;
use super::condition::{Val, Values};
use super::constants::{AssignKind, DeptOf, Reach};
use super::definition::record::Assign;
use super::deputy;
use super::engine::{Assignees, EngineContext};
use super::groups;
use super::instance::record::{Instance, Principal, Task};
use super::people::{self, Member, living};
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::kernel::tree;
use crate::op::{Caller, View};
use crate::platform::identity::dept::Dept;
use crate::platform::settings::record::{BY_KEY as CONFIG_BY_KEY, Config};
use crate::store::{Reads, id};

/// A document with who submits it, as of now.
pub struct DocumentContext<'a> {
    view: View<'a>,
    binding: &'static Binding,
    doc: &'a Doc,
    head: &'a Head,
    initiator: u64,
    barred: &'a [u64],
    dept_id: u64,
    biz_dept: u64,
    picks: &'a BTreeMap<String, Vec<u64>>,
    values: RefCell<BTreeMap<String, Val>>,
    supposed: bool,
    links: Vec<(u64, u64)>,
}

impl<'a> DocumentContext<'a> {
    /// About an instance; `through` is the caller with the eyes of the task.
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn of(
        view: &View<'a>,
        through: &'a Caller,
        binding: &'static Binding,
        doc: &'a Doc,
        head: &'a Head,
        instance: &'a Instance,
    ) -> Result<Self> {
        let depts: Vec<Dept> = view.tx.all()?;
        Ok(Self {
            view: View { caller: through, ..*view },
            binding,
            doc,
            head,
            initiator: instance.initiator,
            barred: &instance.barred,
            dept_id: instance.dept_id,
            biz_dept: instance.biz_dept,
            picks: &instance.picks,
            values: RefCell::default(),
            supposed: false,
            links: depts.iter().map(|dept| (dept.dept_id, dept.parent_id)).collect(),
        })
    }

    /// The same about a document that doesn't exist, with values that somebody typed; what he left out is absent.
    #[must_use]
    pub fn supposing(self, values: BTreeMap<String, Val>) -> Self {
        Self { values: RefCell::new(values), supposed: true, ..self }
    }

    fn base(&self, of: DeptOf) -> u64 {
        match of {
            DeptOf::Initiator => self.dept_id,
            DeptOf::Document => self.head.dept_id,
            DeptOf::PartyA => self.head.party_a_dept,
        }
    }

    /// Departments of a reach; 0 stands for all.
    fn reached(&self, line: &Assign) -> Vec<u64> {
        let base = self.base(line.of);
        let mut depts = match line.reach {
            Reach::All => return vec![0],
            // Who sits in no department has none below him: not all of them.
            _ if base == 0 => return Vec::new(),
            Reach::Same => vec![base],
            Reach::Above => {
                let mut above = tree::ancestors(&self.links, base);
                above.push(base);
                above
            }
            Reach::Tree => {
                let mut below: Vec<u64> = tree::descendants(&self.links, base).into_iter().collect();
                below.push(base);
                below
            }
        };
        depts.retain(|dept| *dept != 0);
        depts.sort_unstable();
        depts.dedup();
        depts
    }

    /// A department and those above it, the nearest first.
    fn climbing(&self, from: u64) -> Vec<u64> {
        let (mut found, mut at) = (Vec::new(), from);
        while at != 0 && !found.contains(&at) {
            found.push(at);
            at = self.links.iter().find(|link| link.0 == at).map_or(0, |link| link.1);
        }
        found
    }

    fn own_value(&self, name: &str) -> Result<Val> {
        let number = |number: u64| match number {
            0 => Val::Nothing,
            number => Val::Int(i64::try_from(number).unwrap_or(i64::MAX)),
        };
        Ok(match name {
            "amount_fen" => self.head.amount_fen.map_or(Val::Nothing, Val::Int),
            "initiator_dept" => number(self.dept_id),
            "biz_dept" => number(self.head.dept_id),
            "party_a" => number(self.head.party_a_id),
            "initiator_role" => {
                let rights = self.view.rights_of(self.initiator)?;
                Val::Text(rights.map_or_else(String::new, |rights| rights.role_keys().join(",")))
            }
            _ if self.supposed => Val::Nothing,
            name => (self.binding.value)(&self.view, self.doc, name)?,
        })
    }
}

impl Values for DocumentContext<'_> {
    fn value(&self, name: &str) -> Result<Val> {
        if let Some(value) = self.values.borrow().get(name) {
            return Ok(value.clone());
        }
        let value = self.own_value(name)?;
        self.values.borrow_mut().insert(name.to_owned(), value.clone());
        Ok(value)
    }

    /// Who changed a limit last isn't judged by it.
    fn threshold(&self, key: &str) -> Result<i64> {
        let stored: Option<Config> = self.view.tx.one(&CONFIG_BY_KEY, &crate::store::key().str(key))?;
        let changed_by = stored.map(|config| config.base.update_by).filter(|login| !login.is_empty());
        let changers = people::numbers_of(&self.view, changed_by.as_deref())?;
        if changers.iter().any(|person| self.barred.contains(person)) {
            let said = format!(
                "参数“{}”最近由本单据的发起人或经办人修改，不能据此判断走向，请由其他管理员核对后重新保存该参数",
                binding::threshold_title(&self.view, key)
            );
            return Err(AppError::refused(said));
        }
        binding::threshold(&self.view, key)
    }
}

impl EngineContext for DocumentContext<'_> {
    fn people(&self, line: &Assign, node: &str) -> Result<Assignees> {
        let name = || line.name.clone();
        let users = |users: &[u64]| users.iter().map(|user| Principal::User(*user)).collect::<Vec<_>>();
        let principals = match line.kind {
            AssignKind::User => users(&line.users),
            AssignKind::Role => self.reached(line).into_iter().map(|dept| Principal::Role(name(), dept)).collect(),
            AssignKind::Post => self.reached(line).into_iter().map(|dept| Principal::Post(name(), dept)).collect(),
            AssignKind::Leader => {
                let above = self.climbing(self.base(line.of));
                above.get(usize::from(line.level)).map(|dept| Principal::Leader(*dept)).into_iter().collect()
            }
            AssignKind::InCharge => {
                let mut found = Vec::new();
                for dept in self.climbing(self.base(line.of)) {
                    let dept: Option<Dept> = self.view.tx.get(&id(dept))?;
                    if let Some(dept) = dept.filter(|dept| dept.in_charge_id != 0) {
                        found.push(Principal::InCharge(dept.dept_id));
                        break;
                    }
                }
                found
            }
            AssignKind::Right => vec![Principal::Right(name(), self.head.dept_id)],
            AssignKind::Pick => {
                let picked = self.picks.get(node).map(Vec::as_slice).unwrap_or_default();
                users(&picked.iter().copied().filter(|user| line.users.contains(user)).collect::<Vec<_>>())
            }
            AssignKind::FormUser if self.supposed => Vec::new(),
            AssignKind::FormUser => {
                let form = (self.binding.form)(&self.view, self.doc)?;
                let at = format!("/{}", line.name.replace('.', "/"));
                // A form of the engine says the name; the number is its variable.
                let person = match form.pointer(&at).and_then(Value::as_u64) {
                    Some(person) => Some(person),
                    None => match (self.binding.value)(&self.view, self.doc, &line.name) {
                        Ok(Val::Int(person)) => u64::try_from(person).ok(),
                        _ => None,
                    },
                };
                users(person.as_slice())
            }
        };
        groups::line(&self.view, principals)
    }

    fn superior(&self, not: &BTreeSet<u64>) -> Result<Option<Assignees>> {
        for dept in self.climbing(self.dept_id) {
            let line = groups::line(&self.view, vec![Principal::Leader(dept)])?;
            if line.persons.iter().any(|person| !not.contains(person)) {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    fn managers(&self) -> Result<Assignees> {
        groups::line(&self.view, vec![Principal::managers(self.biz_dept)])
    }

    fn behind(&self, principals: &[Principal]) -> Result<Vec<u64>> {
        groups::persons(&self.view, principals)
    }

    fn runs_the_system(&self, person: u64) -> Result<bool> {
        people::runs_the_system(&self.view, person)
    }

    fn stands_for(&self, actor: u64, task: &Task) -> Result<Vec<u64>> {
        stands_for(&self.view, actor, task)
    }

    fn is_enabled(&self, person: u64) -> Result<bool> {
        Ok(people::living(&self.view, person)?.is_some())
    }

    fn name(&self, person: u64) -> String {
        people::name_of(&self.view, person)
    }

    fn due(&self, hours: u32) -> Option<Stamp> {
        // A calendar that can't be read delays nothing: the time runs by the clock then.
        let calendar = Calendar::load(&self.view).unwrap_or_default();
        Some(calendar.due(self.view.now, hours))
    }
}

/// For whom somebody may act on a task: himself first, then those whose deputy he is today.
///
/// # Errors
/// Records that can't be read.
pub fn stands_for(view: &View, actor: u64, task: &Task) -> Result<Vec<u64>> {
    let mut found = Vec::new();
    if living(view, actor)?.is_none() {
        return Ok(found);
    }
    if is_asked(view, actor, &task.principals)? {
        found.push(actor);
    }
    // Assigning is an operation of those who manage; nobody does it for them.
    if task.principals.iter().any(Principal::is_managers) {
        return Ok(found);
    }
    let today = view.now.date();
    for deputy in deputy::stands_for(view, actor)? {
        if deputy.counts_for(today, task)
            && !found.contains(&deputy.user)
            && is_asked(view, deputy.user, &task.principals)?
        {
            found.push(deputy.user);
        }
    }
    Ok(found)
}

/// Whether groups mean somebody who may sign in. Persons, leaders and those in charge are known without anybody's rights, for
/// which roles and menus are read.
fn is_asked(view: &View, person: u64, principals: &[Principal]) -> Result<bool> {
    if living(view, person)?.is_none() {
        return Ok(false);
    }
    let mut needs_rights = false;
    for principal in principals {
        let is_meant = match principal {
            Principal::User(user) => *user == person,
            Principal::Leader(dept) => heads(view, *dept, |dept| dept.leader_id == person)?,
            Principal::InCharge(dept) => heads(view, *dept, |dept| dept.in_charge_id == person)?,
            Principal::Role(..) | Principal::Post(..) | Principal::Right(..) | Principal::Admin => {
                needs_rights = true;
                false
            }
        };
        if is_meant {
            return Ok(true);
        }
    }
    Ok(needs_rights && Member::of(view, person)?.is_some_and(|member| member.is_any(principals)))
}

fn heads(view: &View, dept_id: u64, is_he: impl Fn(&Dept) -> bool) -> Result<bool> {
    let dept: Option<Dept> = view.tx.get(&id(dept_id))?;
    Ok(dept.is_some_and(|dept| is_he(&dept)))
}
