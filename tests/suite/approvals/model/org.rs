//! The organisation as plain lists: who belongs to which group is asked by looking at everybody.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

/// Whom a task waits for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    User(u64),
    /// In a department; 0 anywhere.
    Role(String, u64),
    Post(String, u64),
    Leader(u64),
    InCharge(u64),
    Right(u64),
    /// Those who assign over a department.
    Admin(u64),
}

#[derive(Debug, Clone)]
pub struct Person {
    pub on: bool,
    pub dept: u64,
    pub roles: BTreeSet<u64>,
    pub posts: BTreeSet<u64>,
}

#[derive(Debug, Clone)]
pub struct Role {
    pub keys: Vec<&'static str>,
    pub on: bool,
    pub rights: Vec<&'static str>,
    /// 1 all, 3 his own department, 4 with those below.
    pub scope: u8,
}

#[derive(Debug, Clone, Default)]
pub struct Dept {
    pub parent: u64,
    pub leader: u64,
    pub chief: u64,
}

#[derive(Debug, Clone)]
pub struct Stand {
    pub id: u64,
    pub owner: u64,
    pub deputy: u64,
    pub from: Date,
    pub to: Date,
    pub keys: Vec<String>,
    /// Who entered it for the owner; 0 the owner himself.
    pub maker: u64,
}

pub const ASSIGN: &str = "appr:manage:assign";
pub const TERMINATE: &str = "appr:manage:terminate";
pub const START: &str = "appr:form:start";
/// The permission by which lines of the kind RIGHT find people.
pub const DECIDE: &str = "fin:waiver:approve";

#[derive(Debug, Clone)]
pub struct Org {
    pub people: BTreeMap<u64, Person>,
    pub roles: BTreeMap<u64, Role>,
    pub posts: BTreeMap<u64, &'static str>,
    pub depts: BTreeMap<u64, Dept>,
    pub stands: Vec<Stand>,
    pub today: Date,
    /// Yuan.
    pub limit: i64,
}

impl Org {
    pub fn is_on(&self, who: u64) -> bool {
        self.people.get(&who).is_some_and(|person| person.on)
    }

    fn roles_of(&self, who: u64) -> impl Iterator<Item = &Role> {
        let held = self.people[&who].roles.iter();
        held.filter_map(|role| self.roles.get(role)).filter(|role| role.on)
    }

    pub fn holds(&self, who: u64, right: &str) -> bool {
        self.is_on(who) && (who == 1 || self.roles_of(who).any(|role| role.rights.contains(&right)))
    }

    /// A department and all above it, the nearest first.
    pub fn upwards(&self, from: u64) -> Vec<u64> {
        let (mut found, mut at) = (Vec::new(), from);
        while let Some(dept) = self.depts.get(&at) {
            found.push(at);
            at = dept.parent;
        }
        found
    }

    /// Whether a permission that somebody holds reaches the rows of a department.
    pub fn reaches(&self, who: u64, right: &str, dept: u64) -> bool {
        if !self.is_on(who) {
            return false;
        }
        let home = self.people[&who].dept;
        let by_role = |role: &Role| match role.scope {
            1 => true,
            3 => home == dept,
            4 => self.upwards(dept).contains(&home),
            _ => false,
        };
        who == 1 || self.roles_of(who).any(|role| role.rights.contains(&right) && by_role(role))
    }

    pub fn belongs(&self, who: u64, group: &Group) -> bool {
        if !self.is_on(who) {
            return false;
        }
        let person = &self.people[&who];
        // Who administers the system belongs to no group that decides.
        let sits = |dept: u64| who != 1 && (dept == 0 || dept == person.dept);
        match group {
            Group::User(user) => *user == who,
            Group::Role(key, dept) => sits(*dept) && self.roles_of(who).any(|role| role.keys.contains(&key.as_str())),
            Group::Post(code, dept) => {
                sits(*dept) && person.posts.iter().any(|post| self.posts.get(post).is_some_and(|known| known == code))
            }
            Group::Leader(dept) => self.depts.get(dept).is_some_and(|dept| dept.leader == who),
            Group::InCharge(dept) => self.depts.get(dept).is_some_and(|dept| dept.chief == who),
            Group::Right(dept) => who != 1 && self.reaches(who, DECIDE, *dept),
            Group::Admin(dept) => self.reaches(who, ASSIGN, *dept),
        }
    }

    pub fn belongs_to_any(&self, who: u64, groups: &[Group]) -> bool {
        groups.iter().any(|group| self.belongs(who, group))
    }

    /// Everybody of a group; of a role by role, then by number.
    pub fn everybody(&self, group: &Group) -> Vec<u64> {
        let all = self.people.keys().copied();
        let Group::Role(key, _) = group else { return all.filter(|who| self.belongs(*who, group)).collect() };
        let mut found = Vec::new();
        for (number, role) in self.roles.iter().filter(|(_, role)| role.on && role.keys.contains(&key.as_str())) {
            debug_assert!(role.on);
            let holders =
                all.clone().filter(|who| self.people[who].roles.contains(number) && self.belongs(*who, group));
            for who in holders {
                if !found.contains(&who) {
                    found.push(who);
                }
            }
        }
        found
    }

    /// Those for whom somebody stands today in a process.
    pub fn owners(&self, deputy: u64, key: &str) -> Vec<u64> {
        let today = self.today;
        let counts = |one: &&Stand| {
            let covers = one.keys.is_empty() || one.keys.iter().any(|known| known == key);
            one.deputy == deputy && one.from <= today && today <= one.to && covers
        };
        self.stands.iter().filter(counts).map(|one| one.owner).collect()
    }

    /// The same for a paper from which some are kept: who is kept from it himself makes nobody a deputy for it.
    pub fn owners_for(&self, deputy: u64, key: &str, away: &BTreeSet<u64>) -> Vec<u64> {
        let counts = |owner: &u64| {
            let of_them = |one: &&Stand| one.owner == *owner && one.deputy == deputy;
            let fair = |one: &Stand| one.maker == 0 || !away.contains(&one.maker);
            let today = |one: &&Stand| {
                one.from <= self.today
                    && self.today <= one.to
                    && (one.keys.is_empty() || one.keys.iter().any(|known| known == key))
            };
            self.stands.iter().filter(of_them).filter(today).any(fair)
        };
        self.owners(deputy, key).into_iter().filter(counts).collect()
    }

    /// Who is somebody's deputy today for a paper of a process.
    pub fn deputy_of(&self, owner: u64, key: &str, away: &BTreeSet<u64>) -> Vec<u64> {
        let deputies = self.stands.iter().filter(|one| one.owner == owner).map(|one| one.deputy);
        deputies.filter(|deputy| self.owners_for(*deputy, key, away).contains(&owner)).collect()
    }

    pub fn role_words(&self, who: u64) -> String {
        if !self.is_on(who) {
            return String::new();
        }
        if who == 1 {
            return "admin".into();
        }
        let mut words: Vec<&str> = Vec::new();
        for key in self.roles_of(who).flat_map(|role| &role.keys) {
            if !words.contains(key) {
                words.push(key);
            }
        }
        words.join(",")
    }
}
