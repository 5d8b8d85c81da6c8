//! Dictionary types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::kernel::check;
use crate::kernel::page::{Paging, Ranged};
use crate::op::{Op, View};
use crate::platform::dict::{
    DATA_BY_TYPE, DictData, DictType, TYPE_BY_NAME, TYPE_CREATED, TYPE_NAME, TYPE_STATUS, TYPE_TITLE,
};
use crate::records::base::{Base, BaseOut, is_enabled, same_as_read, status_text};
use crate::records::list::{FilterBuilder, List, NameCache, NoSums, Place, every, seen_by_all};
use crate::records::status::Status;
use crate::route::{Data, Done, Nothing};
use crate::store::{Reads, id, key};

/// A dictionary type as clients see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TypeOut {
    /// Maker, changer, remark.
    #[serde(flatten)]
    pub base: BaseOut,
    /// Number of the dictionary type.
    pub dict_id: u64,
    /// What the dictionary is called, for people.
    pub dict_name: String,
    /// Name by which pages ask for it.
    pub dict_type: String,
    /// "0" normal, "1" disabled.
    pub status: String,
}

impl From<&DictType> for TypeOut {
    fn from(dict: &DictType) -> Self {
        Self {
            base: BaseOut::from(&dict.base),
            dict_id: dict.dict_id,
            dict_name: dict.dict_name.clone(),
            dict_type: dict.dict_type.clone(),
            status: status_text(dict.enabled),
        }
    }
}

/// Filters of the type list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListTypes {
    /// Part of the title.
    pub dict_name: Option<String>,
    /// Part of the name.
    pub dict_type: Option<String>,
    /// Only "0" in use or "1" disabled; absent: both.
    pub status: Vec<Status>,
    /// Creation time.
    #[serde(flatten)]
    pub created: Ranged,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 字典类型
pub struct Types;

impl List for Types {
    type Record = DictType;
    type Query = ListTypes;
    type Row = TypeOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/system/dict/type/list", permission: "system:dict:list", export: None, title: super::TYPES };

    fn paging(query: &ListTypes) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListTypes, ask: &mut FilterBuilder<DictType>) -> Result<()> {
        ask.word(query.dict_name.as_deref(), &[&TYPE_TITLE])?;
        ask.word(query.dict_type.as_deref(), &[&TYPE_NAME])?;
        ask.several(&TYPE_STATUS, &query.status)?;
        ask.moments(&TYPE_CREATED, query.created.bounds()?)
    }

    fn row(_: &mut NameCache<'_>, record: &DictType) -> Result<TypeOut> {
        Ok(TypeOut::from(record))
    }
}

seen_by_all!(DictType);

pub fn options(view: &View, _: Nothing) -> Result<Data<Vec<TypeOut>>> {
    Ok(Data(every::<Types>(view, &ListTypes::default())?.iter().map(TypeOut::from).collect()))
}

/// DELETE /system/dict/type/refreshCache: nothing is cached apart from the store, so this always holds.
pub fn refresh(_: &mut Op, _: Nothing) -> Result<Done> {
    Ok(Done)
}

/// One type.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneType {
    /// Number of the dictionary type.
    pub dict_id: u64,
}

fn existing(view: &View, dict_id: u64) -> Result<DictType> {
    view.tx.get(&id(dict_id))?.ok_or_else(|| AppError::refused("字典类型不存在，可能已被删除，请刷新后重试"))
}

pub fn show(view: &View, input: OneType) -> Result<Data<TypeOut>> {
    Ok(Data(TypeOut::from(&existing(view, input.dict_id)?)))
}

/// A type as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TypeInput {
    /// Which; absent for a new one.
    pub dict_id: Option<u64>,
    /// What the dictionary is called, for people.
    pub dict_name: String,
    /// Name.
    pub dict_type: String,
    /// "0" normal, "1" disabled.
    pub status: Option<String>,
    /// Remark in free text; empty: none.
    pub remark: Option<String>,
}

impl TypeInput {
    fn to_type(&self, dict_id: u64) -> Result<DictType> {
        check::required("dictName", &self.dict_name, "字典名称不能为空")?;
        check::at_most("dictName", self.dict_name.trim(), 100, "字典类型名称长度不能超过100个字符")?;
        check::required("dictType", &self.dict_type, "字典类型不能为空")?;
        check::at_most("dictType", self.dict_type.trim(), 100, "字典类型类型长度不能超过100个字符")?;
        let dict_type = self.dict_type.trim().to_owned();
        let fits = dict_type.starts_with(|c: char| c.is_ascii_lowercase())
            && dict_type.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        if !fits {
            return Err(AppError::refused("字典类型必须以字母开头，且只能为（小写字母，数字，下滑线）").at("dictType"));
        }
        let remark = self.remark.as_deref().unwrap_or_default().trim().to_owned();
        check::remark(&remark)?;
        Ok(DictType {
            dict_id,
            dict_name: self.dict_name.trim().to_owned(),
            dict_type,
            enabled: is_enabled(self.status.as_deref()),
            base: Base { remark, ..Base::default() },
        })
    }
}

fn check_unique(view: &View, dict: &DictType, verb: &str) -> Result<()> {
    let other = view.tx.one(&TYPE_BY_NAME, &key().str(&dict.dict_type))?;
    if other.is_some_and(|other| other.dict_id != dict.dict_id) {
        return Err(AppError::refused(format!("{verb}字典'{}'失败，字典类型已存在", dict.dict_name)).at("dictType"));
    }
    Ok(())
}

pub fn create(op: &mut Op, input: TypeInput) -> Result<Done> {
    let dict = input.to_type(0)?;
    check_unique(&op.view(), &dict, "新增")?;
    let dict_id = op.next_id::<DictType>()?;
    let base = Base::made(op, dict.base.remark.clone());
    op.put(&DictType { dict_id, base, ..dict })?;
    Ok(Done)
}

/// PUT /system/dict/type: renaming takes the entries along.
pub fn update(op: &mut Op, input: TypeInput) -> Result<Done> {
    let old = existing(&op.view(), input.dict_id.unwrap_or(0))?;
    same_as_read(&op.view(), "字典", &old.dict_name, &old.base)?;
    let dict = input.to_type(old.dict_id)?;
    check_unique(&op.view(), &dict, "修改")?;
    if dict.dict_type != old.dict_type {
        let entries: Vec<DictData> =
            op.view().tx.by(&DATA_BY_TYPE, &key().str(&old.dict_type), false, 0, usize::MAX)?;
        for mut entry in entries {
            entry.dict_type.clone_from(&dict.dict_type);
            op.put(&entry)?;
        }
    }
    let base = Base { remark: dict.base.remark.clone(), ..old.base }.changed(op);
    op.put(&DictType { base, ..dict })?;
    Ok(Done)
}

/// Several types.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ManyTypes {
    /// Comma ids of the path.
    pub dict_ids: Vec<u64>,
}

/// DELETE /system/dict/type/{ids}: all or none.
pub fn remove(op: &mut Op, input: ManyTypes) -> Result<Done> {
    for dict_id in input.dict_ids {
        let dict = existing(&op.view(), dict_id)?;
        if op.view().tx.count_by(&DATA_BY_TYPE, &key().str(&dict.dict_type))? > 0 {
            return Err(AppError::refused(format!("{}已分配,不能删除", dict.dict_name)));
        }
        super::check_use(&op.view(), &dict, None, &format!("字典“{}”", dict.dict_name))?;
        op.delete::<DictType>(&id(dict_id))?;
    }
    Ok(Done)
}
