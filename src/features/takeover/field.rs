//! What a column of a unit's own ledger can hold, and the words by which such columns are called.

use crate::features::registers::infer::{Kind, compared};
use crate::kernel::enumeration::worded;

worded! {
    /// 台账列的含义
    #[derive(Hash, PartialOrd, Ord)]
    pub enum TakeoverField {
        PaperNo = "paperNo" => "纸质合同编号",
        PartyA = "partyA" => "出租单位",
        Tenant = "tenant" => "承租人",
        IdNo = "idNo" => "证件号码",
        Phone = "phone" => "联系电话",
        Contact = "contact" => "联系人",
        Asset = "asset" => "资产（坐落）",
        Building = "building" => "楼栋",
        Floor = "floor" => "楼层",
        Room = "room" => "房号",
        Area = "area" => "计租面积",
        Purpose = "purpose" => "用途",
        Term = "term" => "租期（起止在一列）",
        Start = "start" => "起租日",
        End = "end" => "到期日",
        MonthRent = "monthRent" => "月租金",
        YearRent = "yearRent" => "年租金",
        Price = "price" => "月租单价（元/㎡）",
        Cycle = "cycle" => "缴费周期",
        Due = "due" => "缴费约定",
        Rise = "rise" => "递增",
        CurrentRent = "currentRent" => "现行月租金",
        RentFree = "rentFree" => "免租期",
        PropertyFee = "propertyFee" => "月物业费",
        Deposit = "deposit" => "押金",
        DepositHeld = "depositHeld" => "已收押金",
        PaidUntil = "paidUntil" => "已缴至",
        Arrears = "arrears" => "欠缴金额",
        Credit = "credit" => "预收金额",
        SignDate = "signDate" => "签订日期",
        Returned = "returned" => "退房日期",
        Scan = "scan" => "扫描件文件名",
        Remark = "remark" => "备注",
    }
}

/// A field, the kind its cells are read as, and words of its headers: a header that is one of them counts before one that
/// holds one.
type Words = (TakeoverField, Kind, &'static [&'static str]);

/// In the order in which columns are given away: what is said by few words comes before what is said by many.
const WORDS: [Words; 33] = [
    (
        TakeoverField::DepositHeld,
        Kind::Money,
        &["已收押金", "实收押金", "已交押金", "已收保证金", "已交保证金", "在押金额"],
    ),
    (TakeoverField::Deposit, Kind::Money, &["押金", "保证金", "履约金"]),
    (
        TakeoverField::PaidUntil,
        Kind::Text,
        &["已缴至", "已交至", "缴至", "交至", "缴纳至", "缴费截止", "租金截止", "已缴租期", "已交租期", "收至"],
    ),
    (
        TakeoverField::Arrears,
        Kind::Money,
        &["欠缴", "欠租", "欠费", "欠款", "拖欠", "未缴金额", "未交金额", "未收", "应收未收", "尚欠"],
    ),
    (TakeoverField::Credit, Kind::Money, &["预收", "预交", "预缴", "多缴", "多交"]),
    (TakeoverField::CurrentRent, Kind::Money, &["现行月租", "现月租", "当前月租", "现租金", "目前月租", "本年月租"]),
    (TakeoverField::Rise, Kind::Text, &["递增", "涨幅", "增长方式", "调价"]),
    (TakeoverField::RentFree, Kind::Text, &["免租", "装修期"]),
    (TakeoverField::PropertyFee, Kind::Money, &["物业费", "物管费", "管理费"]),
    (TakeoverField::Price, Kind::Text, &["单价", "元/㎡", "元/平", "租金标准", "每平"]),
    (TakeoverField::YearRent, Kind::Money, &["年租金", "年租", "租金/年", "全年租金"]),
    (TakeoverField::MonthRent, Kind::Money, &["月租金", "月租", "租金/月", "每月租金", "租金"]),
    (
        TakeoverField::Cycle,
        Kind::Text,
        &[
            "缴费周期",
            "支付周期",
            "付款周期",
            "缴费方式",
            "付款方式",
            "支付方式",
            "交租方式",
            "缴租方式",
            "收租方式",
            "结算方式",
        ],
    ),
    (
        TakeoverField::Due,
        Kind::Text,
        &[
            "缴费约定",
            "缴费时间",
            "付款时间",
            "交租时间",
            "缴租时间",
            "交租日",
            "缴款日",
            "付款日",
            "支付时间",
            "收租日",
        ],
    ),
    (TakeoverField::SignDate, Kind::Text, &["签订日期", "签约日期", "签订时间", "签约时间", "签署日期"]),
    (TakeoverField::Returned, Kind::Text, &["退房", "退租日", "腾退", "腾空"]),
    (TakeoverField::Term, Kind::Text, &["租期", "租赁期", "租赁期限", "合同期限", "起止", "承租期", "合同期"]),
    (TakeoverField::Start, Kind::Text, &["起租", "起始", "开始", "租期起", "期限起", "起"]),
    (TakeoverField::End, Kind::Text, &["到期", "终止", "截止", "结束", "租期止", "期限止", "止"]),
    (TakeoverField::Scan, Kind::Text, &["扫描件", "扫描文件", "电子档", "文件名"]),
    (
        TakeoverField::PaperNo,
        Kind::Text,
        &["纸质合同编号", "合同编号", "合同号", "协议编号", "协议号", "租约号", "合同档案号"],
    ),
    (TakeoverField::IdNo, Kind::Text, &["身份证", "证件号", "信用代码", "证照号", "执照号"]),
    (TakeoverField::Phone, Kind::Text, &["电话", "手机", "联系方式"]),
    (TakeoverField::Contact, Kind::Text, &["联系人", "经办人", "法人", "法定代表人"]),
    (
        TakeoverField::Tenant,
        Kind::Text,
        &[
            "承租人",
            "承租方",
            "承租单位",
            "承租户",
            "租赁户",
            "租户",
            "乙方",
            "商户",
            "客户",
            "住户",
            "使用单位",
            "户名",
        ],
    ),
    (
        TakeoverField::PartyA,
        Kind::Text,
        &["出租方", "出租单位", "甲方", "产权单位", "管理单位", "权属单位", "管房单位"],
    ),
    (TakeoverField::Area, Kind::Area, &["计租面积", "租赁面积", "出租面积", "承租面积", "建筑面积", "面积"]),
    (TakeoverField::Floor, Kind::Text, &["楼层", "层数", "所在层"]),
    (TakeoverField::Building, Kind::Text, &["楼栋", "楼号", "幢号", "栋号", "楼宇", "幢", "栋"]),
    (
        TakeoverField::Room,
        Kind::Text,
        &["房号", "房间", "铺号", "铺位", "门牌", "商铺", "门面", "单元", "室号", "摊位", "仓号"],
    ),
    (TakeoverField::Purpose, Kind::Text, &["用途", "业态", "经营项目", "经营范围"]),
    (
        TakeoverField::Asset,
        Kind::Text,
        &["资产", "坐落", "座落", "地址", "位置", "地点", "路段", "项目", "园区", "物业名称", "房屋名称"],
    ),
    (TakeoverField::Remark, Kind::Text, &["备注", "说明", "情况"]),
];

