//! Columns against the old way: random questions to every record type of a city answer the same rows, totals, sums and
//! counts, while the city changes and after it did.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use gx_portal::columns::field::{Take, day, values};
use gx_portal::columns::{Field, Listed, NONE, Value};
use gx_portal::features::PRODUCT;
use gx_portal::features::approvals::definition::record::Definition;
use gx_portal::features::approvals::form::record::FlowForm;
use gx_portal::features::approvals::instance::record::Instance;
use gx_portal::features::assets::asset::record::Asset;
use gx_portal::features::assets::building::Building;
use gx_portal::features::assets::cert::Cert;
use gx_portal::features::assets::occupancy::Occupancy;
use gx_portal::features::assets::party_a::record::PartyA;
use gx_portal::features::assets::plate::Plate;
use gx_portal::features::assets::room::record::Room;
use gx_portal::features::exposure::record::ExposureEntry;
use gx_portal::features::finance::allocation::Allocation;
use gx_portal::features::finance::allocation::CreditMove;
use gx_portal::features::finance::bill::record::Bill;
use gx_portal::features::finance::deposit::DepositMove;
use gx_portal::features::finance::dunning::record::Dunning;
use gx_portal::features::finance::handover::record::Handover;
use gx_portal::features::finance::payout::record::Payout;
use gx_portal::features::finance::receipt::record::Receipt;
use gx_portal::features::finance::settlement::record::Settlement;
use gx_portal::features::finance::slip::record::Slip;
use gx_portal::features::finance::waiver::Waiver;
use gx_portal::features::lease::contract::forecast::Forecast;
use gx_portal::features::lease::contract::record::Lease;
use gx_portal::features::lease::tenant::record::Tenant;
use gx_portal::features::monitor::job::record::{Job, JobLog};
use gx_portal::features::papers::record::{Paper, PaperTemplate};
use gx_portal::features::portal::crash::BrowserError;
use gx_portal::features::registers::record::Register;
use gx_portal::features::system::module::record::Module;
use gx_portal::features::system::notice::record::Notice;
use gx_portal::features::system::post::record::Post;
use gx_portal::features::takeover::record::TakeoverBatch;
use gx_portal::kernel::page::Paging;
use gx_portal::op::{Caller, View};
use gx_portal::platform::audit::{AuditAction, AuditRow};
use gx_portal::platform::dict::{DictData, DictType};
use gx_portal::platform::files::FileInfo;
use gx_portal::platform::identity::dept::Dept;
use gx_portal::platform::identity::role::Role;
use gx_portal::platform::identity::user::User;
use gx_portal::platform::settings::record::Config;
use gx_portal::records::list::run::{ListQuery, Sorting, Span, by_columns, table};
use gx_portal::records::list::{Filter, filling, plain};
use gx_portal::store::{Reads, Record};
use jiff::civil::{Date, date};
use rand::prelude::*;
use rand::rngs::StdRng;

use crate::support::{Portal, scale};

const TODAY: Date = date(2024, 9, 30);

/// Questions about a record type in one round.
fn rounds() -> usize {
    scale::size(20, 60)
}

struct Asker<'a, R: Listed> {
    view: &'a View<'a>,
    rng: &'a mut StdRng,
    samples: Vec<Vec<Value>>,
    fields: &'static [Field<R>],
}

