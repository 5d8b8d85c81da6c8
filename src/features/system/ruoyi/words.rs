//! Posts, dictionaries, settings and notices: what the forms would take, so that the same rules judge it.

use std::collections::HashMap;

use super::dump::{LONG, Line};
use super::{Import, cut, judged};
use crate::error::Result;
use crate::features::system::config::ops::{self as config, ConfigInput};
use crate::features::system::dict::data::{self, EntryInput};
use crate::features::system::dict::types::{self, TypeInput};
use crate::features::system::notice::record::{Notice, State};
use crate::features::system::notice::wire::NoticeInput;
use crate::features::system::post::ops::{self as post, PostInput};
use crate::features::system::post::record::{self as post_record, Post};
use crate::op::Op;
use crate::platform::dict::{DATA_BY_VALUE, DictData, DictType, TYPE_BY_NAME};
use crate::platform::settings::record::{BY_KEY, Config};
use crate::store::{Reads, key};

const POST: &str = "岗位";
const TYPE: &str = "字典类型";
const ENTRY: &str = "字典数据";
const SETTING: &str = "参数";
const NOTICE: &str = "公告";

/// Settings of ours that take the old value: none that weakens who may sign in, and how.
const SAME_KEYS: [&str; 3] = ["sys.login.blackIPList", "sys.index.skinName", "sys.index.sideTheme"];
/// A password in the clear.
const NEVER: &str = "sys.user.initPassword";

fn given(line: &Line<'_>, column: &str) -> Option<String> {
    Some(line.text(column).to_owned())
}

pub(super) fn posts(op: &mut Op<'_, '_>, import: &mut Import<'_>) -> Result<()> {
    for line in import.dump.lines("sys_post") {
        let (old, code, name) = (line.text("post_id"), line.text("post_code"), line.text("post_name"));
        let find = |op: &Op<'_, '_>| -> Result<Option<Post>> {
            let by_code: Option<Post> = op.view().tx.one(&post_record::BY_CODE, &key().str(code))?;
            match by_code {
                Some(post) => Ok(Some(post)),
                None => Ok(op.view().tx.one(&post_record::BY_NAME, &key().str(name))?),
            }
        };
        if let Some(known) = find(op)? {
            import.posts.insert(old.to_owned(), known.post_id);
            let note = format!("编码或名称与“{}”相同", known.post_name);
            import.report.kept(POST, (old, name), known.post_id, &note);
            continue;
        }
        let input = PostInput {
            post_code: code.to_owned(),
            post_name: name.to_owned(),
            post_sort: Some(line.number("post_sort")),
            status: given(&line, "status"),
            remark: Some(cut(line.text("remark"), 500)),
            ..PostInput::default()
        };
        match judged(post::create(op, input))? {
            Ok(_) => {
                let number = find(op)?.map_or(0, |post| post.post_id);
                import.posts.insert(old.to_owned(), number);
                import.report.taken(POST, (old, name), number, &[]);
            }
            Err(why) => import.report.left(POST, (old, name), why),
        }
    }
    Ok(())
}

pub(super) fn dictionaries(op: &mut Op<'_, '_>, import: &mut Import<'_>) -> Result<()> {
    let mut whys: HashMap<&str, String> = HashMap::new();
    for line in import.dump.lines("sys_dict_type") {
        let (old, name, kind) = (line.text("dict_id"), line.text("dict_name"), line.text("dict_type"));
        let find =
            |op: &Op<'_, '_>| -> Result<Option<DictType>> { Ok(op.view().tx.one(&TYPE_BY_NAME, &key().str(kind))?) };
        if let Some(known) = find(op)? {
            import.report.kept(TYPE, (old, name), known.dict_id, "字典类型相同，只补充缺少的条目");
            continue;
        }
        let input = TypeInput {
            dict_name: name.to_owned(),
            dict_type: kind.to_owned(),
            status: given(&line, "status"),
            remark: Some(cut(line.text("remark"), 500)),
            ..TypeInput::default()
        };
        match judged(types::create(op, input))? {
            Ok(_) => import.report.taken(TYPE, (old, name), find(op)?.map_or(0, |dict| dict.dict_id), &[]),
            Err(why) => {
                import.report.left(TYPE, (old, name), why.clone());
                whys.insert(kind, why);
            }
        }
    }
    for line in import.dump.lines("sys_dict_data") {
        entry(op, import, &line, &whys)?;
    }
    Ok(())
}

