//! What the office has, as maps of names: one reading of the tables for one workbook.

use std::collections::{BTreeMap, HashMap};

use crate::error::Result;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::building::Building;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::assets::room::record::Room;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::features::system::dept::find::Depts;
use crate::kernel::text::folded;
use crate::op::View;
use crate::platform::dict::{DictData, DictType};
use crate::platform::identity::user::User;
use crate::records::owned::{Business, is_visible};
use crate::store::Reads;

use super::infer::{Dictionary, Known, LinkKind, Match};
use super::links;

const LINKS: [LinkKind; 7] = [
    LinkKind { name: "asset", label: "资产", words: &["资产"] },
    LinkKind { name: "building", label: "楼栋", words: &["楼栋", "楼宇", "栋号"] },
    LinkKind { name: "room", label: "房间", words: &["房间", "房号", "房屋编号"] },
    LinkKind { name: "tenant", label: "乙方", words: &["承租", "乙方", "租户"] },
    LinkKind { name: "partyA", label: "甲方", words: &["甲方", "产权单位", "出租方"] },
    LinkKind { name: "plate", label: "板块", words: &["板块"] },
    LinkKind { name: "lease", label: "合同", words: &["合同编号", "合同号"] },
];

/// Things of a kind by code and by name.
#[derive(Default)]
struct Things {
    codes: HashMap<String, u64>,
    /// `None` for a name that several have.
    names: HashMap<String, Option<u64>>,
}

impl Things {
    fn add(&mut self, id: u64, code: &str, name: &str) {
        self.codes.insert(folded(code), id);
        let name = folded(name);
        if !name.is_empty() {
            self.names.entry(name).and_modify(|known| *known = None).or_insert(Some(id));
        }
    }

    fn find(&self, text: &str) -> Match {
        let text = folded(text);
        match (self.codes.get(&text), self.names.get(&text)) {
            (Some(id), _) | (None, Some(Some(id))) => Match::One(*id),
            (None, Some(None)) => Match::Several,
            (None, None) => Match::None,
        }
    }
}

/// The office as it is now.
#[derive(Default)]
pub(super) struct Directory {
    departments: Depts,
    people: HashMap<String, Vec<(u64, u64)>>,
    things: [Things; LINKS.len()],
    dictionaries: Vec<Dictionary>,
}

/// A record that may be named, with its code and name.
trait Named: Business {
    fn named(&self) -> (&str, &str);
}

macro_rules! named {
    ($record:ty, |$one:ident| $names:expr) => {
        impl Named for $record {
            fn named(&self) -> (&str, &str) {
                let $one = self;
                $names
            }
        }
    };
}

named!(Asset, |one| (&one.facts.asset_code, &one.facts.asset_name));
named!(Building, |one| (&one.facts.building_code, &one.facts.building_name));
named!(Room, |one| (&one.facts.room_code, &one.facts.room_name));
named!(Tenant, |one| (&one.facts.tenant_code, &one.facts.tenant_name));
named!(PartyA, |one| (&one.facts.party_a_code, &one.facts.party_a_name));
named!(Plate, |one| (&one.facts.plate_code, &one.facts.plate_name));
named!(Lease, |one| (&one.lease_no, ""));

/// Those of a kind that may be named: what the caller sees in their own list, nothing when he may not open it.
fn things<R: Named>(view: &View, name: &str) -> Result<Things> {
    let mut things = Things::default();
    let Some(kind) = links::kind(name).filter(|kind| view.caller.rights.holds(kind.permission)) else {
        return Ok(things);
    };
    let scope = view.caller.rights.scope(Some(kind.permission));
    view.tx.each(|one: R| {
        if is_visible(view, &scope, &one) {
            let (code, name) = one.named();
            things.add(one.number(), code, name);
        }
        true
    })?;
    Ok(things)
}

impl Directory {
    /// Reads what the caller may name: people and departments are open, of everything else he sees what its own list shows
    /// him; the console sees all.
    pub(super) fn load(view: &View) -> Result<Self> {
        let mut people: HashMap<String, Vec<(u64, u64)>> = HashMap::new();
        view.tx.each(|user: User| {
            if !user.deleted {
                people.entry(folded(&user.real_name)).or_default().push((user.user_id, user.dept_id));
            }
            true
        })?;
        let things = [
            things::<Asset>(view, "asset")?,
            things::<Building>(view, "building")?,
            things::<Room>(view, "room")?,
            things::<Tenant>(view, "tenant")?,
            things::<PartyA>(view, "partyA")?,
            things::<Plate>(view, "plate")?,
            things::<Lease>(view, "lease")?,
        ];
        Ok(Self { departments: Depts::load(view)?, people, things, dictionaries: dictionaries(view)? })
    }
}

fn dictionaries(view: &View) -> Result<Vec<Dictionary>> {
    let mut entries: HashMap<String, BTreeMap<String, String>> = HashMap::new();
    for entry in view.tx.all::<DictData>()? {
        entries.entry(entry.dict_type).or_default().insert(entry.dict_label, entry.dict_value);
    }
    // what a register has made for itself is no other one's
    let is_shared = |kind: &DictType| kind.enabled && !kind.dict_type.starts_with("reg_");
    let types = view.tx.all::<DictType>()?.into_iter().filter(is_shared);
    let made = types.map(|kind| Dictionary {
        id: kind.dict_id,
        values: entries.remove(&kind.dict_type).unwrap_or_default(),
        name: kind.dict_name,
    });
    Ok(made.collect())
}

impl Known for Directory {
    fn department(&self, text: &str) -> Match {
        match self.departments.find(text) {
            Ok(0) => Match::None,
            Ok(id) => Match::One(id),
            Err(fault) if fault.message.contains("有多个") => Match::Several,
            Err(_) => Match::None,
        }
    }

    fn person(&self, name: &str, department: Option<u64>) -> Match {
        let all = self.people.get(&folded(name)).map_or(&[][..], Vec::as_slice);
        let mut found = all.iter().filter(|(_, own)| department.is_none_or(|wanted| wanted == *own));
        match (found.next(), found.next()) {
            (Some((id, _)), None) => Match::One(*id),
            (Some(_), Some(_)) => Match::Several,
            (None, _) => Match::None,
        }
    }

    fn links(&self) -> &[LinkKind] {
        &LINKS
    }

    fn link(&self, kind: usize, text: &str) -> Match {
        self.things.get(kind).map_or(Match::None, |things| things.find(text))
    }

    fn is_code(&self, kind: usize, text: &str) -> bool {
        self.things.get(kind).is_some_and(|things| things.codes.contains_key(&folded(text)))
    }

    fn dictionaries(&self) -> &[Dictionary] {
        &self.dictionaries
    }

    fn is_empty(&self) -> bool {
        false
    }
}
