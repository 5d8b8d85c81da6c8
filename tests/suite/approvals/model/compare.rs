//! Whether the program and the reference are of one mind.

use std::collections::{BTreeMap, BTreeSet};

use gx_portal::features::approvals::check;
use serde_json::{Value, json};

use super::case::{Case, Kind, Over, Paper, State, Visit};
use super::deeds::{lies_before, stands};
use super::drawing::FIELDS;
use super::product::{call, groups, todo};
use super::world::World;

impl World {
    /// Where every process stands, what lies before everybody, and what the doctor says.
    pub fn compare(&mut self) {
        for case in &self.cases {
            self.same_case(case);
        }
        let counted = self.anybody();
        for case in &self.cases {
            self.same_sight(counted, case);
        }
        for who in self.everybody().into_iter().filter(|who| self.org.is_on(*who)) {
            self.same_list(who, who == counted);
        }
        let found = check::check(&self.portal.app.store.read().unwrap()).unwrap();
        assert!(found.faults.is_empty(), "{:?}\n{}", found.faults, self.story());
    }

    fn same_case(&self, case: &Case) {
        let (id, story) = (case.id, || format!("process {}\n{}", case.id, self.story()));
        let stored = self.tables.instance(id);
        let over = stored.end_reason.map(|reason| reason as u8);
        assert_eq!(over, case.over.map(|over| over as u8), "{}", story());
        assert_eq!(stored.state as u8, [1, 2, 3, 3, 3][usize::from(over.unwrap_or(0))], "{}", story());
        assert_eq!((stored.round, stored.definition_id), (case.round, case.plan), "{}", story());
        assert_eq!(stored.barred, case.barred.iter().copied().collect::<Vec<_>>(), "{}", story());
        let entered: Value = serde_json::from_str(stored.form_data.as_deref().unwrap()).unwrap();
        let number = |value: &Value| value.as_bool().map(i64::from).or_else(|| value.as_i64());
        let entered: BTreeMap<String, i64> =
            FIELDS.iter().filter_map(|name| Some(((*name).to_owned(), number(&entered["data"][*name])?))).collect();
        assert_eq!(entered, case.form, "{}", story());
        let runs = self.tables.runs(id);
        let told: Vec<_> =
            runs.iter().map(|run| (&*run.node, run.round, run.force, run.end.map(|end| end as u8))).collect();
        let ends = |visit: &Visit| visit.end.map(|end| end as u8);
        let ours: Vec<_> =
            case.visits.iter().map(|visit| (&*visit.node, visit.round, visit.counts, ends(visit))).collect();
        assert_eq!(told, ours, "{}", story());
        let tasks = self.tables.tasks(id);
        assert_eq!(tasks.len(), case.papers.len(), "{tasks:?}\n{:?}\n{}", case.papers, story());
        for task in tasks {
            let paper = &case.papers[case.paper(task.task_id)];
            let (mut theirs, mut ours) = (groups(task), paper.asks.clone());
            theirs.sort();
            ours.sort();
            let open = paper.state == State::Open;
            assert_eq!(
                (&*task.node, task.kind as u8, task.state as u8, task.parked, theirs, task.done_by, task.on_behalf_of),
                (&*paper.node, paper.kind as u8, paper.state as u8, paper.parked, ours, paper.by, paper.for_whom),
                "task {}, {}",
                task.task_id,
                story()
            );
            let away: Vec<u64> = paper.away.iter().copied().collect();
            assert!(!open || task.barred == away, "task {}: {:?}, {away:?}, {}", task.task_id, task.barred, story());
        }
        if case.over == Some(Over::Approved) {
            let yes = |place: usize| {
                let mut papers = case.papers.iter().filter(|paper| paper.visit == place && paper.said_yes);
                papers.any(|paper| !case.barred.contains(&paper.by) && !case.barred.contains(&paper.for_whom))
            };
            assert!(case.counting().any(|(place, _)| yes(place)), "agreed to by nobody free: {}", story());
        }
    }

    /// Somebody sees what his node lets him see: the one that asks him, else the one at which he last did something.
    fn same_sight(&self, who: u64, case: &Case) {
        let plan = self.plans.iter().find(|plan| plan.id == case.plan).unwrap();
        let mut papers: Vec<&Paper> = case.papers.iter().collect();
        papers.sort_by_key(|paper| paper.id);
        let asked = papers.iter().find(|paper| {
            let may = match paper.kind {
                Kind::Resubmit => true,
                Kind::Assign => !paper.away.contains(&who),
                _ => !case.barred.contains(&who),
            };
            paper.state == State::Open && may && !stands(&self.org, &case.key, who, paper).is_empty()
        });
        let did = || papers.iter().rfind(|paper| paper.by == who || paper.for_whom == who);
        let (paper, initiated) = (asked.or_else(did), case.initiator == who);
        if paper.is_none() && !initiated {
            return;
        }
        // Of a node that was in an earlier version alone, he sees what all of this one show.
        let node = paper.and_then(|paper| plan.nodes.iter().find(|node| node.code == paper.node));
        let shown = call(&self.portal, who, "GET", "/appr/instance/{id}", json!({"id": case.id}))["data"].clone();
        let hidden = |name: &str| match node {
            Some(node) => node.right(name) == 3,
            None => !initiated && plan.nodes.iter().any(|node| node.right(name) == 3),
        };
        for name in FIELDS {
            let seen = !shown["data"][name].is_null();
            let expected = case.form.contains_key(name) && !hidden(name);
            assert_eq!(seen, expected, "{name} of {} for {who}: {shown}\n{}", case.id, self.story());
        }
        let amount = if hidden("fee") { None } else { case.form.get("fee") };
        assert_eq!(shown["amountFen"].as_i64().as_ref(), amount, "{} for {who}\n{}", case.id, self.story());
    }

    fn same_list(&self, who: u64, counted: bool) {
        let open = self.cases.iter().flat_map(|case| case.open().map(move |paper| (case, paper)));
        let before = open.filter(|(case, paper)| lies_before(&self.org, &case.key, who, paper));
        let (mut expected, mut returned) = (BTreeSet::new(), 0);
        for (case, paper) in before {
            expected.insert(paper.id);
            returned += usize::from(paper.kind == Kind::Resubmit && case.initiator == who);
        }
        let found = todo(&self.portal, who);
        assert_eq!(found, expected, "before {who}\n{}", self.story());
        if !counted {
            return;
        }
        let count = call(&self.portal, who, "GET", "/appr/count", json!({}))["data"].clone();
        let told = (count["todo"].as_u64().unwrap(), count["returned"].as_u64().unwrap());
        let expected = (u64::try_from(expected.len() - returned).unwrap(), u64::try_from(returned).unwrap());
        assert_eq!(told, expected, "counted for {who}\n{}", self.story());
    }
}
