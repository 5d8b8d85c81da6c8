//! Makes a demonstration city large: copies its records by the thousand, each copy with numbers and names of its own, so
//! that everything still hangs together (the bill of a copy names the lease and the tenant of that copy, its money the
//! bill). Indexes and sums follow as ever, because every row goes through the store. The ledger, files and histories are
//! not copied: no list and no figure reads them, and the books of a copied city pass no audit.

#![allow(dead_code, reason = "suite and bench use a part of it each")]
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

use std::collections::{HashMap, HashSet};
use std::ops::Bound;

use gx_portal::features::PRODUCT;
use gx_portal::features::approvals::cc::Cc;
use gx_portal::features::approvals::form::record::FlowForm;
use gx_portal::features::approvals::instance::record::{Instance, Task};
use gx_portal::features::finance::bill::record::Bill;
use gx_portal::features::lease::contract::record::Lease;
use gx_portal::features::lease::schedule::terms::BillKind;
use gx_portal::features::monitor::job::record::{JobLog, RunState};
use gx_portal::features::system::module::record::Module;
use gx_portal::features::system::notice::record::{Audience, Notice, NoticeRead, State};
use gx_portal::kernel::dates::Stamp;
use gx_portal::kernel::span::add_months;
use gx_portal::platform::audit::{AuditAction, AuditHead, AuditRow};
use gx_portal::platform::base::Base;
use gx_portal::platform::identity::user::User;
use gx_portal::store::{RawRead, Reads, Store, StoreError, TableInfo, Writer, key};
use jiff::civil::Date;
use serde_json::{Map, Value, json};

#[path = "planted.rs"]
mod planted;
use planted::{handed_over, settled, slip, taken_over};

/// Rows written in one transaction.
const BATCH: usize = 4_000;
/// What is added to the counting part of a document's number from copy to copy.
const NUMBER: u64 = 10_000;

/// The department above all.
const ROOT: u64 = 100;

/// How often what is copied.
pub struct Growth {
    /// Assets, buildings, rooms.
    pub estate: u64,
    /// Tenants and leases; those beyond the rooms lie in the same rooms, earlier.
    pub lease: u64,
    /// Bills and their money; those beyond the leases are more bills of the same leases.
    pub money: u64,
    /// Departments.
    pub depts: u64,
    /// Months by which leases of one room follow one another.
    pub months: i64,
    /// Of how many paid bills one is left open in the copies; a demonstration pays too well.
    pub unpaid: u64,
    /// Tables that have at least so many rows, whatever the rest has.
    pub rows: &'static [(&'static str, u64)],
}

/// Tables in the order of writing, and the group that counts their copies.
const TABLES: &[(&str, Group)] = &[
    ("dept", Group::Dept),
    ("user", Group::Alone),
    ("asset", Group::Estate),
    ("building", Group::Estate),
    ("cert", Group::Estate),
    ("room", Group::Estate),
    ("tenant", Group::Lease),
    ("lease", Group::Lease),
    ("lease_version", Group::Lease),
    ("lease_change", Group::Lease),
    ("lease_handover", Group::Lease),
    ("forecast", Group::Lease),
    ("occupancy", Group::Lease),
    ("settlement", Group::Lease),
    ("bill", Group::Money),
    ("receipt", Group::Money),
    ("allocation", Group::Money),
    ("credit_lot", Group::Money),
    ("credit_move", Group::Money),
    ("deposit_move", Group::Money),
    ("payout", Group::Lease),
    ("waiver", Group::Money),
    ("handover", Group::Lease),
    ("takeover_batch", Group::Lease),
    ("dunning", Group::Alone),
    ("exposure_entry", Group::Alone),
    ("notice", Group::Alone),
    ("notice_read", Group::Alone),
    ("job_log", Group::Alone),
    ("audit", Group::Alone),
    ("change", Group::Alone),
    ("wf_instance", Group::Alone),
    ("wf_task", Group::Alone),
    ("wf_cc", Group::Alone),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Estate,
    Lease,
    Money,
    Dept,
    Alone,
}

