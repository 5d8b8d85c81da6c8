//! What rights are computed from is kept for all. Whoever asks sees it as his transaction does: with what he or the operation
//! before him changed, without what was dropped, and as of his snapshot.

use std::sync::{Arc, mpsc};

use crate::support;
use gx_portal::app::App;
use gx_portal::error::{AppError, Result};
use gx_portal::op::{Caller, Op, View};
use gx_portal::platform::audit::{AuditAction, Entry};
use gx_portal::platform::identity::rights::Ground;
use gx_portal::platform::identity::role::Role;
use gx_portal::store::{Reads, Urgency, id};
use serde_json::Value;
use support::Portal;

/// What a role is called by what rights are computed from.
fn name(ground: &Ground, role: u64) -> Option<String> {
    ground.roles().find(|found| found.role_id == role).map(|found| found.role_name.clone())
}

/// As a view shows it, and as the store says beside it.
fn named(view: &View, role: u64) -> [Option<String>; 2] {
    [name(&view.ground().unwrap(), role), name(&Ground::load(view.tx).unwrap(), role)]
}

fn both(name: &str) -> [Option<String>; 2] {
    [Some(name.to_owned()), Some(name.to_owned())]
}

fn call(op: &mut Op, role: u64, name: &str) -> Result<()> {
    let found: Role = op.view().tx.get(&id(role))?.expect("a role");
    op.put_quietly(&Role { role_name: name.to_owned(), ..found })?;
    Ok(())
}

fn console() -> Arc<Caller> {
    Arc::new(Caller::console("test", "test"))
}

fn entry() -> Entry {
    Entry {
        title: "test",
        deed: AuditAction::Other,
        method: String::new(),
        input: Value::Null,
        began: std::time::Instant::now(),
    }
}

fn as_committed(app: &App, role: u64) -> [Option<String>; 2] {
    let reader = app.store.read().unwrap();
    named(&View::new(app, &reader, &console()), role)
}

#[test]
fn an_operation_sees_what_it_changed_and_what_it_drops_nobody_sees() {
    let portal = Portal::new();
    let (app, role) = (&portal.app, portal.role("before", &["system:user:list"], 1, &[]));
    assert_eq!(as_committed(app, role), both("before"));
    let refused = app.act(&console(), "test", AuditAction::Other, move |op| -> Result<()> {
        assert_eq!(named(&op.view(), role), both("before"));
        call(op, role, "dropped")?;
        assert_eq!(named(&op.view(), role), both("dropped"));
        Err(AppError::refused("no"))
    });
    assert!(refused.is_err());
    assert_eq!(as_committed(app, role), both("before"));
    app.act(&console(), "test", AuditAction::Other, move |op| {
        assert_eq!(named(&op.view(), role), both("before"));
        call(op, role, "after")
    })
    .unwrap();
    assert_eq!(as_committed(app, role), both("after"));
}

#[test]
fn of_two_operations_in_one_commit_the_second_sees_what_the_first_changed() {
    let portal = Portal::new();
    let (app, role) = (&portal.app, portal.role("before", &["system:user:list"], 1, &[]));
    assert_eq!(as_committed(app, role), both("before"));
    let before = app.store.commits();
    // The writer waits in an operation until both are queued behind it, so that they are one batch.
    let ((begins, begun), (queued, both_queued)) = (mpsc::channel::<()>(), mpsc::channel::<()>());
    let held = app.submit(&console(), entry(), Urgency::Ordinary, move |_| {
        begins.send(()).unwrap();
        both_queued.recv().unwrap();
        Ok(())
    });
    begun.recv().unwrap();
    let first = app.submit(&console(), entry(), Urgency::Ordinary, move |op| call(op, role, "after"));
    let second = app.submit(&console(), entry(), Urgency::Ordinary, move |op| Ok(named(&op.view(), role)));
    queued.send(()).unwrap();
    held.unwrap().wait().unwrap();
    first.unwrap().wait().unwrap();
    assert_eq!(second.unwrap().wait().unwrap(), both("after"));
    assert_eq!(app.store.commits(), before.map(|before| before + 2), "the two are one commit");
    assert_eq!(as_committed(app, role), both("after"));
}

#[test]
fn a_snapshot_that_is_older_than_a_change_sees_what_was() {
    let portal = Portal::new();
    let (app, role, caller) = (&portal.app, portal.role("before", &["system:user:list"], 1, &[]), console());
    let old = app.store.read().unwrap();
    app.act(&caller, "test", AuditAction::Other, move |op| call(op, role, "after")).unwrap();
    // Kept as of now, and asked as of then.
    assert_eq!(as_committed(app, role), both("after"));
    assert_eq!(named(&View::new(app, &old, &caller), role), both("before"));
    assert_eq!(as_committed(app, role), both("after"));
}

#[test]
fn who_works_ahead_is_overtaken_by_a_change_of_what_rights_are_computed_from() {
    let portal = Portal::new();
    let (app, role) = (portal.app.clone(), portal.role("before", &["system:user:list"], 1, &[]));
    assert_eq!(as_committed(&app, role), both("before"));
    let other = portal.role("other", &["system:user:list"], 1, &[]);
    let looks = Arc::new(std::sync::Mutex::new(Vec::new()));
    let (seen, changer) = (looks.clone(), app.clone());
    app.act_ahead(&console(), "test", AuditAction::Other, move || {
        let (seen, changer) = (seen.clone(), changer.clone());
        Ok(move |op: &mut Op<'_, '_>| {
            let found = name(&*op.view().ground()?, role);
            let mut seen = seen.lock().unwrap();
            seen.push(found);
            if seen.len() == 1 {
                changer.act(&console(), "test", AuditAction::Other, move |op| call(op, role, "after"))?;
            }
            call(op, other, "written")
        })
    })
    .unwrap();
    assert_eq!(*looks.lock().unwrap(), [Some("before".to_owned()), Some("after".to_owned())]);
}