impl<R: Listed> Asker<'_, R> {
    fn sample(&mut self, at: usize) -> Value {
        let row = self.samples.choose(self.rng).expect("rows");
        row.get(at).cloned().expect("field")
    }

    fn number(&mut self, at: usize) -> i64 {
        match self.sample(at) {
            Value::Number(number) => number,
            _ => self.rng.random_range(-3..40),
        }
    }

    /// A part of a text, now and then in capitals, as pinyin or with blanks.
    fn part(&mut self, text: &str) -> String {
        let letters: Vec<char> = text.chars().collect();
        if letters.is_empty() {
            return "不存在".into();
        }
        let from = self.rng.random_range(0..letters.len());
        let many = self.rng.random_range(1..=letters.len() - from);
        let part: String = letters[from..from + many].iter().collect();
        match self.rng.random_range(0..4) {
            0 => part.to_uppercase(),
            1 => gx_portal::kernel::pinyin::initials(&part),
            _ => part,
        }
    }

    fn word(&mut self, at: usize) -> String {
        let text = match self.sample(at) {
            Value::Name(text) | Value::Text(text) => text,
            Value::Number(number) => match self.fields[at].link {
                Some(link) => (link.read)(self.view.tx, u64::try_from(number).unwrap_or(0)).expect("title"),
                None => number.to_string(),
            },
            _ => "1".into(),
        };
        let part = self.part(&text);
        if part.trim().is_empty() { "x".into() } else { part.trim().to_owned() }
    }

    fn wish(&mut self, at: usize) -> Filter {
        let field = self.fields[at];
        match field.take {
            _ if field.link.is_some() && self.rng.random_bool(0.4) => Filter::Word(vec![at], self.word(at)),
            Take::Number(_) | Take::OnDay(_) | Take::Computed(..) => match self.rng.random_range(0..3) {
                0 => Filter::among(at, (0..self.rng.random_range(1..6)).map(|_| self.number(at)).collect::<Vec<_>>()),
                1 => {
                    let (one, other) = (self.number(at).max(NONE + 1), self.number(at).max(NONE + 1));
                    Filter::Between(at, one.min(other), one.max(other))
                }
                _ => Filter::Not(Box::new(Filter::among(at, vec![self.number(at)]))),
            },
            Take::Name(..) if self.rng.random_bool(0.5) => match self.sample(at) {
                Value::Name(name) => Filter::Named(at, vec![name, "没有的".into()]),
                _ => Filter::Always(true),
            },
            Take::Name(..) | Take::Text(_) => Filter::Word(vec![at], self.word(at)),
            Take::Numbers(_) => match self.sample(at) {
                Value::Numbers(list) => Filter::holds(at, list.into_iter().take(3)),
                _ => Filter::Always(true),
            },
        }
    }

    fn question(&mut self) -> ListQuery {
        let many = self.fields.len();
        let mut filters = Vec::new();
        for _ in 0..self.rng.random_range(0..4) {
            let at = self.rng.random_range(0..many);
            let wish = self.wish(at);
            filters.push((self.rng.random_bool(0.7).then_some(self.fields[at].name.into()), wish));
        }
        if self.rng.random_bool(0.3) {
            let (one, other) = (self.rng.random_range(0..many), self.rng.random_range(0..many));
            let any = vec![self.wish(one), self.wish(other)];
            filters.push((None, if self.rng.random_bool(0.5) { Filter::Any(any) } else { Filter::All(any) }));
        }
        let sortings: Vec<Sorting> =
            self.fields.iter().enumerate().flat_map(|(at, field)| sorting(at, field)).collect();
        let keys = self.rng.random_range(0..3);
        let mut order: Vec<(Sorting, bool)> = Vec::new();
        for _ in 0..keys {
            let by = *sortings.choose(self.rng).expect("sortable");
            // Texts are compared whole, so they stand alone.
            if !matches!(by, Sorting::Text(at) if matches!(self.fields[at].take, Take::Text(_))) || order.is_empty() {
                order.push((by, self.rng.random_bool(0.5)));
            }
            if matches!(by, Sorting::Text(at) if matches!(self.fields[at].take, Take::Text(_))) {
                order.truncate(1);
                break;
            }
        }
        let numeric = |field: &Field<R>| matches!(field.take, Take::Number(_) | Take::Computed(..));
        let sums = (0..many).filter(|at| numeric(&self.fields[*at]) && self.rng.random_bool(0.3)).collect();
        let countable = |field: &Field<R>| !matches!(field.take, Take::Text(_));
        let facets = (0..many).filter(|at| countable(&self.fields[*at]) && self.rng.random_bool(0.2)).collect();
        let paging = Paging {
            page_num: Some(*[1, 1, 2, 3, 1_000_000].choose(self.rng).expect("page")),
            page_size: Some(*[1, 7, 20, 5_000].choose(self.rng).expect("size")),
            ..Paging::default()
        };
        let span = if self.rng.random_bool(0.2) { Span::All } else { Span::Page(paging) };
        ListQuery { filters, order, ids_down: self.rng.random_bool(0.5), sums, facets, span }
    }
}

fn sorting<R>(at: usize, field: &Field<R>) -> Vec<Sorting> {
    let own = match field.take {
        Take::Number(_) | Take::OnDay(_) | Take::Computed(..) => Some(Sorting::Number(at)),
        Take::Name(..) | Take::Text(_) => Some(Sorting::Text(at)),
        Take::Numbers(_) => None,
    };
    own.into_iter().chain(field.link.map(|_| Sorting::Linked(at))).collect()
}

fn ask<R: Listed>(view: &View, rng: &mut StdRng) {
    let mut samples = Vec::new();
    view.tx
        .each::<R>(|record| {
            samples.push(values(&record, view.now.date()));
            samples.len() < 300
        })
        .expect("readable");
    if samples.is_empty() {
        return;
    }
    let mut asker = Asker::<R> { view, rng, samples, fields: R::FIELDS };
    for _ in 0..rounds() {
        let wanted = asker.question();
        let old = plain::find(view, table::<R>(view).expect("kept"), &wanted).expect("the old way");
        let new =
            by_columns(view, table::<R>(view).expect("kept"), &wanted).expect("columns").expect("columns are there");
        assert_eq!(new, old, "{}: {wanted:?}", R::TABLE);
    }
}

