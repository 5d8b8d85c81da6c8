//! What registers may point to: people, departments, the office's own records, rows of other registers.
//!
//! The only place that knows which records those are; everything else asks [`LINKS`]. Numbers of kinds stand in stored
//! rows and index keys: they are never given again.
//!
//! Invariants: a choice is offered to whoever may open the target's own list, of what he sees there; a name that is linked
//! already is shown to whoever sees the row.

use crate::columns::{self, Field, Listed};
use crate::error::{AppError, Result};
use crate::features::assets::asset::record::Asset;
use crate::features::assets::building::Building;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::assets::room::record::Room;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::op::{Caller, View};
use crate::platform::identity::dept::Dept;
use crate::platform::identity::user::User;
use crate::records::list::run::{Span, matching};
use crate::records::list::{Choose, FilterBuilder, Scoped};
use crate::records::owned::{Business, is_visible};
use crate::store::{Reads, Record, id};

/// Number of people as targets.
pub const PERSON: u8 = 20;
/// Number of departments as targets.
pub const DEPT: u8 = 21;
/// Number of rows of registers as targets.
pub const ROW: u8 = 30;
/// Number of files as «targets»: they hang on the row instead.
pub const FILES: u8 = 40;

/// Prefix of a field's link to rows of another register: `reg:` and its code.
pub const REGISTER: &str = "reg:";