fn entry(op: &mut Op<'_, '_>, import: &mut Import<'_>, line: &Line<'_>, whys: &HashMap<&str, String>) -> Result<()> {
    let (old, kind, value) = (line.text("dict_code"), line.text("dict_type"), line.text("dict_value"));
    let name = format!("{kind} {}", line.text("dict_label"));
    if let Some(why) = whys.get(kind) {
        import.report.left(ENTRY, (old, &name), format!("字典类型没有导入：{why}"));
        return Ok(());
    }
    let find = |op: &Op<'_, '_>| -> Result<Option<DictData>> {
        Ok(op.view().tx.one(&DATA_BY_VALUE, &key().str(kind).str(value))?)
    };
    if let Some(known) = find(op)? {
        import.report.kept(ENTRY, (old, &name), known.dict_code, &format!("键值与“{}”相同", known.dict_label));
        return Ok(());
    }
    let class = line.text("list_class");
    let is_class = ["", "default", "primary", "success", "info", "warning", "danger"].contains(&class);
    let input = EntryInput {
        dict_sort: Some(line.number("dict_sort")),
        dict_label: line.text("dict_label").to_owned(),
        dict_value: value.to_owned(),
        dict_type: kind.to_owned(),
        css_class: given(line, "css_class"),
        list_class: Some(if is_class { class } else { "default" }.to_owned()),
        is_default: given(line, "is_default"),
        status: given(line, "status"),
        remark: Some(cut(line.text("remark"), 500)),
        ..EntryInput::default()
    };
    match judged(data::create(op, input))? {
        Ok(_) => import.report.taken(ENTRY, (old, &name), find(op)?.map_or(0, |entry| entry.dict_code), &[]),
        Err(why) => import.report.left(ENTRY, (old, &name), why),
    }
    Ok(())
}

pub(super) fn settings(op: &mut Op<'_, '_>, import: &mut Import<'_>) -> Result<()> {
    for line in import.dump.lines("sys_config") {
        let (old, name, code) = (line.text("config_id"), line.text("config_name"), line.text("config_key"));
        if code == NEVER {
            import.report.left(SETTING, (old, name), "初始口令不导入，新用户各有一次性口令");
            continue;
        }
        let find = |op: &Op<'_, '_>| -> Result<Option<Config>> { Ok(op.view().tx.one(&BY_KEY, &key().str(code))?) };
        if let Some(known) = find(op)? {
            let value = line.text("config_value");
            if !SAME_KEYS.contains(&code) || value.is_empty() || value == known.config_value {
                import.report.kept(SETTING, (old, name), known.config_id, "本系统的值不变");
                continue;
            }
            match judged(config::set(op, code, value))? {
                Ok(_) => import.report.taken(SETTING, (old, name), known.config_id, &["沿用原值".into()]),
                Err(why) => {
                    import.report.kept(SETTING, (old, name), known.config_id, &format!("本系统的值不变：{why}"))
                }
            }
            continue;
        }
        let input = ConfigInput {
            config_name: name.to_owned(),
            config_key: code.to_owned(),
            config_value: given(&line, "config_value"),
            remark: Some(cut(line.text("remark"), 500)),
            ..ConfigInput::default()
        };
        match judged(config::create(op, input))? {
            Ok(_) => import.report.taken(SETTING, (old, name), find(op)?.map_or(0, |config| config.config_id), &[]),
            Err(why) => import.report.left(SETTING, (old, name), why),
        }
    }
    Ok(())
}

pub(super) fn notices(op: &mut Op<'_, '_>, import: &mut Import<'_>) -> Result<()> {
    for line in import.dump.lines("sys_notice") {
        let (old, title, content) = (line.text("notice_id"), line.text("notice_title"), line.text("notice_content"));
        if content == LONG {
            import.report.left(NOTICE, (old, title), "内容超过 4 MB");
            continue;
        }
        let mut notes = Vec::new();
        let kind = line.text("notice_type");
        let input = NoticeInput {
            notice_title: cut(&title.replace(['<', '>'], ""), 50),
            notice_type: if kind == "2" { "2" } else { "1" }.to_owned(),
            notice_content: Some(content.to_owned()),
            ..NoticeInput::default()
        };
        if input.notice_title != title {
            notes.push("标题已按本系统的规定缩短".into());
        }
        let notice = match judged(input.to_notice())? {
            Ok(notice) => notice,
            Err(why) => {
                import.report.left(NOTICE, (old, title), why);
                continue;
            }
        };
        let lost = content.matches("<img").count().saturating_sub(notice.content.matches("<img").count());
        if lost > 0 {
            notes.push(format!("{lost} 张图片不在数据库中，没有导入"));
        }
        let state = if line.text("status") == "1" { State::Withdrawn } else { State::Published };
        let base = import.base(&line);
        let notice_id = op.next_id::<Notice>()?;
        op.put(&Notice { notice_id, state, published: Some(base.create_time), base, ..notice })?;
        import.report.taken(NOTICE, (old, title), notice_id, &notes);
    }
    Ok(())
}