/// Words of columns that name a business number or something else, though they hold a word of a field.
const OTHERS: [&str; 9] =
    ["滞纳金", "累计已收", "本年已收", "已收租金", "实收租金", "应收租金", "合同总额", "总租金", "租金合计"];

impl TakeoverField {
    /// What cells of such a column are read as.
    pub fn reads(self) -> Kind {
        WORDS.iter().find(|(field, ..)| *field == self).map_or(Kind::Text, |(_, kind, _)| *kind)
    }
}

/// How much a header says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaks {
    /// It is a word of the field.
    Whole,
    /// It holds one: the one that ends last counts, because what a thing is stands at the end (商铺位置 is a place).
    Part,
}

/// The field that a header speaks for, among those that are still free.
pub fn proposed(path: &[String], how: Speaks, is_free: &dyn Fn(TakeoverField) -> bool) -> Option<TakeoverField> {
    let label = compared(&path.join("-"));
    let own = compared(path.last().map_or("", String::as_str));
    let bare = own.split('(').next().unwrap_or_default().to_owned();
    if OTHERS.iter().any(|other| label.contains(other)) {
        return None;
    }
    let free = || WORDS.iter().filter(|(field, ..)| is_free(*field));
    let part = |text: &str| {
        let end = |words: &[&str]| {
            let ends = words.iter().filter(|word| word.chars().count() > 1);
            ends.filter_map(|word| Some((text.rfind(word)? + word.len(), word.len()))).max()
        };
        // Of equal ones the first of the table.
        free().rev().filter_map(|(field, _, words)| Some((end(words)?, *field))).max_by_key(|(end, _)| *end)
    };
    match how {
        Speaks::Whole => free().find(|(.., words)| words.contains(&bare.as_str())).map(|(field, ..)| *field),
        Speaks::Part => [&bare, &own, &label].into_iter().find_map(|text| part(text)).map(|(_, field)| field),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_ledgers_speak_for_fields() {
        use TakeoverField as F;
        for (label, field) in [
            ("承租单位（人）", Some(F::Tenant)),
            ("租户名称", Some(F::Tenant)),
            ("房屋坐落", Some(F::Asset)),
            ("租赁面积(㎡)", Some(F::Area)),
            ("月租金（元）", Some(F::MonthRent)),
            ("年租金", Some(F::YearRent)),
            ("租金单价（元/㎡·月）", Some(F::Price)),
            ("租赁期限", Some(F::Term)),
            ("起租日期", Some(F::Start)),
            ("租期止", Some(F::End)),
            ("合同到期时间", Some(F::End)),
            ("租金缴至", Some(F::PaidUntil)),
            ("截至上月累计欠租", Some(F::Arrears)),
            ("履约保证金", Some(F::Deposit)),
            ("已收押金", Some(F::DepositHeld)),
            ("缴费方式", Some(F::Cycle)),
            ("统一社会信用代码/身份证号", Some(F::IdNo)),
            ("联系人", Some(F::Contact)),
            ("合同编号", Some(F::PaperNo)),
            ("商铺位置", Some(F::Asset)),
            ("铺号", Some(F::Room)),
            ("租金标准（元/平方米）", Some(F::Price)),
            ("滞纳金", None),
            ("本年已收", None),
            ("序号", None),
        ] {
            let path = [label.to_owned()];
            let found = [Speaks::Whole, Speaks::Part].into_iter().find_map(|how| proposed(&path, how, &|_| true));
            assert_eq!(found, field, "{label}");
        }
    }

    #[test]
    fn a_field_is_given_to_one_column_and_a_part_of_a_head_speaks_too() {
        let path = ["租期".to_owned(), "起".to_owned()];
        assert_eq!(proposed(&path, Speaks::Whole, &|_| true), Some(TakeoverField::Start));
        assert_eq!(proposed(&["面积".to_owned()], Speaks::Whole, &|field| field != TakeoverField::Area), None);
    }
}
