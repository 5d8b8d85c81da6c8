//! Three people who ask for the same: who sees all, who sees some departments, who sees what he made. A list that is held against the
//! records is held against them for each of the three.

use gx_portal::records::list::filling;
use serde_json::Value;

use super::Portal;

/// Departments between which tests move records: of two of them «some» sees all, he himself is in the last.
pub const DEPTS: [u64; 4] = [101, 102, 103, 110];

/// Who asks.
pub struct Asker {
    pub name: &'static str,
    /// Departments that he sees; none: all.
    depts: Option<Vec<u64>>,
    /// His number when he also sees what he made.
    own: Option<u64>,
}

impl Asker {
    /// The three, with the rights they need, at a city whose columns are filled; and the number of who sees what he made.
    pub fn three(portal: &Portal, rights: &[&str]) -> ([Self; 3], u64) {
        let some = portal.role("some", rights, 2, &[101, 103]);
        let own = portal.role("own", rights, 5, &[]);
        portal.person("some", 110, &[some]);
        let maker = portal.person("own", 110, &[own]);
        filling::fill_all(&portal.app).expect("filled");
        let askers = [
            Self { name: "admin", depts: None, own: None },
            Self { name: "some", depts: Some(vec![101, 103]), own: None },
            Self { name: "own", depts: Some(Vec::new()), own: Some(maker) },
        ];
        (askers, maker)
    }

    /// Whether he sees what a department keeps and somebody made.
    pub fn sees(&self, dept: u64, creator: u64) -> bool {
        self.depts.as_ref().is_none_or(|depts| depts.contains(&dept)) || self.own == Some(creator)
    }

    /// What an address answers to him; he signs in again where the clock was moved.
    pub fn get(&self, portal: &Portal, address: &str) -> Value {
        let token = if self.name == "admin" { portal.admin() } else { portal.token(self.name) };
        let answer = portal.get(address, &token);
        assert_eq!(answer["code"], 200, "{} {address}: {answer}", self.name);
        answer
    }
}