fn group(table: &str) -> Group {
    TABLES.iter().find(|(name, _)| *name == table).map_or(Group::Alone, |(_, group)| *group)
}

/// Which table the number in a field is of, `own` the one the record lies in; `None` for everything that all copies share
/// (party A, plates, people).
fn names(field: &str, own: &'static str) -> Option<&'static str> {
    Some(match field {
        "asset_id" | "assetId" => "asset",
        "building_id" | "buildingId" => "building",
        "room_id" | "roomId" => "room",
        "tenant_id" | "tenantId" | "coTenants" => "tenant",
        "lease_id" | "leaseId" | "prevLeaseId" => "lease",
        "bill_id" | "billId" | "adjusts_bill_id" | "principal_id" => "bill",
        "parents" if own == "room" => "room",
        "bills" if own == "exposure_entry" => "bill",
        "receipt_id" => "receipt",
        "lot_id" => "credit_lot",
        "allocation_id" | "reverses_id" => "allocation",
        "dept_id" => "dept",
        "instance_id" if own.starts_with("wf_") => "wf_instance",
        "task_id" if own == "wf_task" => own,
        "user_id" if matches!(own, "user" | "notice_read") => "user",
        "notice_id" if own == "notice" => "notice",
        "cert_id" | "change_id" | "handover_id" | "occupancy_id" | "move_id" | "payout_id" | "waiver_id"
        | "settlement_id" | "batch_id" | "dunning_id" | "entry_id" | "job_log_id" | "audit_id" => own,
        _ => return None,
    })
}

/// Which table's copy a text is told apart by.
fn label_of(field: &str, own: &'static str) -> Option<&'static str> {
    Some(match field {
        "bill_no" | "billNo" => "bill",
        "receipt_no" => "receipt",
        "lease_no" => "lease",
        "room_text" | "roomCode" => "room",
        "tenantName" | "tenant_name" | "payer_name" | "payee" | "display_name" | "payerNames" => "tenant",
        "assetName" => "asset",
        "id_mark" | "paperNo" | "certNo" | "tenantCode" | "assetCode" | "buildingCode" | "payout_no" | "waiver_no"
        | "dunning_no" | "entry_no" | "settlement_no" | "handover_no" | "user_name" | "phonenumber" | "instance_no" => {
            own
        }
        "dept_name" if own == "dept" => own,
        _ => return None,
    })
}

/// A name takes the copy in brackets, a number counts on.
fn is_name(field: &str) -> bool {
    matches!(
        field,
        "tenantName"
            | "tenant_name"
            | "payer_name"
            | "payee"
            | "display_name"
            | "payerNames"
            | "assetName"
            | "dept_name"
    )
}

/// One copy of one table: where its references go.
struct Copy<'g> {
    growth: &'g Growth,
    own: &'static str,
    number: u64,
    strides: &'g HashMap<&'static str, u64>,
    /// Places of the copies of the three groups.
    money: u64,
    lease: u64,
    estate: u64,
}

impl<'g> Copy<'g> {
    fn new(growth: &'g Growth, own: &'static str, number: u64, strides: &'g HashMap<&'static str, u64>) -> Self {
        let (money, lease) = match group(own) {
            Group::Estate => (0, number),
            Group::Lease => (0, number % growth.lease),
            _ => (number % growth.money, number % growth.money % growth.lease),
        };
        Self { growth, own, number, strides, money, lease, estate: lease % growth.estate }
    }

    /// Which copy of a table this one refers to.
    fn of(&self, table: &str) -> u64 {
        match group(table) {
            _ if table == self.own => self.number,
            Group::Estate => self.estate,
            Group::Lease => self.lease,
            Group::Money => self.money,
            Group::Dept if self.own == "user" => self.number % self.growth.depts,
            Group::Dept => self.estate % self.growth.depts,
            Group::Alone => self.number,
        }
    }

    fn months(&self) -> i64 {
        let before = self.lease / self.growth.estate;
        if group(self.own) == Group::Estate { 0 } else { self.growth.months * before.cast_signed() }
    }

    fn apply(&self, field: &str, value: &mut Value) {
        match value {
            Value::Object(map) => map.iter_mut().for_each(|(name, value)| self.apply(name, value)),
            // What lies on things is not copied with them.
            Value::Array(items) if field == "files" => items.clear(),
            Value::Array(items) => items.iter_mut().for_each(|item| self.apply(field, item)),
            Value::Number(number) => {
                let Some(old) = number.as_u64().filter(|old| *old > 0) else { return };
                // The authority itself is one.
                let table = names(field, self.own).filter(|table| *table != "dept" || old > ROOT);
                if let Some(table) = table {
                    *value = (old + self.of(table) * self.strides.get(table).copied().unwrap_or(0)).into();
                } else if old > 1_000_000_000_000 && !field.ends_with("Fen") && !field.ends_with("_fen") {
                    let back = self.months() * 2_629_800_000;
                    *value = (old.cast_signed() - back).into();
                }
            }
            Value::String(text) => self.retell(field, text),
            _ => {}
        }
    }

    fn retell(&self, field: &str, text: &mut String) {
        if self.months() > 0
            && let Some(day) = day(text)
        {
            *text = add_months(day, -self.months()).to_string();
        } else if let Some(number) = label_of(field, self.own).map(|table| self.of(table)).filter(|number| *number > 0)
            && !text.is_empty()
        {
            if is_name(field) {
                text.push_str(&format!("（{}）", number + 1));
            } else {
                count_on(text, number);
            }
        }
    }
}

/// A day that moves with its copy: not the bounds of what is valid for ever.
fn day(text: &str) -> Option<Date> {
    let is_day = text.len() == 10 && text.as_bytes()[4] == b'-';
    is_day.then(|| text.parse::<Date>().ok()).flatten().filter(|day| (2015..2200).contains(&day.year()))
}

/// The next document's number of another copy: `ZD-202401-000007` becomes `ZD-202401-010007`.
fn count_on(text: &mut String, copy: u64) {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    match text[text.len() - digits..].parse::<u64>() {
        Ok(number) => {
            text.truncate(text.len() - digits);
            text.push_str(&format!("{:0digits$}", number + copy * NUMBER));
        }
        Err(_) => text.push_str(&format!("-{copy}")),
    }
}

/// What copies have that their models have not.
struct Differences {
    today: Date,
    /// Bills whose copies nobody has paid.
    unpaid: HashSet<u64>,
}

impl Differences {
    fn of(store: &Store, growth: &Growth, today: Date) -> Self {
        let mut unpaid = HashSet::new();
        let free =
            |bill: &Bill| bill.allocated_fen == bill.amount_fen && bill.waived_fen == 0 && bill.credited_fen == 0;
        let usual = |bill: &Bill| matches!(bill.kind, BillKind::Rent | BillKind::Property) && bill.adjusts_bill_id == 0;
        let take = |bill: Bill| {
            if bill.bill_id.is_multiple_of(growth.unpaid) && free(&bill) && usual(&bill) {
                unpaid.insert(bill.bill_id);
            }
            true
        };
        store.read().unwrap().each(take).unwrap();
        Self { today, unpaid }
    }

    /// Whether a model has no such copy.
    fn leaves_out(&self, table: &str, model: &Value) -> bool {
        table == "allocation" && model["bill_id"].as_u64().is_some_and(|bill_id| self.unpaid.contains(&bill_id))
    }

    fn apply(&self, copy: &Copy<'_>, place: usize, models: &[Value], row: &mut Value) {
        let Some(map) = row.as_object_mut() else { return };
        match copy.own {
            "bill" => self.bill(copy, number(&models[place]), map),
            // The money of a bill waived once is not waived again.
            "waiver" if copy.number >= copy.growth.money => map["state"] = 9.into(),
            // Refunds are few, and a list of them has to be long for once.
            "payout" if copy.number >= copy.growth.lease && place.is_multiple_of(2) => map["kind"] = 2.into(),
            "user" => {
                let other = (place + usize::try_from(copy.number).unwrap() * 37) % models.len();
                let other = models[other]["real_name"].as_str().unwrap_or_default();
                let own = map["real_name"].as_str().unwrap_or_default();
                let name: String = own.chars().take(1).chain(other.chars().skip(1)).collect();
                map["real_name"] = name.into();
                map["email"] = "".into();
            }
            _ => {}
        }
    }

    fn bill(&self, copy: &Copy<'_>, model: u64, map: &mut Map<String, Value>) {
        // A lease has one bill of each charge and period.
        let more = copy.number / copy.growth.lease * 10;
        let line = map["charge_line"].as_u64().unwrap_or(0);
        // Some lines are counted from the other end.
        map["charge_line"] = if line > 1_000 { line - more } else { line + more }.into();
        if self.unpaid.contains(&model) {
            map["allocated_fen"] = 0.into();
            // One in four was a mistake, found after a year or at once.
            if model.is_multiple_of(copy.growth.unpaid * 4) {
                let due: Date = map["due_date"].as_str().unwrap().parse().unwrap();
                let year_later = Some(add_months(due, 12)).filter(|day| *day <= self.today);
                map["state"] = 2.into();
                map["void_date"] = year_later.unwrap_or(due).to_string().into();
            }
        }
    }
}

/// Processes above this number are planted.
const PLANTED: u64 = 900_000;

/// Rows of which a demonstration has none.
fn plant(store: &Store) {
    let (leases, users, now): (Vec<Lease>, Vec<User>, Stamp) = {
        let reader = store.read().unwrap();
        let last = reader.all::<AuditRow>().unwrap().pop().map_or(Stamp(0), |row| row.at);
        (reader.all().unwrap(), reader.all().unwrap(), last)
    };
    let plant = move |tx: &mut Writer<'_>| {
        for (number, lease) in (1..).zip(leases.iter().filter(|lease| lease.returned_date.is_some())) {
            tx.put(&settled(number, lease))?;
        }
        tx.put(&handed_over(leases.first().expect("a lease")))?;
        tx.put(&taken_over(leases.first().expect("a lease")))?;
        tx.put(&slip(leases.first().expect("a lease")))?;
        for user in &users {
            tx.put(&NoticeRead { notice_id: 1, user_id: user.user_id, read_at: now })?;
        }
        if tx.count::<Notice>()? == 0 {
            tx.put(&notice(now))?;
        }
        tx.put(&related())?;
        let form = json!({"form_id": 1, "key": "seal_use", "name": "用印", "fields": [], "remark": "", "lock": 0, "changed_at": now, "changed_by": ""});
        tx.put(&serde_json::from_value::<FlowForm>(form).expect("a form"))?;
        tx.put(&run(now))?;
        tx.put(&serde_json::from_value::<gx_portal::features::portal::crash::BrowserError>(json!({"error_id": 1, "kind": "error", "page": "/", "what": "x", "at": [], "version": "", "browsers": [], "count": 1, "touched": [], "first": now, "last": now})).unwrap())?;
        for (number, ended) in [(PLANTED + 1, false), (PLANTED + 2, true)] {
            let (instance, task, copy) = approval(number, ended, now);
            tx.put(&instance)?;
            tx.put(&task)?;
            if ended {
                tx.put(&copy)?;
            }
        }
        let head: AuditHead = tx.get(&key().str("head"))?.unwrap_or_default();
        let model: Option<AuditRow> = tx.get(&gx_portal::store::id(head.last))?;
        for (next, deed) in [(1, AuditAction::SignIn), (2, AuditAction::Update)] {
            let row = model.clone().expect("a row of the demonstration");
            let changes = "[]".to_owned();
            tx.put(&AuditRow { audit_id: head.last + next, title: "登录".into(), deed: deed as u8, changes, ..row })?;
        }
        Ok(())
    };
    store.write::<(), StoreError>(plant).unwrap();
}

