//! Dictionaries: labels for coded values (contract 2.6, 3.5).
//!
//! Invariants: a type name is unique; a value is unique within its dictionary; renaming a type renames
//! it in its entries in the same commit; a type with entries is not removed.

pub mod data;
pub mod exchange;
pub mod type_exchange;
pub mod types;

use crate::error::{AppError, Result};
use crate::op::View;
use crate::platform::dict::DictType;
use crate::platform::session::Stage;
use crate::records::export;
use crate::records::list;
use crate::route::{AuditAction, Method, Route, read, write};

/// Brought by a feature above: whether something there uses a dictionary, or one value of it, as the rest of a sentence.
pub struct DictionaryUse(pub fn(&View<'_>, &DictType, Option<&str>) -> Result<Option<String>>);

/// Refuses to remove what something above uses.
fn check_use(view: &View, dictionary: &DictType, value: Option<&str>, called: &str) -> Result<()> {
    for DictionaryUse(used) in view.app.product.extensions::<DictionaryUse>() {
        if let Some(how) = used(view, dictionary, value)? {
            return Err(AppError::refused(format!("{called}{how}，不能删除")));
        }
    }
    Ok(())
}

const TYPES: &str = "字典类型";
const DATA: &str = "字典数据";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<types::Types>();
    routes.extend(list::routes::<data::Entries>());
    routes.extend(vec![
        read("/system/dict/type/optionselect", types::options).signed_in().titled("可选的字典类型"),
        write(Method::Delete, "/system/dict/type/refreshCache", types::refresh)
            .perm("system:dict:remove")
            .audit(TYPES, AuditAction::Clean)
            .titled("刷新字典缓存（新版路径）"),
        write(Method::Delete, "/system/dict/type/clearCache", types::refresh)
            .perm("system:dict:remove")
            .audit(TYPES, AuditAction::Clean)
            .titled("刷新字典缓存"),
        read("/system/dict/type/{dictId}", types::show).perm("system:dict:query").titled("字典类型详情"),
        write(Method::Post, "/system/dict/type", types::create)
            .perm("system:dict:add")
            .audit(TYPES, AuditAction::Insert),
        write(Method::Put, "/system/dict/type", types::update)
            .perm("system:dict:edit")
            .audit(TYPES, AuditAction::Update),
        write(Method::Delete, "/system/dict/type/{dictIds}", types::remove)
            .perm("system:dict:remove")
            .audit(TYPES, AuditAction::Delete),
    ]);
    routes.extend(export::routes("/system/dict/type/export", "system:dict:export", TYPES, type_exchange::export));
    routes.extend(vec![
        read("/system/dict/data/type/{dictType}", data::by_type)
            .signed_in()
            .at(Stage::Password)
            .titled("按类型读取字典"),
        read("/system/dict/data/{dictCode}", data::show).perm("system:dict:query").titled("字典数据详情"),
        write(Method::Post, "/system/dict/data", data::create).perm("system:dict:add").audit(DATA, AuditAction::Insert),
        write(Method::Put, "/system/dict/data", data::update).perm("system:dict:edit").audit(DATA, AuditAction::Update),
        write(Method::Delete, "/system/dict/data/{dictCodes}", data::remove)
            .perm("system:dict:remove")
            .audit(TYPES, AuditAction::Delete)
            .titled("字典数据：删除"),
    ]);
    routes.extend(export::routes("/system/dict/data/export", "system:dict:export", DATA, exchange::export));
    routes.extend(exchange::ENTRIES.routes(
        ["/system/dict/data/importTemplate", "/system/dict/data/importData"],
        "system:dict:import",
        DATA,
    ));
    routes.extend(type_exchange::TYPES.routes(
        ["/system/dict/type/importTemplate", "/system/dict/type/importData"],
        "system:dict:import",
        TYPES,
    ));
    routes
}
