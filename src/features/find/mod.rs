//! Search over data: what Ctrl K finds of the records that a person may see, at most five of a kind, the newest first.
//!
//! Invariants: a kind is looked through with the scope of the permission that opens its records, and not at all without it;
//! nothing is read but the rows that are shown.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::columns::Field;
use crate::error::Result;
use crate::features::assets::asset::columns as of_assets;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::building::Building;
use crate::features::assets::room::columns as of_rooms;
use crate::features::assets::room::record::Room;
use crate::features::finance::bill::columns as of_bills;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::receipt::columns as of_receipts;
use crate::features::finance::receipt::record::Receipt;
use crate::features::lease::contract::columns as of_leases;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::hooks::owes;
use crate::features::lease::tenant::find::known_by;
use crate::features::lease::tenant::record::Tenant;
use crate::features::system::user::list::found_by;
use crate::features::system::user::phones::Phones;
use crate::kernel::money::yuan_grouped;
use crate::op::{Caller, View};
use crate::platform::files::{self, FileInfo};
use crate::platform::identity::user::User;
use crate::product::Feature;
use crate::records::files::may_see;
use crate::records::list::ask::word_of;
use crate::records::list::{FilterBuilder, NameCache, Scoped, newest};
use crate::route::{Data, Route, read};

/// Rows of a kind.
const MOST: usize = 5;
/// Files that are looked at until five are seen.
const FILES_LOOKED_AT: usize = 200;

/// What is typed.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FindData {
    /// A part of a name or number, pinyin or initials.
    pub key_word: Option<String>,
}

/// A record that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FoundRow {
    /// Number of the record, as its list gives it.
    pub id: u64,
    /// What it is called.
    pub title: String,
    /// What tells it from others.
    pub note: String,
    /// Where the portal opens it; empty for a file, which is fetched.
    pub path: String,
}

/// Records of a kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FoundKind {
    /// Its name for programs.
    pub kind: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What was found of this kind, the newest first.
    pub rows: Vec<FoundRow>,
}

