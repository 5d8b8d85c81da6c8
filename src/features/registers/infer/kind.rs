//! Kinds of columns, and the words of a header that speak for them.

use crate::kernel::enumeration::worded;

use super::plain::tight;

worded! {
    /// What a column holds.
    #[derive(Hash, PartialOrd, Ord)]
    pub enum SurveyKind {
        /// Numbers the rows; not stored.
        Serial = "serial" => "序号",
        Idno = "idno" => "证件号",
        Account = "account" => "账号",
        Phone = "phone" => "电话",
        Day = "day" => "日期",
        Moment = "moment" => "时间",
        Month = "month" => "年月",
        Year = "year" => "年度",
        Percent = "percent" => "百分比",
        Money = "money" => "金额",
        Area = "area" => "面积",
        Whole = "whole" => "整数",
        Decimal = "decimal" => "小数",
        Flag = "flag" => "是否",
        Dept = "dept" => "部门",
        Person = "person" => "人员",
        /// Several in a cell.
        Persons = "persons" => "人员（多个）",
        Link = "link" => "关联",
        Choice = "choice" => "单选",
        /// Several in a cell.
        Choices = "choices" => "多选",
        Code = "code" => "编号",
        Long = "long" => "长文本",
        Text = "text" => "文本",
        Pictures = "pictures" => "图片",
        Files = "files" => "附件",
    }
}

/// Its short name here.
pub type Kind = SurveyKind;

impl SurveyKind {
    /// Whether its values are sealed.
    pub const fn is_sealed(self) -> bool {
        matches!(self, Self::Idno | Self::Account | Self::Phone)
    }

    /// Kinds that one word may mean as well: a word for one of them does not speak against the others.
    const fn family(self) -> u8 {
        match self {
            Self::Idno | Self::Account | Self::Phone | Self::Code | Self::Serial => 1,
            Self::Day | Self::Moment | Self::Month | Self::Year => 2,
            Self::Percent | Self::Money | Self::Area | Self::Whole | Self::Decimal => 3,
            Self::Flag | Self::Choice | Self::Choices => 4,
            Self::Dept | Self::Person | Self::Persons | Self::Link => 5,
            Self::Long | Self::Text => 6,
            Self::Pictures | Self::Files => 7,
        }
    }

    pub(super) const fn is_number(self) -> bool {
        self.family() == 3
    }
}

/// Words anywhere in a header.
const WORDS: [(Kind, &[&str]); 19] = [
    (Kind::Serial, &["序号"]),
    (Kind::Idno, &["身份证", "证件号", "证件号码", "信用代码", "身份号码"]),
    (Kind::Account, &["账号", "帐号", "卡号", "银行账户"]),
    (Kind::Phone, &["电话", "手机", "联系方式", "联系号码"]),
    (Kind::Day, &["日期", "时间", "到期", "签订日", "截止", "起始", "期限起", "期限止", "有效期至"]),
    (Kind::Month, &["年月", "月份", "所属月"]),
    (Kind::Year, &["年度", "年份"]),
    (Kind::Percent, &["占比", "比例", "百分比", "%"]),
    (
        Kind::Money,
        &[
            "金额",
            "租金",
            "价款",
            "原值",
            "净值",
            "投资",
            "预算",
            "资金",
            "工资",
            "押金",
            "保证金",
            "合同价",
            "总价",
            "产值",
            "元)",
            "余额",
            "收入",
            "支出",
            "经费",
            "税额",
            "拨款",
        ],
    ),
    (Kind::Area, &["面积", "㎡", "平方米", "m²"]),
    (Kind::Whole, &["数量", "户数", "人数", "件数", "台数", "套数"]),
    (Kind::Decimal, &["单价"]),
    (Kind::Flag, &["是否", "有无"]),
    (Kind::Dept, &["单位", "部门", "科室", "处室"]),
    (Kind::Person, &["经办", "负责", "责任人", "承办", "经手", "办理人", "登记人"]),
    (
        Kind::Choice,
        &["状态", "类别", "类型", "性质", "方式", "等级", "级别", "种类", "分类", "性别", "学历", "政治面貌", "婚姻"],
    ),
    (Kind::Pictures, &["图片", "照片", "相片", "影像"]),
    (Kind::Files, &["附件", "扫描件"]),
    (Kind::Long, &["备注", "情况", "说明", "内容", "描述", "事由"]),
];