fn notice(now: Stamp) -> Notice {
    Notice {
        notice_id: 1,
        title: "本季度租金收缴进度通报".into(),
        notice_type: "1".into(),
        content: "<p>请于月底前完成催缴。</p>".into(),
        file_ids: Vec::new(),
        is_top: false,
        publish_at: None,
        expire_at: None,
        audience: Audience::All,
        state: State::Published,
        published: Some(now),
        base: Base { create_time: now, ..Base::default() },
    }
}

fn related() -> Module {
    let (code, name, url) = ("oa".to_owned(), "办公系统".to_owned(), "/oa/".to_owned());
    Module { module_id: 1, code, name, url, icon: "link".into(), sort: 1, base: Base::default() }
}

fn run(now: Stamp) -> JobLog {
    JobLog {
        job_log_id: 1,
        job_id: 1,
        job_name: "每日备份".into(),
        job_group: "SYSTEM".into(),
        invoke_target: "backup".into(),
        cause: "定时".into(),
        state: RunState::Done,
        message: "完成".into(),
        exception: String::new(),
        start: now,
        end: Some(now),
    }
}

/// A process of the administrator's with a task of his, under way or ended.
fn approval(number: u64, ended: bool, now: Stamp) -> (Instance, Task, Cc) {
    let instance = json!({
        "instance_id": number, "instance_no": format!("SP-202409-{number}"), "definition_id": 1, "key": "waiver",
        "biz_type": "none", "biz_id": number, "title": "减免", "lines": [], "amount_fen": 100, "initiator": 1,
        "submitters": [1], "dept_id": 110, "biz_dept": 110, "barred": [], "picks": {},
        "state": if ended { 2 } else { 1 }, "end_reason": ended.then_some(1), "round": 1, "at": 0, "version": 1,
        "form_data": null, "doc_hash": "", "blocked": null, "resume": null, "started_at": now, "ended_at": null, "events": 0,
    });
    let task = json!({
        "task_id": number, "instance_id": number, "run": 2, "node": "t1", "key": "waiver", "kind": 1,
        "state": if ended { 2 } else { 1 }, "parked": false, "principals": [{"user": 1}], "barred": [], "owner": null,
        "parent": null, "arrived": now, "due": null, "done_at": ended.then_some(now), "done_by": u64::from(ended),
        "on_behalf_of": 0, "action": ended.then_some(2), "comment": "", "files": [], "urged": 0, "urged_at": null,
        "reminded": false,
    });
    let read = |value: Value| serde_json::from_value(value).expect("an instance");
    let copy = Cc { instance_id: number, user: 1, by: 0, at: now, read_at: None };
    (read(instance), serde_json::from_value(task).expect("a task"), copy)
}

