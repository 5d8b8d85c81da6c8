//! How a person has set up his portal: theme, frame and the blocks of the report (specification 2, «settings
//! panel»). The browser keeps a copy under `layout-setting`; this one follows him to the next browser.
//!
//! Deliberately absent: any meaning. The server checks sizes and hands back what was saved.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::route::{Data, Done, Nothing};
use crate::store::{Key, Reads, Record, id};

/// The settings, with the names of the browser's key `layout-setting` (specification 3).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct LayoutSetting {
    /// Colour, `#1890ff`.
    pub theme: Option<String>,
    /// `theme-dark` or `theme-light`.
    pub side_theme: Option<String>,
    /// `light` or `dark`: the whole page.
    pub appearance: Option<String>,
    /// Menus at the top.
    pub top_nav: Option<bool>,
    /// Bar of visited pages.
    pub tags_view: Option<bool>,
    /// The header stays while the page scrolls.
    pub fixed_header: Option<bool>,
    /// Logo above the menu.
    pub sidebar_logo: Option<bool>,
    /// 应收
    pub ying_shou_block: Option<bool>,
    /// 实收
    pub shi_shou_block: Option<bool>,
    /// 板块资产面积（饼图）
    pub plate_asset_area_pie_block: Option<bool>,
    /// 板块资产面积（柱图）
    pub plate_asset_area_block: Option<bool>,
    /// 待办
    pub dai_ban_block: Option<bool>,
    /// 通知公告
    pub notice_block: Option<bool>,
    /// 曝光台（平台）
    pub bao_guang_tai_block: Option<bool>,
    /// 当年现金流统计
    pub xian_jin_liu_block: Option<bool>,
    /// 欠缴金额统计
    pub qian_jiao_block: Option<bool>,
    /// 租金收缴率统计
    pub shou_jiao_lv_block: Option<bool>,
    /// Order of the blocks by their flags; absent = the specification's (decisions/0005).
    pub block_order: Option<Vec<String>>,
    /// Whether 我的工作 is folded; absent = as it is usual for the person's roles.
    pub today_folded: Option<bool>,
    /// Cards of 我的工作 that are not shown, by their names.
    pub today_hidden: Option<Vec<String>>,
    /// Order of the cards of 我的工作 by their names; absent = what has something to do first.
    pub today_order: Option<Vec<String>>,
    /// Phrases that the person puts into opinions, the newest last.
    pub phrases: Option<Vec<String>>,
}

/// The stored settings of one person.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OwnLayout {
    pub user_id: u64,
    /// What he saved.
    pub setting: LayoutSetting,
}

impl Record for OwnLayout {
    const TABLE: &'static str = "layout";
    fn id(&self) -> Key {
        id(self.user_id)
    }
}

/// What the caller saved; `None` when he never did.
pub fn own(view: &View) -> Result<Option<LayoutSetting>> {
    let stored: Option<OwnLayout> = view.tx.get(&id(view.caller.user_id()))?;
    Ok(stored.map(|own| own.setting))
}

pub fn show(view: &View, _: Nothing) -> Result<Data<Option<LayoutSetting>>> {
    Ok(Data(own(view)?))
}

const LONGEST_TEXT: usize = 32;
const MOST_BLOCKS: usize = 32;
/// Most that a phrase of an opinion may be.
const LONGEST_PHRASE: usize = 100;
const MOST_PHRASES: usize = 20;

/// PUT /system/user/profile/layout: the whole setting at once.
pub fn save(op: &mut Op, setting: LayoutSetting) -> Result<Done> {
    let names = [&setting.block_order, &setting.today_hidden, &setting.today_order];
    let names = || names.into_iter().flatten();
    let texts = [&setting.theme, &setting.side_theme, &setting.appearance];
    let too_long = texts.into_iter().flatten().chain(names().flatten()).any(|text| text.chars().count() > LONGEST_TEXT);
    if too_long || names().any(|of| of.len() > MOST_BLOCKS) {
        return Err(AppError::refused("布局设置内容过长，请重置后再保存"));
    }
    let phrases = setting.phrases.as_deref().unwrap_or_default();
    if phrases.len() > MOST_PHRASES || phrases.iter().any(|text| text.chars().count() > LONGEST_PHRASE) {
        let said = format!("常用语最多{MOST_PHRASES}条，每条不能超过{LONGEST_PHRASE}个字符");
        return Err(AppError::refused(said).at("phrases"));
    }
    let user_id = op.caller.user_id();
    op.put(&OwnLayout { user_id, setting })?;
    Ok(Done)
}

/// DELETE /system/user/profile/layout: back to the defaults, but for the person's phrases, which are no layout; nothing to reset
/// is no error.
pub fn reset(op: &mut Op, _: Nothing) -> Result<Done> {
    let key = id(op.caller.user_id());
    let Some(stored) = op.view().tx.get::<OwnLayout>(&key)? else { return Ok(Done) };
    if stored.setting.phrases.as_ref().is_none_or(Vec::is_empty) {
        op.delete::<OwnLayout>(&key)?;
    } else {
        let setting = LayoutSetting { phrases: stored.setting.phrases, ..LayoutSetting::default() };
        op.put(&OwnLayout { setting, ..stored })?;
    }
    Ok(Done)
}
