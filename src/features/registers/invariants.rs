//! What the doctor asks of registers: every row belongs to one, holds what its definition knows, and stands under the keys
//! that follow from it; versions without a gap; the page in the menu with its rights.

use std::collections::{BTreeMap, HashMap};

use crate::error::Result;
use crate::platform::identity::menu::Menu;
use crate::product::Found;
use crate::store::{Reader, Reads, id};

use super::cell::Cell;
use super::definition::{Definition, Field};
use super::kind::{FieldKind, Nature};
use super::published::permission;
use super::record::{
    RegRow, RegVersion, RegWork, Register, RegisterState, VERSIONS, WorkKind, no_of, register_of, sequence,
};
use super::rows::unique::constraint_value;
use super::value;

/// Faults told one by one; more are counted.
const TOLD: usize = 20;

struct Known {
    register: Register,
    definition: Option<Definition>,
    has_work: bool,
    last: u64,
}

#[derive(Default)]
struct Faults {
    told: Vec<String>,
    more: usize,
    advice: Vec<String>,
}

impl Faults {
    fn add(&mut self, sentence: String) {
        if self.told.len() < TOLD { self.told.push(sentence) } else { self.more += 1 }
    }
}

/// The doctor's look at registers.
///
/// # Errors
/// A record that can't be read.
pub fn check(tx: &Reader) -> Result<Found> {
    let mut faults = Faults::default();
    let mut registers = known(tx, &mut faults)?;
    let mut failure = None;
    tx.each(|row: RegRow| {
        let found = of_row(&row, &mut registers, &mut faults);
        failure = found.err();
        failure.is_none()
    })?;
    failure.map_or(Ok(()), Err)?;
    for known in registers.values() {
        let last = tx.sequence(&sequence(known.register.register_id))?;
        // An archive brings rows without their sequence; the first new row raises it.
        if last != 0 && last < known.last {
            let name = &known.register.name;
            faults.add(format!("登记表“{name}”的行号序列 {last} 小于最大行号 {}", known.last));
        }
    }
    if faults.more > 0 {
        faults.told.push(format!("登记表还有 {} 处问题", faults.more));
    }
    if !faults.told.is_empty() {
        faults.advice.push("请从备份恢复，或联系技术支持".to_owned());
    }
    Ok(Found { faults: faults.told, advice: faults.advice })
}

fn known(tx: &Reader, faults: &mut Faults) -> Result<BTreeMap<u64, Known>> {
    let mut all = BTreeMap::new();
    let mut works: HashMap<u64, Vec<RegWork>> = HashMap::new();
    tx.each(|work: RegWork| {
        works.entry(work.register_id).or_default().push(work);
        true
    })?;
    for register in tx.all::<Register>()? {
        let versions: Vec<RegVersion> = tx.by(&VERSIONS, &id(register.register_id), false, 0, usize::MAX)?;
        let name = &register.name;
        let numbers: Vec<u32> = versions.iter().map(|version| version.version).collect();
        if numbers != (1..=register.current).collect::<Vec<_>>() {
            faults.add(format!("登记表“{name}”的版本不连续：{numbers:?}，当前 {}", register.current));
        }
        of_menu(tx, &register, faults)?;
        let open = works.remove(&register.register_id).unwrap_or_default();
        let has_work =
            open.iter().any(|work| matches!(work.kind, WorkKind::Unique | WorkKind::Convert | WorkKind::Load));
        if register.lock.is_some_and(|lock| !open.iter().any(|work| work.kind == lock)) {
            faults.advice.push(format!("登记表“{name}”被锁定，但没有进行中的工作；服务启动时会自动接着做或解除"));
        }
        let definition = versions.into_iter().last().map(|version| version.definition);
        all.insert(register.register_id, Known { register, definition, has_work, last: 0 });
    }
    for register_id in works.keys() {
        faults.add(format!("登记表工作所属的登记表 {register_id} 不存在"));
    }
    Ok(all)
}

fn of_menu(tx: &Reader, register: &Register, faults: &mut Faults) -> Result<()> {
    let menu: Option<Menu> = tx.get(&id(register.menu_id))?;
    if register.state == RegisterState::Archived && (menu.is_some() || register.package.is_none()) {
        faults.add(format!("登记表“{}”已归档，却还有菜单或没有归档包", register.name));
    }
    if register.state != RegisterState::Published {
        return Ok(());
    }
    let wanted = permission(&register.code, "list");
    if menu.is_none_or(|menu| menu.perms != wanted) {
        faults.add(format!("登记表“{}”的菜单不存在或权限不符", register.name));
    }
    Ok(())
}

fn of_row(row: &RegRow, registers: &mut BTreeMap<u64, Known>, faults: &mut Faults) -> Result<()> {
    let Some(known) = registers.get_mut(&register_of(row.row_id)) else {
        faults.add(format!("行 {} 不属于任何登记表", row.row_id));
        return Ok(());
    };
    let (name, no) = (known.register.name.clone(), row.no());
    if known.register.state == RegisterState::Archived && known.register.lock != Some(WorkKind::Archive) {
        faults.add(format!("登记表“{name}”已归档，却还有第 {no} 行；请再次归档，把余下的行移走"));
    }
    known.last = known.last.max(no_of(row.row_id));
    let Some(definition) = &known.definition else {
        faults.add(format!("登记表“{name}”没有发布，却有第 {no} 行"));
        return Ok(());
    };
    if row.shape > known.register.current {
        faults.add(format!("登记表“{name}”第 {no} 行的版本 {} 比当前版本新", row.shape));
    }
    for (field_no, cell) in row.cells.iter() {
        match definition.field(field_no) {
            Some(field) if fits(field, cell) => {}
            Some(field) => faults.add(format!("登记表“{name}”第 {no} 行的“{}”不是{}", field.label, field.kind.label())),
            // Purged fields go with a work.
            None if known.has_work || field_no <= definition.last_field => {}
            None => faults.add(format!("登记表“{name}”第 {no} 行有未知的字段 {field_no}")),
        }
    }
    if row.deleted.is_none() && !known.has_work {
        for (at, _) in definition.constraints() {
            let wanted = constraint_value(definition, at, row);
            let stored = row.once.iter().find(|(place, _)| *place == at).map(|(_, value)| value);
            if wanted.as_ref() != stored {
                faults.add(format!("登记表“{name}”第 {no} 行的查重键与内容不符"));
            }
        }
    }
    Ok(())
}

/// Whether a cell is of its field's kind.
fn fits(field: &Field, cell: &Cell) -> bool {
    match (field.kind.nature(), cell) {
        (Nature::Text, Cell::Text(_)) | (Nature::Sealed, Cell::Sealed(_)) => true,
        (Nature::Number, Cell::Whole(_)) => !field.kind.is_time(),
        (Nature::Number, Cell::Day(_)) => matches!(field.kind, FieldKind::Day | FieldKind::Month),
        (Nature::Number, Cell::Moment(_)) => field.kind == FieldKind::Moment,
        (Nature::Choice, Cell::Flag(_)) => field.kind == FieldKind::Flag,
        (Nature::Choice, Cell::Text(_)) => field.kind == FieldKind::Choice,
        (Nature::Choice, Cell::Many(_)) => field.kind == FieldKind::Choices,
        (Nature::Links | Nature::Files, Cell::Links(kind, _)) => *kind == value::link_no(field),
        _ => false,
    }
}