/// A kind of record that registers may point to.
pub struct LinkKind {
    pub no: u8,
    /// Name in definitions.
    pub name: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// Words of a header that speak for it.
    pub words: &'static [&'static str],
    /// Table of the records.
    pub table: &'static str,
    /// Right for its own list.
    pub permission: &'static str,
    /// How columns find its names.
    pub column: columns::field::Link,
    /// Code and name of a record; `None` when there is none.
    pub title: fn(&View<'_>, u64) -> Result<Option<String>>,
    /// Whether the caller may see a record; the permission being used is that of the kind's list.
    pub visible: fn(&View<'_>, u64) -> Result<bool>,
    /// Those that a typed word may mean.
    pub options: fn(&View<'_>, &Choose) -> Result<Vec<(u64, String)>>,
}

macro_rules! link {
    ($no:literal, $name:literal, $label:literal, $words:expr, $record:ty, $permission:literal, $code:literal, $title:expr) => {
        LinkKind {
            no: $no,
            name: $name,
            label: $label,
            words: $words,
            table: <$record as Record>::TABLE,
            permission: $permission,
            column: columns::field::link::<$record>(""),
            title: |view, number| {
                let of: fn(&$record) -> [&str; 2] = $title;
                Ok(view.tx.get::<$record>(&id(number))?.map(|record| joined(of(&record))))
            },
            visible: |view, number| {
                let found: Option<$record> = view.tx.get(&id(number))?;
                Ok(found.is_some_and(|record| is_visible(view, &view.caller.scope(), &record)))
            },
            options: |view, choose| options::<$record>(view, choose, $code, $title),
        }
    };
}

/// Kinds of records in their order.
pub const LINKS: [LinkKind; 7] = [
    link!(1, "asset", "资产", &["资产"], Asset, "asset:asset:list", "assetCode", |one| {
        [&one.facts.asset_code, &one.facts.asset_name]
    }),
    link!(
        2,
        "building",
        "楼栋",
        &["楼栋", "楼宇", "栋号"],
        Building,
        "asset:building:list",
        "buildingCode",
        |one| { [&one.facts.building_code, &one.facts.building_name] }
    ),
    link!(3, "room", "房间", &["房间", "房号", "房屋编号"], Room, "asset:room:list", "roomCode", |one| {
        [&one.facts.room_code, &one.facts.room_name]
    }),
    link!(4, "tenant", "乙方", &["承租", "乙方", "租户"], Tenant, "lease:tenant:list", "tenantCode", |one| {
        [&one.facts.tenant_code, &one.facts.tenant_name]
    }),
    link!(
        5,
        "partyA",
        "甲方",
        &["甲方", "产权单位", "出租方"],
        PartyA,
        "asset:partyA:list",
        "partyACode",
        |one| { [&one.facts.party_a_code, &one.facts.party_a_name] }
    ),
    link!(6, "plate", "板块", &["板块"], Plate, "asset:plate:list", "plateCode", |one| {
        [&one.facts.plate_code, &one.facts.plate_name]
    }),
    link!(7, "lease", "合同", &["合同编号", "合同号"], Lease, "lease:lease:list", "leaseNo", |one| [
        &one.lease_no,
        ""
    ]),
];

fn joined([code, name]: [&str; 2]) -> String {
    [code, name].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The kind of a name in definitions.
pub fn kind(name: &str) -> Option<&'static LinkKind> {
    LINKS.iter().find(|kind| kind.name == name)
}

/// The kind of a stored number.
pub fn kind_of(no: u8) -> Option<&'static LinkKind> {
    LINKS.iter().find(|kind| kind.no == no)
}

/// The same caller using another permission, for what the target's own right decides.
fn through(view: &View, permission: &'static str) -> Option<Caller> {
    let holds = view.caller.rights.holds(permission);
    holds.then(|| Caller { exercised: Some(permission), ..view.caller.clone() })
}

/// Whether the caller may see a record of a kind in its own list.
pub fn may_see(view: &View, kind: &LinkKind, number: u64) -> Result<bool> {
    let Some(caller) = through(view, kind.permission) else { return Ok(false) };
    (kind.visible)(&View { caller: &caller, ..*view }, number)
}

/// Records of a kind to choose from: those that the caller sees in its own list.
///
/// # Errors
/// A sentence when he may not open that list.
pub fn offered(view: &View, kind: &LinkKind, choose: &Choose) -> Result<Vec<(u64, String)>> {
    let caller = through(view, kind.permission);
    let caller = caller.ok_or_else(|| AppError::refused(format!("您没有查看{}的权限，不能选择", kind.label)))?;
    (kind.options)(&View { caller: &caller, ..*view }, choose)
}

fn options<R: Business + Listed + Scoped>(
    view: &View,
    choose: &Choose,
    code: &str,
    title: fn(&R) -> [&str; 2],
) -> Result<Vec<(u64, String)>> {
    let mut ask = FilterBuilder::<R>::default();
    R::restrict_to_visible(view, &mut ask)?;
    ask.ids(&choose.ids);
    if choose.ids.is_empty() {
        let fields: Vec<&Field<R>> =
            R::FIELDS.iter().filter(|field| field.name == R::TITLE || field.name == code).collect();
        ask.word(choose.key_word.as_deref(), &fields)?;
    }
    let found = matching(view, ask, Span::First(choose.most()), true)?;
    Ok(found.iter().map(|record| (record.number(), joined(title(record)))).collect())
}

/// The name of what a cell points to; empty when it is gone.
pub fn title(view: &View, kind_no: u8, target: u64) -> Result<String> {
    match kind_no {
        PERSON => person_title(view, target),
        DEPT => Ok(view.tx.get::<Dept>(&id(target))?.map(|dept| dept.dept_name).unwrap_or_default()),
        ROW => Ok(view.tx.get::<super::record::RegRow>(&id(target))?.map(|row| row.title).unwrap_or_default()),
        no => match kind_of(no) {
            Some(kind) => Ok((kind.title)(view, target)?.unwrap_or_default()),
            None => Ok(String::new()),
        },
    }
}

/// A person's name; one who may not sign in any more stays known.
fn person_title(view: &View, user_id: u64) -> Result<String> {
    let user: Option<User> = view.tx.get(&id(user_id))?;
    Ok(user.map_or_else(String::new, |user| match user.enabled && !user.deleted {
        true => user.real_name,
        false => format!("{}（已停用）", user.real_name),
    }))
}
