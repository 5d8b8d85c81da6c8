//! Seed rows that a later release brings.

use crate::support;
use gx_portal::features::PRODUCT;
use gx_portal::features::monitor::job::record::Job;
use gx_portal::features::system::seed_later::{self, Seeded};
use gx_portal::jobs;
use gx_portal::op::{Caller, View};
use gx_portal::platform::identity::menu::Menu;
use gx_portal::platform::identity::role::Role;
use gx_portal::store::{Reads, Record, id, key};
use support::{Portal, act};

/// Makes the installation one that never heard of the applications page (menu 118) and its buttons.
fn make_older(portal: &Portal) {
    act(&portal.app, |op| {
        for menu in [118, 1180, 1181, 1182, 1183] {
            op.delete::<Menu>(&id(menu))?;
        }
        for role_id in [1, 3] {
            let mut role: Role = op.view().tx.get(&id(role_id))?.unwrap();
            role.menu_ids.retain(|menu| *menu != 118 && !(1180..=1183).contains(menu));
            op.put(&role)?;
        }
        let mut seeded: Seeded = op.view().tx.get(&key().str("menu"))?.unwrap();
        seeded.ids.retain(|menu| *menu != 118 && !(1180..=1183).contains(menu));
        op.put(&seeded)?;
        Ok(())
    });
}

/// How many jobs an installation is born with.
fn seeds() -> usize {
    PRODUCT.jobs().filter(|job| job.seed.is_some()).count()
}

fn is_due(portal: &Portal) -> bool {
    let reader = portal.app.store.read().unwrap();
    seed_later::is_due(&View::new(&portal.app, &reader, &Caller::anonymous())).unwrap()
}

fn menu(portal: &Portal, menu_id: u64) -> Option<Menu> {
    portal.app.store.read().unwrap().get::<Menu>(&id(menu_id)).unwrap()
}

#[test]
fn a_new_page_reaches_an_older_installation_once() {
    let portal = Portal::new();
    assert!(!is_due(&portal), "a fresh installation has everything");
    make_older(&portal);
    assert!(is_due(&portal));
    act(&portal.app, seed_later::bring);
    assert!(!is_due(&portal));
    assert_eq!(menu(&portal, 118).unwrap().menu_name, "应用管理");
    let role: Role = portal.app.store.read().unwrap().get(&id(3)).unwrap().unwrap();
    assert!(role.menu_ids.contains(&118) && role.menu_ids.contains(&1183), "born with every menu");
    let clerk: Role = portal.app.store.read().unwrap().get(&id(5)).unwrap().unwrap();
    assert!(!clerk.menu_ids.contains(&118), "the others are the administrator's decision");
}

#[test]
fn what_an_administrator_deleted_or_made_himself_stays_as_it_is() {
    let portal = Portal::new();
    act(&portal.app, |op| {
        op.delete::<Menu>(&id(1183))?;
        Ok(())
    });
    act(&portal.app, seed_later::bring);
    assert!(menu(&portal, 1183).is_none(), "deleted stays deleted");

    make_older_without(&portal, 1182);
    act(&portal.app, |op| {
        let sample: Menu = op.view().tx.get(&id(1181))?.unwrap();
        op.put(&Menu { menu_id: 5000, menu_name: "应用修改".into(), ..sample })?;
        Ok(())
    });
    act(&portal.app, seed_later::bring);
    assert!(menu(&portal, 1182).is_none(), "the place is taken by a row of his own");
    assert_eq!(menu(&portal, 5000).unwrap().menu_name, "应用修改");
}

#[test]
fn a_new_job_reaches_an_older_installation_once() {
    let portal = Portal::new();
    jobs::prepare(&portal.app).unwrap();
    let targets = || -> Vec<String> {
        let all: Vec<Job> = portal.app.store.read().unwrap().all().unwrap();
        all.into_iter().map(|job| job.invoke_target).collect()
    };
    assert_eq!(targets().len(), seeds());
    let forget = |target: &'static str| {
        act(&portal.app, move |op| {
            let job = op.view().tx.all::<Job>()?.into_iter().find(|job| job.invoke_target == target).unwrap();
            op.delete::<Job>(&id(job.job_id))?;
            Ok(())
        });
    };
    forget("scrub.run");
    jobs::prepare(&portal.app).unwrap();
    assert!(!targets().contains(&"scrub.run".to_owned()), "deleted stays deleted");
    forget("expo.run");
    act(&portal.app, |op| {
        let mut seeded: Seeded = op.view().tx.get(&key().str(Job::TABLE))?.unwrap();
        seeded.ids.retain(|id| *id != 9);
        op.put(&seeded)?;
        Ok(())
    });
    jobs::prepare(&portal.app).unwrap();
    assert!(targets().contains(&"expo.run".to_owned()), "an installation from before the board");
    assert_eq!(targets().len(), seeds() - 1);
}

fn make_older_without(portal: &Portal, menu_id: u64) {
    act(&portal.app, move |op| {
        op.delete::<Menu>(&id(menu_id))?;
        let mut seeded: Seeded = op.view().tx.get(&key().str("menu"))?.unwrap();
        seeded.ids.retain(|id| *id != menu_id);
        op.put(&seeded)?;
        Ok(())
    });
}