/// The rows that are copied; the administrator stays alone, and so do the fat rows of seeding in the audit log.
fn models(store: &Store, info: &TableInfo) -> Vec<Value> {
    let mut found = Vec::new();
    let reader = store.read().unwrap();
    reader
        .raw_range(info.name, Bound::Unbounded, Bound::Unbounded, false, &mut |id, bytes| {
            found.push((info.to_json)(id, bytes).unwrap());
            true
        })
        .unwrap();
    match info.name {
        "dept" => found.retain(|row| number(row) > ROOT),
        "user" => found.retain(|row| row["user_name"] != "admin"),
        // What waits has a document of its own; what ended grows with the years, each with its task and its copy.
        "wf_instance" | "wf_task" => found.retain(|row| row["state"] == 2 && number(row) > PLANTED),
        "audit" => drop(found.drain(..found.len() - 2)),
        "change" => found.retain(|row| row["table"] == "lease" && row["record_id"] == 1),
        _ => {}
    }
    found
}

/// The number that a row is found by stands first in it.
fn number(row: &Value) -> u64 {
    row.as_object().and_then(|map| map.values().next()).and_then(Value::as_u64).unwrap_or(0)
}

/// Grows a demonstration city; `told` hears the rows of each table.
pub fn grow(store: &Store, growth: &Growth, today: Date, mut told: impl FnMut(&str, u64)) {
    plant(store);
    let differences = Differences::of(store, growth, today);
    let all = PRODUCT.tables();
    let infos: Vec<TableInfo> = TABLES
        .iter()
        .map(|(name, _)| *all.iter().find(|info| info.name == *name).unwrap_or_else(|| panic!("no table {name}")))
        .collect();
    let strides: HashMap<&'static str, u64> = infos.iter().map(|info| (info.name, stride(store, info))).collect();
    for info in &infos {
        let rows = models(store, info);
        if rows.is_empty() {
            continue;
        }
        let base = match group(info.name) {
            Group::Estate => growth.estate,
            Group::Lease => growth.lease,
            Group::Money => growth.money,
            Group::Dept => growth.depts,
            Group::Alone => 1,
        };
        let least = growth.rows.iter().find(|(name, _)| *name == info.name).map_or(0, |(_, rows)| *rows);
        let copies = base.max(least.div_ceil(rows.len() as u64));
        let copies_of = Copies { growth, differences: &differences, strides: &strides, info: *info, copies };
        copies_of.write(store, &rows);
        let last = rows.iter().map(number).max().unwrap_or(0);
        finish(store, *info, last + (copies - 1) * strides[info.name]);
        told(info.name, store.read().unwrap().raw_len(info.name).unwrap());
    }
}