fn ask_all(portal: &Portal, rng: &mut StdRng) -> HashSet<&'static str> {
    let caller = Caller::console("test", "test");
    let mut asked = HashSet::new();
    macro_rules! each {
        ($($record:ty),+ $(,)?) => {
            $(
                let seed: u64 = rng.random();
                portal.app.read(&caller, |view| {
                    ask::<$record>(view, &mut StdRng::seed_from_u64(seed));
                    Ok(())
                }).expect("reads");
                asked.insert(<$record>::TABLE);
            )+
        };
    }
    each!(
        Bill,
        Receipt,
        Dunning,
        Payout,
        Waiver,
        Settlement,
        ExposureEntry,
        Lease,
        Forecast,
        Tenant,
        Room,
        Occupancy,
        Asset,
        Building,
        Cert,
        PartyA,
        Plate,
        JobLog,
        BrowserError,
        Job,
        Notice,
        Post,
        Module,
        Dept,
        User,
        Role,
        DictType,
        DictData,
        Config,
        FileInfo,
        Instance,
        Definition,
        FlowForm,
        Handover,
        TakeoverBatch,
        PaperTemplate,
        Paper,
        Slip,
        Allocation,
        CreditMove,
        DepositMove,
        Register,
        AuditRow,
    );
    asked
}

#[test]
fn columns_answer_what_the_records_say() {
    let portal = Portal::city();
    filling::fill_all(&portal.app).expect("filled");
    let seed: u64 = rand::random();
    println!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let asked = ask_all(&portal, &mut rng);
    let missing: Vec<&str> =
        PRODUCT.columns().iter().map(|source| source.table).filter(|table| !asked.contains(table)).collect();
    assert!(missing.is_empty(), "record types that no question is asked of: {missing:?}");
    // While others write, every answer is of one moment, and afterwards the columns are those of the store.
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            change(&portal, seed);
            done.store(true, Ordering::Release);
        });
        while !done.load(Ordering::Acquire) {
            read_along(&portal, &mut rng);
        }
    });
    for table in portal.app.columns.names() {
        let differ = portal.app.columns.compare(table, 10, || portal.app.store.read()).expect("compared");
        assert!(differ.is_empty(), "{table} differs in {differ:?}");
    }
    ask_all(&portal, &mut rng);
}

/// Rows come, change and go in every table, several a commit.
fn change(portal: &Portal, seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed ^ 1);
    for _ in 0..scale::size(20, 60) {
        let caller = std::sync::Arc::new(Caller::console("test", "test"));
        let dice: u64 = rng.random();
        portal
            .app
            .act(&caller, "测试", AuditAction::Other, move |op| {
                let mut rng = StdRng::seed_from_u64(dice);
                let bills: Vec<Bill> = op.view().tx.all()?;
                for bill in bills.sample(&mut rng, 5) {
                    let mut bill = bill.clone();
                    bill.allocated_fen = rng.random_range(0..=bill.amount_fen.max(1));
                    bill.room_text = format!("{}改{}", bill.room_text, rng.random_range(0..9));
                    op.put_quietly(&bill)?;
                }
                let tenants: Vec<Tenant> = op.view().tx.all()?;
                if let Some(tenant) = tenants.choose(&mut rng) {
                    let mut tenant = tenant.clone();
                    tenant.facts.tenant_name = format!("{}新{}", tenant.facts.tenant_name, rng.random_range(0..9));
                    op.put_quietly(&tenant)?;
                }
                let receipts: Vec<Receipt> = op.view().tx.all()?;
                if let Some(receipt) = receipts.choose(&mut rng) {
                    op.delete_quietly::<Receipt>(&receipt.id())?;
                    let mut back = receipt.clone();
                    back.receipt_id = op.next_id::<Receipt>()?;
                    back.receipt_no = format!("{}B{}", back.receipt_no, back.receipt_id);
                    back.bank_ref = format!("{}-{}", back.bank_ref, back.receipt_id);
                    back.line_key = String::new();
                    op.put_quietly(&back)?;
                }
                Ok(())
            })
            .expect("written");
    }
}

/// What a page shows lies within its total, and its rows fit.
fn read_along(portal: &Portal, rng: &mut StdRng) {
    let caller = Caller::console("test", "test");
    let seed: u64 = rng.random();
    portal
        .app
        .read(&caller, |view| {
            let mut rng = StdRng::seed_from_u64(seed);
            let from = day(Some(TODAY)) - rng.random_range(0..900);
            let wanted = ListQuery {
                filters: vec![(
                    None,
                    Filter::Between(Bill::FIELDS.iter().position(|f| f.name == "dueDate").unwrap(), from, i64::MAX),
                )],
                order: Vec::new(),
                ids_down: true,
                sums: Vec::new(),
                facets: vec![Bill::FIELDS.iter().position(|f| f.name == "kind").unwrap()],
                span: Span::Page(Paging::default()),
            };
            let found = by_columns(view, table::<Bill>(view)?, &wanted)?.expect("columns");
            let counted: u64 = found.facets[0].iter().map(|(_, count)| count).sum();
            assert_eq!(counted, found.total, "counts are of the same moment as the total");
            assert!(found.ids.len() as u64 <= found.total);
            Ok(())
        })
        .expect("reads");
}
