//! Kinds of fields: what a cell of a register may hold, how it may be asked for and drawn. The one table of design
//! registers.md 3.1; storage, wire, list, form, import and print all go by it.

use crate::kernel::enumeration::worded;

use super::infer;

worded! {
    /// What a field holds.
    #[derive(Default, Hash, PartialOrd, Ord)]
    pub enum FieldKind {
        #[default]
        Text = "text" => "文本",
        Long = "long" => "长文本",
        Code = "code" => "编号",
        Whole = "whole" => "整数",
        Decimal = "decimal" => "小数",
        Money = "money" => "金额",
        Percent = "percent" => "百分比",
        Area = "area" => "面积",
        Year = "year" => "年度",
        Day = "day" => "日期",
        Month = "month" => "年月",
        Moment = "moment" => "时间",
        Flag = "flag" => "是否",
        Choice = "choice" => "单选",
        Choices = "choices" => "多选",
        Person = "person" => "人员",
        Persons = "persons" => "人员（多个）",
        Dept = "dept" => "部门",
        Link = "link" => "关联",
        Phone = "phone" => "电话",
        Idno = "idno" => "证件号",
        Account = "account" => "账号",
        Files = "files" => "附件",
        Pictures = "pictures" => "图片",
        Rich = "rich" => "富文本",
    }
}

worded! {
    /// How a query looks for values.
    #[derive(Default)]
    pub enum QueryWay {
        #[default]
        Eq = "EQ" => "等于",
        Ne = "NE" => "不等于",
        Gt = "GT" => "大于",
        Gte = "GTE" => "大于等于",
        Lt = "LT" => "小于",
        Lte = "LTE" => "小于等于",
        Like = "LIKE" => "包含",
        Between = "BETWEEN" => "范围",
    }
}

worded! {
    /// How a form asks for a value; the names are those of the family's generator.
    #[derive(Default)]
    pub enum Widget {
        #[default]
        Input = "input" => "文本框",
        Textarea = "textarea" => "文本域",
        Number = "number" => "数字框",
        Select = "select" => "下拉框",
        Radio = "radio" => "单选框",
        Checkbox = "checkbox" => "复选框",
        Datetime = "datetime" => "日期控件",
        Person = "person" => "人员选择",
        Dept = "dept" => "部门选择",
        Link = "link" => "关联选择",
        ImageUpload = "imageUpload" => "图片上传",
        FileUpload = "fileUpload" => "文件上传",
        Editor = "editor" => "富文本控件",
    }
}

/// The part of the table that kinds share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    Text,
    /// A number that is ordered: days and moments too.
    Number,
    /// One of several values.
    Choice,
    /// Numbers of records.
    Links,
    /// Sealed with the site's key.
    Sealed,
    Files,
}

impl FieldKind {
    /// What it has in common with others.
    pub const fn nature(self) -> Nature {
        match self {
            Self::Text | Self::Long | Self::Code | Self::Rich => Nature::Text,
            Self::Whole
            | Self::Decimal
            | Self::Money
            | Self::Percent
            | Self::Area
            | Self::Year
            | Self::Day
            | Self::Month
            | Self::Moment => Nature::Number,
            Self::Flag | Self::Choice | Self::Choices => Nature::Choice,
            Self::Person | Self::Persons | Self::Dept | Self::Link => Nature::Links,
            Self::Phone | Self::Idno | Self::Account => Nature::Sealed,
            Self::Files | Self::Pictures => Nature::Files,
        }
    }

    /// Whether its values are sealed: masked for everybody without `reg:<code>:pii`.
    pub const fn is_sealed(self) -> bool {
        matches!(self.nature(), Nature::Sealed)
    }

    /// Whether it takes the entries of a dictionary.
    pub const fn has_dictionary(self) -> bool {
        matches!(self, Self::Choice | Self::Choices)
    }

    /// Whether a cell may hold several.
    pub const fn is_several(self) -> bool {
        matches!(self, Self::Choices | Self::Persons | Self::Files | Self::Pictures)
    }

    /// Whether lists add it up.
    pub const fn is_summed(self) -> bool {
        matches!(self, Self::Whole | Self::Decimal | Self::Money | Self::Area)
    }

    /// Whether lists count its values, and 汇总 parts by them.
    pub const fn is_counted(self) -> bool {
        matches!(self, Self::Flag | Self::Choice | Self::Dept | Self::Person | Self::Link | Self::Year | Self::Month)
            || matches!(self, Self::Day)
    }

    /// Whether lists sort by it.
    pub const fn is_sortable(self) -> bool {
        matches!(self.nature(), Nature::Number) || matches!(self, Self::Text | Self::Code | Self::Flag | Self::Choice)
    }

    /// Whether its numbers are days, months or moments.
    pub const fn is_time(self) -> bool {
        matches!(self, Self::Day | Self::Month | Self::Moment)
    }

    /// Whether it may tell rows apart.
    pub const fn may_be_unique(self) -> bool {
        !matches!(self, Self::Long | Self::Rich | Self::Files | Self::Pictures | Self::Choices | Self::Persons)
    }

    /// Whether it may be the title of a row.
    pub const fn may_be_title(self) -> bool {
        matches!(self, Self::Text | Self::Code | Self::Choice | Self::Person | Self::Dept | Self::Link)
    }

