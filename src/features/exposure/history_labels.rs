//! The fields of an entry of the exposure board in words, for its history.

use super::record::{EntryState, PublishScope, Rectified, Rule, SubjectKind};
use crate::features::assets::asset::record::Asset;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::assets::room::record::Room;
use crate::features::finance::bill::record::Bill;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::Stamp;
use crate::records::history_labels::{
    Field, choice, days, fen, field, files, linked, linked_all, person, said, silent, text,
};
use crate::records::html;

/// Of an entry.
pub const ENTRY: &[Field] = &[
    silent("entry_id"),
    field("entry_no", "曝光编号", text),
    field("subjectKind", "类型", |_, value| choice(value, SubjectKind::label)),
    field("tenantId", "乙方", linked::<Tenant>),
    field("partyAId", "甲方", linked::<PartyA>),
    field("assetId", "资产", linked::<Asset>),
    field("roomId", "房间", linked::<Room>),
    field("amountFen", "金额", fen),
    field("overdueDays", "逾期天数", days),
    field("facts", "曝光事由", |_, value| said(value, |text: String| html::plain(&text))),
    field("files", "佐证材料", files),
    field("publishScope", "公开范围", |_, value| choice(value, PublishScope::label)),
    field("publishFrom", "曝光开始日", text),
    field("publishTo", "曝光截止日", text),
    field("rectifyDeadline", "整改期限", text),
    field("display_name", "对象", text),
    field("plate_id", "板块", linked::<Plate>),
    field("as_of", "数据日期", text),
    field("rule", "规则", |_, value| choice(value, Rule::label)),
    field("bills", "关联账单", linked_all::<Bill>),
    field("state", "状态", |_, value| choice(value, EntryState::label)),
    field("author", "录入人", person),
    field("submitted_by", "提交人", person),
    field("submitted_at", "提交时间", |_, value| said(value, |at: Stamp| at.to_text())),
    field("decided_by", "审批人", person),
    field("ended", "了结日期", text),
    field("comment", "意见或原因", text),
    field("withdrawn", "撤下日期", text),
    field("withdraw_reason", "撤下原因", text),
    field("rectified", "整改", |_, value| said(value, |done: Rectified| rectified_text(&done))),
];

fn rectified_text(done: &Rectified) -> String {
    let how = if done.automatic { "系统判定" } else { "人工确认" };
    let note = if done.note.is_empty() { String::new() } else { format!("，{}", done.note) };
    format!("{} {how}{note}", done.day)
}