/// How far apart the numbers of copies lie: round, so that a copy is seen from its numbers; the log has no gaps.
fn stride(store: &Store, info: &TableInfo) -> u64 {
    if info.name == "audit" {
        return models(store, info).len() as u64;
    }
    let mut last = 0;
    let reader = store.read().unwrap();
    reader
        .raw_range(info.name, Bound::Unbounded, Bound::Unbounded, true, &mut |id, bytes| {
            last = number(&(info.to_json)(id, bytes).unwrap());
            false
        })
        .unwrap();
    (last / 1_000 + 1) * 1_000
}

/// The copies of one table.
struct Copies<'g> {
    growth: &'g Growth,
    differences: &'g Differences,
    strides: &'g HashMap<&'static str, u64>,
    info: TableInfo,
    copies: u64,
}

impl Copies<'_> {
    fn write(&self, store: &Store, models: &[Value]) {
        let mut batch = Vec::with_capacity(BATCH);
        for number in 1..self.copies {
            let copy = Copy::new(self.growth, self.info.name, number, self.strides);
            for (place, model) in models.iter().enumerate() {
                if self.differences.leaves_out(self.info.name, model) {
                    continue;
                }
                let mut row = model.clone();
                copy.apply("", &mut row);
                self.differences.apply(&copy, place, models, &mut row);
                batch.push(row);
                if batch.len() == BATCH {
                    self.flush(store, std::mem::take(&mut batch));
                }
            }
        }
        self.flush(store, batch);
    }

    fn flush(&self, store: &Store, rows: Vec<Value>) {
        let info = self.info;
        let put = move |tx: &mut Writer<'_>| rows.into_iter().try_for_each(|row| (info.from_json)(tx, row));
        store.write::<(), StoreError>(put).unwrap_or_else(|error| panic!("{}: {error}", info.name));
    }
}

/// What comes next is numbered after the copies.
fn finish(store: &Store, info: TableInfo, last: u64) {
    let finish = move |tx: &mut Writer<'_>| {
        if info.numbered {
            tx.raise(info.name, last)?;
        }
        if info.name == "audit" {
            let head: AuditHead = tx.get(&key().str("head"))?.unwrap_or_default();
            tx.put(&AuditHead { last, ..head })?;
        }
        Ok(())
    };
    store.write::<(), StoreError>(finish).unwrap();
}