/// Looks through one kind.
type Look = fn(&View<'_>, &str) -> Result<Vec<FoundRow>>;

/// Kinds in the order in which they are shown: name, label, permission that opens them.
const KINDS: [(&str, &str, &str, Look); 7] = [
    ("tenant", "乙方", "lease:tenant:query", tenants),
    ("lease", "合同", "lease:lease:query", leases),
    ("room", "房间", "asset:room:list", rooms),
    ("asset", "资产", "asset:asset:list", assets),
    ("bill", "账单", "fin:bill:list", bills),
    ("receipt", "收款", "fin:receipt:list", receipts),
    ("person", "人员", "system:user:list", people),
];

/// GET /search/data
///
/// # Errors
/// A sentence for a word of more than two hundred letters.
pub fn find(view: &View, query: FindData) -> Result<Data<Vec<FoundKind>>> {
    let Some(word) = word_of(query.key_word.as_deref())? else { return Ok(Data(Vec::new())) };
    let mut found = Vec::new();
    for (kind, label, permission, look) in KINDS {
        if view.caller.rights.holds(permission) {
            let caller = Caller { exercised: Some(permission), ..view.caller.clone() };
            let rows = look(&View { caller: &caller, ..*view }, &word)?;
            found.push(FoundKind { kind, label, rows });
        }
    }
    found.push(FoundKind { kind: "file", label: "文件", rows: stored_files(view, &word)? });
    found.retain(|of_kind| !of_kind.rows.is_empty());
    Ok(Data(found))
}

fn known<R: Scoped + Clone>(view: &View, word: &str, fields: &[&Field<R>]) -> Result<Vec<R>> {
    let mut ask = FilterBuilder::<R>::default();
    R::restrict_to_visible(view, &mut ask)?;
    ask.word(Some(word), fields)?;
    newest(view, ask, MOST)
}

fn row(id: u64, title: &str, note: String, path: String) -> FoundRow {
    FoundRow { id, title: title.to_owned(), note, path }
}

fn tenants(view: &View, word: &str) -> Result<Vec<FoundRow>> {
    let mut ask = FilterBuilder::<Tenant>::default();
    Tenant::restrict_to_visible(view, &mut ask)?;
    if let Some(wish) = known_by(view, &ask, Some(word))? {
        ask.must(wish);
    }
    let shown = |tenant: &Tenant| {
        let owes = owes(view, tenant.tenant_id)?.filter(|owes| owes.overdue_fen > 0);
        let owes = owes.map(|owes| format!(" · 欠缴 {} 元", yuan_grouped(owes.overdue_fen))).unwrap_or_default();
        let note = format!("{} {}{owes}", tenant.facts.tenant_code, tenant.facts.kind.label());
        let path = format!("/lease/tenant/detail/{}", tenant.tenant_id);
        Ok(row(tenant.tenant_id, &tenant.facts.tenant_name, note, path))
    };
    newest(view, ask, MOST)?.iter().map(shown).collect()
}

fn leases(view: &View, word: &str) -> Result<Vec<FoundRow>> {
    let fields = [&of_leases::NO, &of_leases::PAPER, &of_leases::CAPTION, &of_leases::TENANT];
    let mut names = NameCache::new(view);
    let mut shown = |lease: &Lease| {
        let facts = &lease.facts;
        let tenant = names.of::<Tenant>(facts.tenant_id)?;
        let note = format!("{tenant} {} 至 {}", facts.start_date, facts.end_date);
        Ok(row(lease.lease_id, &lease.lease_no, note, format!("/lease/lease/detail/{}", lease.lease_id)))
    };
    known(view, word, &fields)?.iter().map(&mut shown).collect()
}

fn rooms(view: &View, word: &str) -> Result<Vec<FoundRow>> {
    let mut names = NameCache::new(view);
    let mut shown = |room: &Room| {
        let (asset, building) = (names.of::<Asset>(room.asset_id)?, names.of::<Building>(room.facts.building_id)?);
        let path = format!(
            "/asset/room?assetId={}&buildingId={}&roomId={}",
            room.asset_id, room.facts.building_id, room.room_id
        );
        Ok(row(room.room_id, &room.facts.room_code, format!("{asset} {building}"), path))
    };
    known(view, word, &[&of_rooms::CODE, &of_rooms::NAME])?.iter().map(&mut shown).collect()
}

fn assets(view: &View, word: &str) -> Result<Vec<FoundRow>> {
    let shown = |asset: &Asset| {
        let note = format!("{} {}", asset.facts.asset_code, asset.facts.address);
        row(asset.asset_id, &asset.facts.asset_name, note, format!("/asset/asset?cardId={}", asset.asset_id))
    };
    let fields = [&of_assets::CODE, &of_assets::NAME, &of_assets::ADDRESS];
    Ok(known(view, word, &fields)?.iter().map(shown).collect())
}

fn bills(view: &View, word: &str) -> Result<Vec<FoundRow>> {
    let shown = |bill: &Bill| {
        let open = bill.outstanding_fen();
        let state =
            if open > 0 { format!("未缴 {}", yuan_grouped(open)) } else { bill.pay_state().label().to_owned() };
        let period = bill.period.map(|period| period.to_string()).unwrap_or_default();
        let note = format!("{} {period} {state}", bill.tenant_name);
        row(bill.bill_id, &bill.bill_no, note, format!("/fin/bill?billId={}", bill.bill_id))
    };
    Ok(known(view, word, &[&of_bills::NO, &of_bills::TENANT_NAME])?.iter().map(shown).collect())
}

fn receipts(view: &View, word: &str) -> Result<Vec<FoundRow>> {
    let shown = |receipt: &Receipt| {
        let note = format!("{} {} {}", receipt.payer_name, receipt.value_date, yuan_grouped(receipt.amount_fen));
        row(receipt.receipt_id, &receipt.receipt_no, note, format!("/fin/receipt?receiptId={}", receipt.receipt_id))
    };
    let fields = [&of_receipts::NO, &of_receipts::BANK_REF, &of_receipts::PAYER];
    Ok(known(view, word, &fields)?.iter().map(shown).collect())
}

fn people(view: &View, word: &str) -> Result<Vec<FoundRow>> {
    let mut ask = FilterBuilder::<User>::default();
    User::restrict_to_visible(view, &mut ask)?;
    found_by(view, &Phones::of(view), word, false, &mut ask)?;
    let mut names = NameCache::new(view);
    let mut shown = |user: &User| {
        let note = format!("{} {}", user.user_name, names.dept(user.dept_id)?);
        let word = percent_encoding::utf8_percent_encode(&user.user_name, percent_encoding::NON_ALPHANUMERIC);
        Ok(row(user.user_id, &user.real_name, note.trim().to_owned(), format!("/system/user?keyWord={word}")))
    };
    newest(view, ask, MOST)?.iter().map(&mut shown).collect()
}

/// Files by name: each of the newest is asked whether the person may see it, as where it hangs.
fn stored_files(view: &View, word: &str) -> Result<Vec<FoundRow>> {
    let mut ask = FilterBuilder::<FileInfo>::default();
    ask.word(Some(word), &[&files::NAME])?;
    let mut rows = Vec::new();
    for file in newest(view, ask, FILES_LOOKED_AT)? {
        if rows.len() == MOST {
            break;
        }
        if may_see(view, &file)? {
            let note = format!("{} KB {}", file.size.div_ceil(1024), file.create_time.to_text());
            rows.push(row(file.file_id, &file.name, note, String::new()));
        }
    }
    Ok(rows)
}

pub const FEATURE: Feature = Feature {
    name: "find",
    about: "全局搜索",
    routes: || -> Vec<Route> { vec![read("/search/data", find).signed_in().titled("全局搜索")] },
    ..Feature::EMPTY
};
