//! Who is barred from a document tries everything on it, alone and with the help of others (approvals.md 7.2).

use super::case::{Kind, State};
use super::deeds::{self, Step, lies_before, stands};
use super::product::{Tables, call, todo};
use super::world::{World, sent};
use gx_portal::features::approvals::deputy::Deputy;
use gx_portal::store::Record;
use serde_json::json;

/// On every open task of every process that runs: each barred person decides, and gets it from everybody who could give it.
pub fn tries_everything(world: &mut World) {
    for place in 0..world.cases.len() {
        let case = world.cases[place].clone();
        let open: Vec<u64> = case.open().map(|paper| paper.id).collect();
        for who in case.barred {
            if !world.org.is_on(who) {
                continue;
            }
            for task in &open {
                decides(world, place, who, *task);
                gets_it(world, place, who, *task);
                as_a_deputy(world, place, who, *task);
            }
        }
    }
}

fn must_fail(world: &mut World, place: usize, who: u64, deed: &Step) {
    let case = &world.cases[place];
    let (path, mut body) = sent(case, deed);
    body["comment"] = json!("意见");
    let expected = deeds::done(&world.org, &world.plans, case, who, deed, true, world.now());
    assert!(expected.is_err(), "the reference lets {who} do {deed:?}\n{}", world.story());
    let answer = call(&world.portal, who, "POST", path, body);
    world.tally.tries += 1;
    assert_ne!(answer["code"], 200, "{who}: {deed:?}: {answer}\n{}", world.story());
    assert!(world.tables == Tables::of(&world.portal), "{who}: {deed:?} left something\n{}", world.story());
}

fn decides(world: &mut World, place: usize, who: u64, task: u64) {
    let other = world.anybody();
    let nodes: Vec<String> = world.cases[place].visits.iter().map(|visit| visit.node.clone()).collect();
    let mut all = vec![
        Step::Approve { task, edits: Vec::new() },
        Step::Reject { task },
        Step::Return { task, to: None, straight: true },
        Step::Transfer { task, to: other },
        Step::Delegate { task, to: other },
        Step::Answer { task },
        Step::AddSign { task, people: vec![other], before: true },
        Step::AddSign { task, people: vec![other], before: false },
        Step::RemoveSign { task },
        Step::TakeBack { task },
    ];
    all.extend(nodes.into_iter().map(|to| Step::Return { task, to: Some(to), straight: false }));
    let done = world.cases[place].papers.iter().filter(|paper| paper.state == State::Done && paper.by == who);
    let own: Vec<u64> = done.map(|paper| paper.id).collect();
    all.extend(own.into_iter().map(|task| Step::TakeBack { task }));
    for deed in all {
        must_fail(world, place, who, &deed);
    }
}

/// Somebody who may hands it to him.
fn gets_it(world: &mut World, place: usize, who: u64, task: u64) {
    let case = world.cases[place].clone();
    let paper = case.papers[case.paper(task)].clone();
    for giver in world.everybody() {
        if !world.org.is_on(giver) {
            continue;
        }
        if lies_before(&world.org, &case.key, giver, &paper) && giver != who {
            must_fail(world, place, giver, &Step::Transfer { task, to: who });
            must_fail(world, place, giver, &Step::Delegate { task, to: who });
            must_fail(world, place, giver, &Step::AddSign { task, people: vec![who], before: true });
        }
        if world.org.holds(giver, super::org::ASSIGN) {
            must_fail(world, place, giver, &Step::Assign { task, to: who });
        }
    }
}

/// Everybody who could decide makes him his deputy.
fn as_a_deputy(world: &mut World, place: usize, who: u64, task: u64) {
    let case = world.cases[place].clone();
    let paper = &case.papers[case.paper(task)];
    if paper.kind == Kind::Resubmit {
        return;
    }
    let (today, now) = (world.org.today, world.portal.app.clock.now());
    for owner in world.everybody() {
        if owner == who || !stands(&world.org, &case.key, owner, paper).contains(&owner) {
            continue;
        }
        let deputy = Deputy {
            deputy_id: 1 << 40,
            user: owner,
            deputy: who,
            from: today,
            to: today,
            keys: Vec::new(),
            reason: String::new(),
            revoked: None,
            made_by: "model".into(),
            made_at: now,
            entered_by: 0,
        };
        let key = deputy.id();
        crate::support::act(&world.portal.app, move |op| op.put(&deputy));
        let before = Tables::of(&world.portal);
        for path in ["approve", "reject", "answer", "return", "transfer", "delegate"] {
            let body = json!({"taskId": task, "comment": "意见", "people": [1]});
            let answer = call(&world.portal, who, "POST", &format!("/appr/task/{path}"), body);
            world.tally.tries += 1;
            assert_ne!(answer["code"], 200, "{who} for {owner}: {path}: {answer}\n{}", world.story());
        }
        let seen = todo(&world.portal, who).contains(&task);
        assert!(!seen || paper.kind == Kind::Assign, "{who} sees {task}\n{}", world.story());
        assert!(before == Tables::of(&world.portal), "{who} for {owner}\n{}", world.story());
        crate::support::act(&world.portal.app, move |op| op.delete::<Deputy>(&key));
    }
}
