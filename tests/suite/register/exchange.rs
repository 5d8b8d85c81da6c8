//! What goes out comes in again: every workbook becomes a register by its proposal, is loaded, exported and imported without
//! a change, in the program's layout and in the office's own.

use gx_portal::features::register::works::run;
use serde_json::{Value, json};

use super::books::{book, guess, list};
use crate::support::Portal;

/// A register that began from a workbook, with its rows.
struct Made {
    portal: Portal,
    who: String,
    code: String,
    id: u64,
}

fn ok(answer: &Value) -> &Value {
    assert_eq!(answer["code"], 200, "{answer}");
    &answer["data"]
}

/// Publishes what is proposed and loads the rows.
fn made(name: &str, reading: Value) -> Made {
    let portal = Portal::new();
    let who = portal.admin();
    let number = book(&portal, &who, name);
    let told = guess(&portal, &who, number, reading.clone());
    let code = told["code"].as_str().expect("a code").to_owned();
    let form = json!({"bookId": number, "code": code, "definition": told["definition"]});
    let id = ok(&portal.post("/reg/design", &who, form))["id"].as_u64().expect("a number");
    ok(&portal.put(&format!("/reg/design/{id}/publish"), &who, json!({"note": "初版"})));
    let mut form = reading;
    form["bookId"] = json!(number);
    let path = format!("/reg/design/{id}/load");
    form["dryRun"] = json!(true);
    let answer = portal.put(&path, &who, form.clone());
    let report = ok(&answer);
    assert_eq!((&report["failed"], &report["created"]), (&json!(0), &told["rows"]), "{name}: {answer}");
    assert_eq!(portal.get(&format!("/reg/{code}/list"), &who)["total"], 0, "nothing was written");
    form["dryRun"] = json!(false);
    ok(&portal.put(&path, &who, form));
    run::all(&portal.app).expect("done");
    let listed = portal.get(&format!("/reg/{code}/list"), &who);
    assert_eq!(listed["total"], told["rows"], "{name}: {listed}");
    Made { portal, who, code, id }
}

impl Made {
    fn export(&self, query: &str) -> Vec<u8> {
        let path = format!("/reg/{}/export?{query}", self.code);
        let answer = self.portal.request("POST", &path, &self.who, Some("{}"));
        assert!(answer.bytes.starts_with(b"PK"), "{}", String::from_utf8_lossy(&answer.bytes));
        answer.bytes
    }

    fn import(&self, bytes: &[u8], query: &str) -> Value {
        let path = format!("/reg/{}/importData?{query}", self.code);
        self.portal.upload(&path, &self.who, "file", "回来.xlsx", bytes)
    }

    fn get(&self, path: &str) -> Value {
        self.portal.get(&format!("/reg/{}/{path}", self.code), &self.who)
    }

    fn field(&self, label: &str) -> String {
        let meta = self.get("meta");
        let fields = list(&meta["data"]["definition"]["fields"]).iter().chain(list(&meta["data"]["fields"]));
        let found = fields.into_iter().find(|field| field["label"] == label);
        found.unwrap_or_else(|| panic!("{label}: {meta}"))["code"].as_str().expect("a code").to_owned()
    }

    /// The workbook comes in without a change.
    fn comes_back(&self, bytes: &[u8], what: &str) {
        let total = self.get("list")["total"].clone();
        let answer = self.import(bytes, "updateSupport=true&dryRun=true");
        let report = ok(&answer);
        let counts =
            [&report["total"], &report["unchanged"], &report["created"], &report["updated"], &report["failed"]];
        assert_eq!(counts, [&total, &total, &json!(0), &json!(0), &json!(0)], "{what}: {answer}");
    }
}

const BOOKS: [&str; 10] = [
    "01-petitions.xlsx",
    "02-rents.xlsx",
    "03-vehicles.xlsx",
    "04-people.xlsx",
    "05-contracts.xlsx",
    "06-hazards.xlsx",
    "08-projects.xlsx",
    "09-wps.xlsx",
    "10-devices.gb.csv",
    "10-old.xls",
];

#[test]
fn every_workbook_goes_out_and_comes_in_unchanged() {
    for name in BOOKS {
        let made = made(name, json!({}));
        made.comes_back(&made.export(""), &format!("{name} plain"));
        made.comes_back(&made.export("layout=paper"), &format!("{name} paper"));
    }
}
