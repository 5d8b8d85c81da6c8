//! What changes around processes: people come, go and move, roles and deputies change, tasks are handed over, the job runs.

use std::collections::{BTreeMap, BTreeSet};

use gx_portal::features::approvals::overdue_job;
use gx_portal::features::system::config;
use gx_portal::features::system::post::record::Post;
use gx_portal::features::system::user::ops;
use gx_portal::platform::identity::dept::Dept as StoredDept;
use gx_portal::platform::identity::role::Role as StoredRole;
use gx_portal::platform::identity::user::User;
use gx_portal::records::base::Base;
use gx_portal::store::{Reads, id};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, IteratorRandom};
use serde_json::json;

use super::case::{Kind, Play};
use super::deeds::{self, Step};
use super::drawing::{POSTS, ROLES};
use super::org::{ASSIGN, DECIDE, Dept, Group, Org, Person, Role, START, Stand, TERMINATE};
use super::product::call;
use super::world::{KEYS, World};
use crate::support::{self, Portal};

const PEOPLE: usize = 8;

/// Departments, roles, posts and people of a small authority; user 1 is one of them.
pub fn settle(portal: &Portal, rng: &mut StdRng) -> Org {
    let tx = portal.app.store.read().unwrap();
    let stored: Vec<StoredDept> = tx.all().unwrap();
    let depts: BTreeMap<u64, Dept> =
        stored.iter().map(|dept| (dept.dept_id, Dept { parent: dept.parent_id, ..Dept::default() })).collect();
    let first: User = tx.get(&id(1)).unwrap().unwrap();
    let me = Person { on: true, dept: first.dept_id, roles: BTreeSet::new(), posts: BTreeSet::new() };
    let today = portal.app.clock.today();
    let (roles, posts, stands) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    let mut org = Org { people: [(1, me)].into(), roles, posts, depts, stands, today, limit: 0 };
    for (place, key) in ROLES.into_iter().enumerate() {
        let rights = [&[START, DECIDE][..], &[START], &[START, ASSIGN, TERMINATE], &[START, DECIDE]][place];
        let scope = [1, 3, 1, 4][place];
        let keys = if place == 3 { vec!["rd", "rb"] } else { vec![key] };
        let number = portal.role(&keys.join(","), rights, scope, &[]);
        org.roles.insert(number, Role { keys, on: true, rights: rights.to_vec(), scope });
    }
    for code in POSTS {
        let number = support::act(&portal.app, move |op| {
            let post_id = op.next_id::<Post>()?;
            let base = Base::made(op, String::new());
            let (post_code, post_name) = (code.to_owned(), code.to_owned());
            op.put(&Post { post_id, post_code, post_name, post_sort: 1, enabled: true, base })?;
            Ok(post_id)
        });
        org.posts.insert(number, code);
    }
    let home: Vec<u64> = org.depts.keys().copied().sample(rng, 4);
    for place in 0..PEOPLE {
        let name = format!("model{place}");
        let number = support::act(&portal.app, move |op| {
            let input =
                ops::UserInput { user_name: name, real_name: Some(format!("人{place}")), ..Default::default() };
            let new = ops::prepare_new(&op.view(), input)?;
            ops::insert(op, new.user)
        });
        let dept = *home.choose(rng).unwrap();
        let roles = org.roles.keys().copied().filter(|_| rng.random_bool(0.45)).collect();
        let posts = org.posts.keys().copied().filter(|_| rng.random_bool(0.3)).collect();
        org.people.insert(number, Person { on: true, dept, roles, posts });
        write_person(portal, &org, number);
    }
    for dept in home.iter().flat_map(|dept| org.upwards(*dept)).collect::<BTreeSet<u64>>() {
        lead(portal, &mut org, rng, dept);
    }
    org
}

fn write_person(portal: &Portal, org: &Org, number: u64) {
    let person = org.people[&number].clone();
    support::act(&portal.app, move |op| {
        let user: User = op.view().tx.get(&id(number))?.unwrap();
        let (role_ids, post_ids) = match number {
            1 => (user.role_ids.clone(), person.posts.into_iter().collect()),
            _ => (person.roles.into_iter().collect(), person.posts.into_iter().collect()),
        };
        let must_change_password = false;
        op.put(&User { enabled: person.on, dept_id: person.dept, role_ids, post_ids, must_change_password, ..user })?;
        Ok(())
    });
}

/// Somebody leads a department, somebody is in charge of it, or nobody.
fn lead(portal: &Portal, org: &mut Org, rng: &mut StdRng, dept: u64) {
    let all: Vec<u64> = org.people.keys().copied().collect();
    let mut some = |likely: f64| if rng.random_bool(likely) { *all.choose(rng).unwrap() } else { 0 };
    let (leader, chief) = (some(0.7), some(0.4));
    let known = org.depts.get_mut(&dept).unwrap();
    (known.leader, known.chief) = (leader, chief);
    support::act(&portal.app, move |op| {
        let stored: StoredDept = op.view().tx.get(&id(dept))?.unwrap();
        op.put(&StoredDept { leader_id: leader, in_charge_id: chief, ..stored })?;
        Ok(())
    });
}

