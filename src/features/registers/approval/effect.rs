//! What a decision does: the row is made, changed or moved by the rules of today, in the commit of the last yes.

use crate::error::{AppError, Result};
use crate::features::approvals::binding::Doc;
use crate::features::approvals::instance::FILES_KIND as FILES_OF_PROCESS;
use crate::features::approvals::instance::gate::input_of;
use crate::features::approvals::instance::record::{Instance, RUNNING};
use crate::op::{Op, View};
use crate::records::{files, history, names};
use crate::store::{Reads, Record as _, key};

use super::super::published::{self, Published};
use super::super::record::{RegRow, RegisterState};
use super::super::rows::unique;
use super::super::rows::write::Writer;
use super::super::rows::{ops, read};
use super::asked::RowRequest;
use super::{BIZ_TYPE, RowAction};

fn in_use(view: &View, asked: &RowRequest) -> Result<Published> {
    let published = asked.published(view)?;
    published.filter(|published| published.register.state == RegisterState::Published).ok_or_else(published::missing)
}

/// The row that is decided about, as it must be for that.
fn standing(view: &View, published: &Published, asked: &RowRequest) -> Result<RegRow> {
    let find = if asked.deed == RowAction::Restore { read::find_any } else { read::find };
    find(view, published, asked.row_id)
}

/// Why a yes would be refused now.
///
/// # Errors
/// Records that can't be read.
pub fn stops(view: &View, doc: &Doc) -> Result<Vec<String>> {
    let asked: RowRequest = input_of(doc)?;
    let refused = match in_use(view, &asked) {
        Ok(published) => match asked.deed {
            RowAction::Create => taken(view, &published, &asked)?.err(),
            RowAction::Change => match standing(view, &published, &asked) {
                Ok(_) => taken(view, &published, &asked)?.err(),
                Err(refused) => Some(refused),
            },
            RowAction::Remove | RowAction::Restore => standing(view, &published, &asked).err(),
        },
        Err(refused) => Some(refused),
    };
    Ok(refused.map(|refusal| refusal.message.to_string()).into_iter().collect())
}

/// Whether another row has taken meanwhile what no two may have, or a field is not there any more.
fn taken(view: &View, published: &Published, asked: &RowRequest) -> Result<Result<()>> {
    if let Err(refused) = asked.change(published) {
        return Ok(Err(refused));
    }
    let row = asked.laid(view, published)?;
    for value in unique::constraint_values(&published.definition, &row) {
        let other = unique::by_key(view, published, &value)?;
        if let Some(other) = other.filter(|other| other.row_id != row.row_id) {
            let fields = published.definition.constraints().find(|(at, _)| *at == value.0);
            let (seen, fields) = (published.seen(view), fields.map(|(_, fields)| fields).unwrap_or_default());
            let shown = fields.iter().filter(|field| seen.sees(field));
            let labels: Vec<&str> = shown.map(|field| field.label.as_str()).collect();
            let is_reported = seen.all() || !fields.iter().any(|field| published.definition.is_personal(field));
            let with = if is_reported { format!("第 {} 行", other.no()) } else { "已有的 1 行".to_owned() };
            let sentence = format!("{}与{with}重复", labels.join("、"));
            return Ok(Err(AppError::refused(sentence)));
        }
    }
    Ok(Ok(()))
}

/// Takes effect.
///
/// # Errors
/// What the rules of rows say by now.
pub fn approved(op: &mut Op, doc: &Doc, _: &str) -> Result<()> {
    let asked: RowRequest = input_of(doc)?;
    let published = in_use(&op.view(), &asked)?;
    op.titled(format!("登记表·{}", published.register.name));
    let by = names::person_name(&op.view(), &asked.by)?;
    let instance: Option<Instance> = op.view().tx.one(&RUNNING, &key().str(BIZ_TYPE).u64(doc.id))?;
    let no = instance.map(|instance| instance.instance_no).unwrap_or_default();
    let deed = format!("{}（{by}提交审批 {no}）", asked.deed.label());
    let change = asked.change(&published)?;
    release(op, &asked.holds, doc.id)?;
    let mut writer = Writer::open(&op.view(), published)?.agreed();
    if asked.deed == RowAction::Create {
        let row = writer.made_for((asked.user_id, asked.by.clone())).load(op, change)?;
        return history::note_bare(op, RegRow::TABLE, row.row_id, &deed);
    }
    let old = standing(&op.view(), &writer.published, &asked)?;
    match asked.deed {
        RowAction::Change => writer.update(op, &old, change, &deed).map(drop),
        RowAction::Remove => ops::put_away(op, &old, &asked.by, &deed),
        _ if old.deleted.is_none() => Ok(()),
        _ => writer.restore_as(op, &old, &deed).map(drop),
    }
}

/// Files that lay in the process go where the row takes them.
///
/// # Errors
/// Records that can't be read or written.
pub fn release(op: &mut Op, held: &[u64], biz_id: u64) -> Result<()> {
    let instance: Option<Instance> = op.view().tx.one(&RUNNING, &key().str(BIZ_TYPE).u64(biz_id))?;
    match instance {
        Some(instance) => files::detach(op, held, FILES_OF_PROCESS, instance.instance_id),
        None => Ok(()),
    }
}