/// Words at the end of a header.
const ENDS: [(Kind, &[&str]); 6] = [
    (Kind::Day, &["起", "止", "日"]),
    (Kind::Percent, &["率"]),
    (Kind::Money, &["费", "款", "元", "费用"]),
    (Kind::Code, &["号", "编码", "代码", "条码", "号码", "号牌", "邮编"]),
    (Kind::Dept, &["乡镇", "街道"]),
    (Kind::Text, &["名称", "姓名", "联系人", "地址"]),
];

/// Words of headers whose values are names, models and places: tomorrow there is another one.
const NAMING: [&str; 16] = [
    "名称",
    "姓名",
    "联系人",
    "地址",
    "型号",
    "规格",
    "品牌",
    "品名",
    "地点",
    "位置",
    "存放",
    "场所",
    "厂家",
    "厂商",
    "供应商",
    "单位",
];

/// What the header of a column speaks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Speaks {
    kinds: Vec<Kind>,
    is_contact: bool,
    is_naming: bool,
}

impl Speaks {
    pub(super) fn of(label: &str) -> Self {
        let label = tight(label);
        let label = label.as_ref();
        let bare = label.split('(').next().unwrap_or_default();
        let mut kinds: Vec<Kind> = Vec::new();
        for (kind, words) in WORDS {
            let found = words.iter().any(|word| label.contains(word));
            let is_other =
                kind == Kind::Dept && ["计量单位", "单位:", "单位类", "单位性质"].iter().any(|no| label.contains(no));
            if found && !is_other {
                kinds.push(kind);
            }
        }
        for (kind, words) in ENDS {
            if words.iter().any(|word| bare.ends_with(word) || label.ends_with(word)) && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        // 序号 counts rows, 型号 is shared by many
        if kinds.contains(&Kind::Serial) || ["型号", "符号"].iter().any(|word| bare.ends_with(word)) {
            kinds.retain(|kind| *kind != Kind::Code);
        }
        // 单价 is no amount of its own, 联系人 is nobody of the house, 电话号码 no code
        if kinds.contains(&Kind::Decimal) {
            kinds.retain(|kind| !matches!(kind, Kind::Money | Kind::Area));
        }
        if bare.ends_with("人数") || bare.ends_with("户数") {
            kinds.retain(|kind| !matches!(kind, Kind::Person | Kind::Dept));
        }
        if kinds.iter().any(|kind| matches!(kind, Kind::Idno | Kind::Account | Kind::Phone)) {
            kinds.retain(|kind| !matches!(kind, Kind::Code | Kind::Person | Kind::Dept | Kind::Text));
        }
        if kinds.iter().any(|kind| matches!(kind, Kind::Day | Kind::Person | Kind::Choice) || kind.is_number()) {
            kinds.retain(|kind| !matches!(kind, Kind::Dept | Kind::Long));
        }
        let is_naming = NAMING.iter().any(|word| bare.contains(word)) || bare.ends_with('人');
        Self { kinds, is_contact: label.contains("联系人"), is_naming }
    }

    /// Whether numbers below are names: 发动机号, 房号.
    pub(super) fn is_name(&self) -> bool {
        self.kinds.contains(&Kind::Code) && !self.kinds.iter().any(|kind| matches!(kind.family(), 2 | 3))
    }

    /// Whether it speaks for no kind.
    pub(super) const fn is_silent(&self) -> bool {
        self.kinds.is_empty() && !self.is_contact
    }

    /// Whether values are names, models or places.
    pub(super) const fn is_naming(&self) -> bool {
        self.is_naming
    }

    /// The kind of a column in which nothing stands yet; that of people and offices is not sure by a word.
    pub(super) fn of_empty(&self) -> Kind {
        let sure = |kind: &&Kind| !matches!(kind, Kind::Dept | Kind::Person | Kind::Choice | Kind::Serial | Kind::Text);
        self.kinds.iter().find(sure).copied().unwrap_or(Kind::Text)
    }

    pub(super) fn is_for(&self, kind: Kind) -> bool {
        match kind {
            Kind::Moment => self.kinds.contains(&Kind::Day),
            Kind::Persons => self.kinds.contains(&Kind::Person),
            Kind::Choices => self.kinds.contains(&Kind::Choice),
            kind => self.kinds.contains(&kind),
        }
    }

    /// What the words add to the confidence in a kind.
    pub(super) fn weight(&self, kind: Kind) -> f64 {
        if self.is_contact && matches!(kind, Kind::Person | Kind::Persons) {
            -0.20
        } else if self.is_for(kind) {
            0.08
        } else if self.kinds.iter().any(|other| other.family() != kind.family() && *other != Kind::Text) {
            -0.20
        } else {
            0.0
        }
    }
}

/// Units of money that a label may end with as it stands.
const ENDING: [&str; 4] = ["百万元", "万元", "千元", "亿元"];

/// The unit of money in a label: in any brackets, behind a mark, or at its end.
fn money_unit_of(label: &str) -> Option<String> {
    let inside = |part: &str| {
        let inside = part.split(')').next().unwrap_or_default().trim_start_matches("单位").trim_start_matches(':');
        money_power(inside).map(|_| inside.to_owned())
    };
    let behind = || {
        let (_, unit) = label.rsplit_once(['/', ':', ','])?;
        money_power(unit).filter(|_| !unit.contains(')')).map(|_| unit.to_owned())
    };
    let ending = || ENDING.iter().find(|unit| label.strip_suffix(**unit).is_some_and(|rest| !rest.is_empty()));
    label.split('(').skip(1).find_map(inside).or_else(behind).or_else(|| ending().map(|unit| (*unit).to_owned()))
}

/// The unit in a header: that of money wherever it stands, else that in the last brackets: `金额（万元）`.
pub(super) fn unit_of(label: &str) -> Option<String> {
    let label = tight(label).replace(['【', '['], "(").replace(['】', ']'], ")");
    if let Some(unit) = money_unit_of(&label) {
        return Some(unit);
    }
    let (_, rest) = label.rsplit_once('(')?;
    let unit = rest.strip_suffix(')')?.trim_start_matches("单位:");
    let unit = unit.strip_prefix("单位").unwrap_or(unit);
    let is_unit =
        !unit.is_empty() && unit.chars().count() <= 6 && !unit.contains(|c: char| c.is_ascii_digit() && c != '2');
    is_unit.then(|| unit.to_owned())
}

/// The unit of a column: that of money in any line of its header, else the lowest one.
pub(super) fn unit_of_path(path: &[String]) -> Option<String> {
    let all: Vec<String> = path.iter().rev().filter_map(|part| unit_of(part)).collect();
    all.iter().find(|unit| money_power(unit).is_some()).or_else(|| all.first()).cloned()
}

/// Whether a unit counts another currency.
pub(super) fn is_foreign(unit: &str) -> bool {
    ["美元", "美金", "欧元", "日元", "港元", "港币", "英镑", "外币", "USD", "EUR", "HKD"]
        .iter()
        .any(|word| unit.contains(word))
}

/// The power of ten of a unit of money; none for other units.
pub(super) fn money_power(unit: &str) -> Option<u8> {
    let unit = unit.trim_start_matches("人民币");
    let unit = unit.split(['/', '·']).next().unwrap_or(unit);
    match unit {
        "元" | "￥" => Some(0),
        "千元" => Some(3),
        "万元" | "万" => Some(4),
        "百万元" => Some(6),
        "亿元" | "亿" => Some(8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_headers() {
        for (label, kinds) in [
            ("序号", &[Kind::Serial][..]),
            ("身份证号码", &[Kind::Idno]),
            ("单价（元/㎡·月）", &[Kind::Decimal]),
            ("建筑面积（㎡）", &[Kind::Area]),
            ("责任单位", &[Kind::Dept]),
            ("计量单位", &[]),
            ("单位负责人", &[Kind::Person]),
            ("负责人电话", &[Kind::Phone]),
            ("合同编号", &[Kind::Code]),
            ("合同金额（万元）", &[Kind::Money]),
            ("完成率（%）", &[Kind::Percent]),
            ("租期起", &[Kind::Day]),
            ("是否整改", &[Kind::Flag]),
            ("合同名称", &[Kind::Text]),
            ("发动机号", &[Kind::Code]),
            ("规格型号", &[]),
            ("联系电话号码", &[Kind::Phone]),
        ] {
            assert_eq!(Speaks::of(label).kinds, kinds, "{label}");
        }
        assert!(Speaks::of("联系人").weight(Kind::Person) < 0.0);
        assert_eq!(unit_of("金额（万元）").as_deref(), Some("万元"));
        assert_eq!(unit_of("金额（2024）"), None);
        for label in
            ["金额【万元】", "金额/万元", "金额：万元", "金额万元", "金额（万元）（含税）", "金额（单位：万元）"]
        {
            assert_eq!(unit_of(label).as_deref(), Some("万元"), "{label}");
        }
        assert_eq!(
            (unit_of("三单元"), unit_of("单位"), unit_of("金额（含税）").as_deref()),
            (None, None, Some("含税"))
        );
        assert_eq!((money_power("万元"), money_power("元/㎡"), money_power("台")), (Some(4), Some(0), None));
    }
}
