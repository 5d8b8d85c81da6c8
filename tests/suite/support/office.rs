//! A small office around the town of E1: leaders, finance, a meeting; and a process walked to its end by whom it asks.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::e1::{self, Still, Town};
use super::support::Portal;

/// People with what they are: login name, role keys.
pub const OFFICE: &[(&str, &[&str])] = &[
    ("writer", &[]),
    ("leader", &[]),
    ("chief", &[]),
    ("money", &["finance", "finance_head"]),
    ("secretary", &["office_meeting", "assetmgr", "legal"]),
];

/// What who writes documents needs.
const WRITES: &[&str] = &[
    "lease:lease:add",
    "lease:lease:edit",
    "lease:lease:query",
    "lease:lease:list",
    "lease:lease:submit",
    "fin:waiver:add",
    "fin:waiver:query",
    "fin:waiver:list",
    "fin:expense:add",
    "fin:expense:query",
    "fin:bill:query",
    "fin:bill:list",
    "lease:tenant:query",
    "asset:room:query",
    "asset:asset:query",
    "asset:partyA:query",
];

/// Login name, number and token of each.
type People = Vec<(&'static str, u64, String)>;

pub struct Office {
    pub town: Town,
    pub people: People,
}

impl Office {
    /// Five people; the leader leads every department but the first, the chief leads that and is in charge of all.
    pub fn new() -> Self {
        static MADE: LazyLock<(Still, People)> = LazyLock::new(|| {
            let office = Office::built();
            (Still::of(office.town), office.people)
        });
        let (still, people) = &*MADE;
        Self { town: still.town(), people: people.clone() }
    }

    fn built() -> Self {
        let town = Town::new();
        let admin = town.clerk.clone();
        let portal = &town.portal;
        town.done(&admin, "/appr/definition/roles", json!({}));
        let roles = portal.get("/system/role/list?pageSize=100", &admin)["rows"].clone();
        let role = |key: &str| {
            let found = roles.as_array().unwrap().iter().find(|row| row["roleKey"] == key);
            found.unwrap_or_else(|| panic!("no role {key}"))["roleId"].as_u64().unwrap()
        };
        let writes = portal.role("writes", WRITES, 1, &[]);
        let mut people = Vec::new();
        for (name, keys) in OFFICE {
            let mut held: Vec<u64> = keys.iter().map(|key| role(key)).collect();
            held.push(writes);
            let number = portal.person(name, if *name == "chief" { 100 } else { 110 }, &held);
            people.push((*name, number, portal.token(name)));
        }
        let office = Self { town, people };
        office.lead();
        office
    }

    fn lead(&self) {
        let (leader, chief) = (self.number("leader"), self.number("chief"));
        for dept in self.town.get("/system/dept/list")["data"].as_array().unwrap() {
            let lead = if dept["parentId"] == 0 { chief } else { leader };
            let form = json!({"deptId": dept["deptId"], "parentId": dept["parentId"], "deptName": dept["deptName"],
                "orderNum": dept["orderNum"], "status": "0", "leaderId": lead, "inChargeId": chief});
            let answer = self.portal().put("/system/dept", &self.town.clerk, form);
            assert_eq!(answer["code"], 200, "{answer}");
        }
    }

    pub fn portal(&self) -> &Portal {
        &self.town.portal
    }

    fn person(&self, name: &str) -> &(&'static str, u64, String) {
        self.people.iter().find(|person| person.0 == name).unwrap()
    }

    pub fn number(&self, name: &str) -> u64 {
        self.person(name).1
    }

    pub fn token(&self, name: &str) -> &str {
        &self.person(name).2
    }

    /// Puts the standard process of a kind in force.
    pub fn standard(&self, key: &str) {
        let form = json!({"key": key, "preset": "standard"});
        self.town.done(&self.town.clerk, "/appr/definition/preset", form);
    }

    /// The newest process that somebody submitted.
    pub fn newest_of(&self, who: &str) -> u64 {
        let mine = self.portal().get("/appr/instance/mine", who);
        mine["rows"][0]["instanceId"].as_u64().unwrap_or_else(|| panic!("{mine}"))
    }

    /// Codes of the nodes that a process has passed, or will, as one sees who submitted it.
    pub fn path(&self, who: &str, instance: u64) -> Vec<String> {
        let path = self.portal().get(&format!("/appr/instance/{instance}/path"), who);
        codes(&path["data"])
    }

    pub fn minutes(&self, who: &str) -> Value {
        let file = self.portal().upload("/common/upload2Minio", who, "file", "纪要.pdf", b"%PDF-1.4\n%%EOF\n");
        json!({"minutesNo": "云办纪〔2024〕12号", "heldOn": "2024-09-27", "participants": "全体局领导",
            "minutesFile": file["fileInfo"]["id"]})
    }

    /// Somebody before whom it lies agrees; who that was.
    pub fn agree(&self, instance: u64) -> Option<&'static str> {
        for (name, _, token) in &self.people {
            let rows = self.portal().get("/appr/task/todo", token)["rows"].clone();
            let row = rows.as_array().unwrap().iter().find(|row| row["instanceId"] == instance && row["kind"] == 1);
            let Some(row) = row else { continue };
            let shown = self.portal().get(&format!("/appr/instance/{instance}"), token)["data"].clone();
            let mut form = json!({"taskId": row["taskId"], "version": row["version"]});
            if shown["task"]["minutesNeeded"] == true {
                form = e1::with(form, json!({"minutes": self.minutes(token)}));
            }
            self.town.done(token, "/appr/task/approve", form);
            return Some(name);
        }
        None
    }

    /// Everybody agrees until it is over; what was foreseen at first is what came. Answers the nodes and who agreed.
    pub fn to_the_end(&self, who: &str, instance: u64) -> (Vec<String>, Vec<&'static str>) {
        let foreseen = self.path(who, instance);
        let mut agreed = Vec::new();
        while let Some(name) = self.agree(instance) {
            agreed.push(name);
        }
        let shown = self.portal().get(&format!("/appr/instance/{instance}"), who)["data"].clone();
        assert_eq!(shown["state"], 2, "it is over: {shown}");
        let gone = self.path(who, instance);
        assert_eq!(foreseen, gone, "what was shown is what came");
        (gone, agreed)
    }
}

/// Codes of the nodes of a path.
pub fn codes(path: &Value) -> Vec<String> {
    let nodes = path.as_array().unwrap_or_else(|| panic!("{path}"));
    nodes.iter().map(|node| node["code"].as_str().unwrap().to_owned()).collect()
}

/// The tasks among them.
pub fn tasks(codes: &[String]) -> Vec<&str> {
    codes.iter().map(String::as_str).filter(|code| code.starts_with('t')).collect()
}