    /// How it may be asked for; the first one is taken when nobody says anything.
    pub const fn ways(self) -> &'static [QueryWay] {
        use QueryWay::{Between, Eq, Gt, Gte, Like, Lt, Lte, Ne};
        match self {
            Self::Text | Self::Code => &[Like, Eq, Ne],
            Self::Long | Self::Rich => &[Like],
            Self::Day | Self::Month | Self::Moment => &[Between, Eq, Ne, Gt, Gte, Lt, Lte],
            Self::Year => &[Eq, Ne, Gt, Gte, Lt, Lte, Between],
            _ => match self.nature() {
                Nature::Number => &[Between, Eq, Ne, Gt, Gte, Lt, Lte],
                Nature::Choice | Nature::Links => &[Eq, Ne],
                Nature::Sealed => &[Eq],
                Nature::Text | Nature::Files => &[],
            },
        }
    }

    /// What a form may ask it with; the first one is taken when nobody says anything.
    pub const fn widgets(self) -> &'static [Widget] {
        match self {
            Self::Text | Self::Code | Self::Phone | Self::Idno | Self::Account => &[Widget::Input],
            Self::Long => &[Widget::Textarea],
            Self::Whole | Self::Decimal | Self::Money | Self::Percent | Self::Area | Self::Year => &[Widget::Number],
            Self::Day | Self::Month | Self::Moment => &[Widget::Datetime],
            Self::Flag => &[Widget::Radio, Widget::Select, Widget::Checkbox],
            Self::Choice => &[Widget::Select, Widget::Radio],
            Self::Choices => &[Widget::Select, Widget::Checkbox],
            Self::Person | Self::Persons => &[Widget::Person],
            Self::Dept => &[Widget::Dept],
            Self::Link => &[Widget::Link],
            Self::Files => &[Widget::FileUpload],
            Self::Pictures => &[Widget::ImageUpload],
            Self::Rich => &[Widget::Editor],
        }
    }

    /// Most characters of its text.
    pub const fn most_chars(self) -> usize {
        match self {
            Self::Long => 10_000,
            Self::Code => 64,
            Self::Rich => 65_536,
            Self::Phone | Self::Idno | Self::Account => 40,
            _ => 500,
        }
    }

    /// Decimal places of its whole numbers on the wire and in workbooks; those of a decimal are said by its field.
    pub const fn places(self) -> u8 {
        match self {
            Self::Money | Self::Area => 2,
            Self::Percent => 4,
            _ => 0,
        }
    }

    /// The kind of what was understood of a column; numbers of rows are not stored.
    pub const fn of_guess(kind: infer::Kind) -> Option<Self> {
        Some(match kind {
            infer::Kind::Serial => return None,
            infer::Kind::Idno => Self::Idno,
            infer::Kind::Account => Self::Account,
            infer::Kind::Phone => Self::Phone,
            infer::Kind::Day => Self::Day,
            infer::Kind::Moment => Self::Moment,
            infer::Kind::Month => Self::Month,
            infer::Kind::Year => Self::Year,
            infer::Kind::Percent => Self::Percent,
            infer::Kind::Money => Self::Money,
            infer::Kind::Area => Self::Area,
            infer::Kind::Whole => Self::Whole,
            infer::Kind::Decimal => Self::Decimal,
            infer::Kind::Flag => Self::Flag,
            infer::Kind::Dept => Self::Dept,
            infer::Kind::Person => Self::Person,
            infer::Kind::Persons => Self::Persons,
            infer::Kind::Link => Self::Link,
            infer::Kind::Choice => Self::Choice,
            infer::Kind::Choices => Self::Choices,
            infer::Kind::Code => Self::Code,
            infer::Kind::Long => Self::Long,
            infer::Kind::Text => Self::Text,
            infer::Kind::Pictures => Self::Pictures,
            infer::Kind::Files => Self::Files,
        })
    }

    /// The reader of the survey for a typed or imported text of this kind; `None` for what no text can say.
    pub const fn reader(self) -> Option<infer::Kind> {
        Some(match self {
            Self::Text => infer::Kind::Text,
            Self::Long => infer::Kind::Long,
            Self::Code => infer::Kind::Code,
            Self::Whole => infer::Kind::Whole,
            Self::Decimal => infer::Kind::Decimal,
            Self::Money => infer::Kind::Money,
            Self::Percent => infer::Kind::Percent,
            Self::Area => infer::Kind::Area,
            Self::Year => infer::Kind::Year,
            Self::Day => infer::Kind::Day,
            Self::Month => infer::Kind::Month,
            Self::Moment => infer::Kind::Moment,
            Self::Flag => infer::Kind::Flag,
            Self::Choice => infer::Kind::Choice,
            Self::Choices => infer::Kind::Choices,
            Self::Person => infer::Kind::Person,
            Self::Persons => infer::Kind::Persons,
            Self::Dept => infer::Kind::Dept,
            Self::Link => infer::Kind::Link,
            Self::Phone => infer::Kind::Phone,
            Self::Idno => infer::Kind::Idno,
            Self::Account => infer::Kind::Account,
            Self::Files | Self::Pictures | Self::Rich => return None,
        })
    }
}