impl World {
    pub fn change_organisation(&mut self) {
        match self.rng.random_range(0..12) {
            0..6 => self.change_person(),
            6 => {
                let number = *self.org.roles.keys().choose(&mut self.rng).unwrap();
                let role = self.org.roles.get_mut(&number).unwrap();
                role.on = !role.on;
                let on = role.on;
                self.log.push(format!("role {number} on: {on}"));
                support::act(&self.portal.app, move |op| {
                    let stored: StoredRole = op.view().tx.get(&id(number))?.unwrap();
                    op.put(&StoredRole { enabled: on, ..stored })?;
                    Ok(())
                });
            }
            7 => {
                let dept = *self.org.depts.keys().choose(&mut self.rng).unwrap();
                lead(&self.portal, &mut self.org, &mut self.rng, dept);
                self.log.push(format!("dept {dept}: {:?}", self.org.depts[&dept]));
            }
            8 => {
                let limit = self.rng.random_range(0..2_000);
                self.org.limit = limit;
                self.log.push(format!("limit {limit}"));
                let text = limit.to_string();
                support::act(&self.portal.app, move |op| {
                    config::ops::set(op, "flow.waiver.leaderYuan", &text).map(drop)
                });
            }
            _ => self.change_deputies(),
        }
    }

    fn change_person(&mut self) {
        let who = self.anybody();
        if who == 1 {
            return;
        }
        let depts: Vec<u64> = self.org.people.values().map(|person| person.dept).collect();
        let person = self.org.people.get_mut(&who).unwrap();
        let kind = if person.on { self.rng.random_range(0..6) } else { 0 };
        match kind {
            0 | 1 => person.on = !person.on || self.rng.random_bool(0.3),
            2 => person.dept = *depts.choose(&mut self.rng).unwrap(),
            3 => {
                let post = *self.org.posts.keys().choose(&mut self.rng).unwrap();
                if !person.posts.remove(&post) {
                    person.posts.insert(post);
                }
            }
            _ => {
                let role = *self.org.roles.keys().choose(&mut self.rng).unwrap();
                if !person.roles.remove(&role) {
                    person.roles.insert(role);
                }
            }
        }
        self.log.push(format!("{who}: {:?}", self.org.people[&who]));
        write_person(&self.portal, &self.org, who);
    }

    fn change_deputies(&mut self) {
        let (owner, deputy) = (self.anybody(), self.anybody());
        if let Some(place) = (0..self.org.stands.len()).choose(&mut self.rng)
            && self.rng.random_bool(0.3)
        {
            let stand = self.org.stands.remove(place);
            let answer = call(&self.portal, 1, "DELETE", "/appr/deputy/{ids}", json!({"ids": [stand.id]}));
            assert_eq!(answer["code"], 200, "{answer}");
            self.log.push(format!("no more: {stand:?}"));
            return;
        }
        if !self.org.is_on(owner) {
            return;
        }
        let days = self.rng.random_range(0..4);
        let (from, to) = (self.org.today, gx_portal::kernel::span::add_days(self.org.today, days));
        let keys: Vec<String> = if self.rng.random_bool(0.7) { Vec::new() } else { vec![KEYS[0].into()] };
        let form =
            json!({"user": owner, "deputy": deputy, "from": from.to_string(), "to": to.to_string(), "keys": keys});
        let answer = call(&self.portal, 1, "POST", "/appr/deputy", form);
        if answer["code"] == 200 {
            let maker = u64::from(owner != 1);
            let stand = Stand { id: answer["data"]["id"].as_u64().unwrap(), owner, deputy, from, to, keys, maker };
            self.log.push(format!("{stand:?}"));
            self.org.stands.push(stand);
        }
    }

    /// The job that looks for tasks nobody can do.
    pub fn job(&mut self) {
        let now = self.now();
        let mut order: Vec<usize> = (0..self.cases.len()).collect();
        order.sort_by_key(|place| (self.cases[*place].key.clone(), self.cases[*place].id));
        for place in order {
            let case = self.cases[place].clone();
            if case.over.is_some() {
                continue;
            }
            for paper in case.open().filter(|paper| !paper.parked) {
                let can = |who: &u64| self.org.belongs_to_any(*who, &paper.asks) && !paper.away.contains(who);
                let mine = matches!(paper.kind, Kind::Resubmit | Kind::Assign);
                if mine || self.org.people.keys().any(can) {
                    continue;
                }
                let plan = self.plans.iter().find(|plan| plan.id == case.plan).unwrap();
                let mut play = Play { org: &self.org, plan, now, c: self.cases[place].clone() };
                if play.give_on(paper.id).is_ok() {
                    self.cases[place] = play.c;
                    self.log.push(format!("  given on: {}", paper.id));
                }
            }
        }
        self.log.push("job".into());
        (overdue_job::RUN.run)(&self.portal.app, overdue_job::RUN.key).unwrap();
    }

    /// Everything that waits for one person by name goes to another.
    pub fn hand_over(&mut self) {
        let (who, from, to) = (self.anybody(), self.anybody(), self.anybody());
        let now = self.now();
        let mut moved = 0;
        let may = self.org.holds(who, ASSIGN) && from != to && self.org.is_on(to) && to != who;
        for place in 0..self.cases.len() {
            let case = self.cases[place].clone();
            for paper in case.open().filter(|_| may) {
                let kept = paper.away.contains(&to) || case.barred.contains(&to);
                if paper.asks != [Group::User(from)] || paper.parked || paper.kind == Kind::Resubmit || kept {
                    continue;
                }
                let deed = Step::Assign { task: paper.id, to };
                if let Ok(case) = deeds::done(&self.org, &self.plans, &self.cases[place], who, &deed, true, now) {
                    self.cases[place] = case;
                    moved += 1;
                }
            }
        }
        self.log.push(format!("{who} hands everything of {from} to {to}"));
        let answer = call(
            &self.portal,
            who,
            "POST",
            "/appr/manage/handover",
            json!({"from": from, "to": to, "comment": "调岗"}),
        );
        self.log.push(format!("  → {moved}, {answer}"));
        assert_eq!(answer["code"] == 200, may, "{answer}\n{}", self.story());
        if may {
            assert_eq!(answer["data"]["count"], moved, "{answer}\n{}", self.story());
        }
    }
}
