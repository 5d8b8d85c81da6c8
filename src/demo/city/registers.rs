//! Side ledgers of the offices, kept as registers: what a new user finds in 登记台账 on the first day.
//!
//! Drawn, published and filled in by the operations of the pages; rows belong to the offices, people and assets of the city.

use jiff::civil::Date;
use serde_json::{Map, Value, json};

use super::Persons;
use super::recipe::Calendar;
use crate::demo::dice::Dice;
use crate::error::Result;
use crate::features::assets::asset::record::Asset;
use crate::features::registers::definition::{Definition, Field, NewEntry, Place, Reminder};
use crate::features::registers::design::drafts::{DesignInput, create};
use crate::features::registers::design::publish::{PublishInput, publish};
use crate::features::registers::kind::FieldKind;
use crate::features::registers::rows::ops::{self, RowInput};
use crate::kernel::span::add_days;
use crate::op::{Caller, Op};
use crate::platform::identity::user::User;
use crate::store::{Reads, id};

const PETITIONS: &str = "xinfang";
const VEHICLES: &str = "cheliang";
const HAZARDS: &str = "yinhuan";
/// Rows of petitions, vehicles and hazards.
const ROWS: [usize; 3] = [18, 8, 24];

const MATTERS: [(&str, &str); 6] = [
    ("rent", "反映所租商铺租金调整幅度过大，希望按年分期缴纳。"),
    ("repair", "反映屋面雨季渗漏，多次报修未处理。"),
    ("around", "反映楼下餐饮店油烟扰民，要求整治。"),
    ("rights", "反映房屋面积与权属证记载不符，要求复核。"),
    ("repair", "反映楼道照明损坏，夜间出入不便。"),
    ("rent", "咨询小微企业房租减免政策的申请条件。"),
];
const NAMES: [&str; 6] = ["赵女士", "钱先生", "孙先生", "李女士", "周先生", "吴女士"];
const CARS: [&str; 4] = ["大众帕萨特", "别克GL8", "五菱宏光", "比亚迪秦"];
const DANGERS: [(&str, &str, &str); 6] = [
    ("fire", "一般", "疏散通道堆放杂物，应急照明不亮。"),
    ("power", "较大", "配电箱线路老化，无漏电保护装置。"),
    ("frame", "较大", "外墙饰面砖局部空鼓，有脱落风险。"),
    ("fire", "一般", "灭火器压力不足，已过检验日期。"),
    ("gas", "重大", "后厨燃气软管超期使用，未装报警器。"),
    ("frame", "一般", "屋面排水沟堵塞，女儿墙有裂缝。"),
];

/// A field that lists can be narrowed by.
fn asked(code: &str, label: &str, kind: FieldKind) -> Field {
    Field { query: true, ..Field::of(code, label, kind) }
}

fn required(field: Field) -> Field {
    Field { required: true, ..field }
}

fn choice(code: &str, label: &str, entries: &[(&str, &str)]) -> Field {
    let entry = |(value, label): &(&str, &str)| NewEntry { value: (*value).to_owned(), label: (*label).to_owned() };
    Field { entries: entries.iter().map(entry).collect(), ..asked(code, label, FieldKind::Choice) }
}

fn asset(code: &str, label: &str) -> Field {
    Field { link: "asset".to_owned(), ..asked(code, label, FieldKind::Link) }
}

/// A day of which people are reminded so many days ahead, until another field, by its place from 1, says that it is done.
fn reminding(field: Field, ahead: u16, (end, values): (u16, &[&str])) -> Field {
    let values = values.iter().map(|value| (*value).to_owned()).collect();
    Field { remind: Some(Reminder { ahead, field: end, values }), ..field }
}

fn petitions() -> Vec<Field> {
    let states = [("open", "在办"), ("done", "办结"), ("refused", "不予受理")];
    let kinds = [("rent", "租金缴纳"), ("repair", "房屋维修"), ("around", "周边环境"), ("rights", "权属面积")];
    vec![
        required(asked("bianhao", "编号", FieldKind::Code)),
        required(asked("shouliriqi", "受理日期", FieldKind::Day)),
        choice("leibie", "类别", &kinds),
        Field::of("laifangren", "来访人", FieldKind::Text),
        Field::of("lianxidianhua", "联系电话", FieldKind::Phone),
        Field::of("shixiang", "反映事项", FieldKind::Long),
        asset("shejizichan", "涉及资产"),
        required(asked("zerenkeshi", "责任科室", FieldKind::Dept)),
        asked("zerenren", "责任人", FieldKind::Person),
        choice("zhuangtai", "办理状态", &states),
        Field::of("banjieriqi", "办结日期", FieldKind::Day),
    ]
}

fn vehicles() -> Vec<Field> {
    vec![
        required(asked("chepaihao", "车牌号", FieldKind::Code)),
        Field::of("xinghao", "品牌型号", FieldKind::Text),
        required(asked("bumen", "使用部门", FieldKind::Dept)),
        Field::of("jiashiyuan", "驾驶员", FieldKind::Person),
        Field::of("gouzhiriqi", "购置日期", FieldKind::Day),
        Field { unit: "万元".to_owned(), ..Field::of("gouzhijia", "购置价", FieldKind::Money) },
        Field { unit: "公里".to_owned(), ..Field::of("licheng", "行驶里程", FieldKind::Whole) },
        reminding(asked("baoxiandaoqi", "保险到期", FieldKind::Day), 30, (10, &["false"])),
        reminding(asked("nianjiandaoqi", "年检到期", FieldKind::Day), 30, (10, &["false"])),
        asked("zaiyong", "是否在用", FieldKind::Flag),
    ]
}

fn hazards() -> Vec<Field> {
    let kinds = [("fire", "消防"), ("power", "用电"), ("frame", "建筑结构"), ("gas", "燃气")];
    let levels = [("一般", "一般"), ("较大", "较大"), ("重大", "重大")];
    let states = [("open", "整改中"), ("done", "已整改"), ("late", "逾期未整改")];
    vec![
        required(asked("bianhao", "编号", FieldKind::Code)),
        required(asked("paichariqi", "排查日期", FieldKind::Day)),
        required(asset("zichan", "排查资产")),
        choice("leibie", "隐患类别", &kinds),
        choice("dengji", "隐患等级", &levels),
        Field::of("miaoshu", "隐患描述", FieldKind::Long),
        required(asked("zerenbumen", "责任部门", FieldKind::Dept)),
        asked("zerenren", "整改责任人", FieldKind::Person),
        reminding(asked("qixian", "整改期限", FieldKind::Day), 7, (10, &["done"])),
        choice("zhuangtai", "整改状态", &states),
        Field::of("wanchengriqi", "完成日期", FieldKind::Day),
    ]
}

/// Draws and publishes a register; its owner is the field of the department.
fn put(op: &mut Op, code: &str, name: &str, icon: &str, fields: Vec<Field>, roles: &[u64]) -> Result<()> {
    let of_dept = fields.iter().position(|field| field.kind == FieldKind::Dept && field.required);
    let owner = of_dept.and_then(|place| u16::try_from(place + 1).ok()).unwrap_or(0);
    let mut definition = Definition {
        name: name.to_owned(),
        remark: "演示数据".to_owned(),
        fields,
        title: 1,
        once: vec![vec![1]],
        form_columns: 2,
        owner,
        attachments: true,
        place: Place { parent: 0, icon: icon.to_owned() },
        ..Definition::default()
    };
    definition.number_fields();
    let input = DesignInput { code: Some(code.to_owned()), definition: Some(definition), ..DesignInput::default() };
    let id = create(op, input)?.0.id;
    let note = "首次发布".to_owned();
    publish(op, PublishInput { id, note, role_ids: roles.to_vec(), ..PublishInput::default() })?;
    Ok(())
}

/// Somebody of the office: number and department.
fn office(op: &Op, caller: &Caller) -> Result<(u64, u64)> {
    let user: Option<User> = op.view().tx.get(&id(caller.user_id()))?;
    Ok(user.map_or((0, 0), |user| (user.user_id, user.dept_id)))
}

/// The three registers with their rows.
///
/// # Errors
/// What the operations refuse.
pub(super) fn build(op: &mut Op, persons: &Persons, calendar: Calendar) -> Result<()> {
    let drawn = calendar.at(add_days(calendar.today, -200), 9, 0)?;
    let mut roles = Vec::new();
    for caller in [persons.keeper(0), persons.clerk(0), persons.approver(0)] {
        let user: Option<User> = op.view().tx.get(&id(caller.user_id()))?;
        roles.extend(user.map(|user| user.role_ids).unwrap_or_default());
    }
    roles.sort_unstable();
    roles.dedup();
    op.acting(persons.keeper(0), drawn, |op| {
        put(op, PETITIONS, "信访登记", "solution", petitions(), &roles)?;
        put(op, VEHICLES, "公务车辆", "form", vehicles(), &roles)?;
        put(op, HAZARDS, "隐患排查", "bell", hazards(), &roles)
    })?;
    let assets: Vec<u64> = op.view().tx.all::<Asset>()?.into_iter().map(|asset| asset.asset_id).collect();
    let writer = Rows { persons, calendar, assets };
    (0..ROWS[0]).try_for_each(|place| writer.petition(op, place))?;
    (0..ROWS[1]).try_for_each(|place| writer.vehicle(op, place))?;
    (0..ROWS[2]).try_for_each(|place| writer.hazard(op, place))
}

struct Rows<'p> {
    persons: &'p Persons,
    calendar: Calendar,
    assets: Vec<u64>,
}

fn values(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

impl Rows<'_> {
    fn asset(&self, dice: &mut Dice) -> u64 {
        self.assets.get(dice.below(self.assets.len().max(1))).copied().unwrap_or(0)
    }

    /// Enters a row on its day; answers its number.
    fn enter(&self, op: &mut Op, (code, who, day): (&str, &Caller, Date), given: Value) -> Result<u64> {
        let at = self.calendar.at(day, 10, 20)?;
        let input = RowInput { code: code.to_owned(), values: values(given), ..RowInput::default() };
        op.acting(who, at, |op| Ok(ops::create(op, input)?.0.id.unwrap_or(0)))
    }

    /// What became of a row later, so that it has a history.
    fn later(&self, op: &mut Op, (code, who, day): (&str, &Caller, Date), row: u64, given: Value) -> Result<()> {
        let at = self.calendar.at(day, 15, 40)?;
        let input = RowInput { code: code.to_owned(), id: Some(row), values: values(given), ..RowInput::default() };
        op.acting(who, at, |op| ops::update(op, input).map(drop))
    }

    fn petition(&self, op: &mut Op, place: usize) -> Result<()> {
        let mut dice = Dice::of("petition", place);
        let day = add_days(self.calendar.today, -180 + i64::try_from(place * 10).unwrap_or(0));
        let (kind, matter) = *dice.pick(&MATTERS)?;
        let who = self.persons.clerk(place);
        let (user_id, dept_id) = office(op, who)?;
        let given = json!({"bianhao": format!("XF-{}-{:03}", day.year(), place + 1), "shouliriqi": day.to_string(),
            "leibie": kind, "laifangren": dice.pick(&NAMES)?, "lianxidianhua": format!("1990000{:04}", 1_000 + place),
            "shixiang": matter, "shejizichan": self.asset(&mut dice), "zerenkeshi": dept_id, "zerenren": user_id,
            "zhuangtai": "open"});
        let row = self.enter(op, (PETITIONS, who, day), given)?;
        if place + 4 < ROWS[0] {
            let end = add_days(day, dice.between(5, 20));
            let state = if place % 7 == 3 { "refused" } else { "done" };
            self.later(op, (PETITIONS, who, end), row, json!({"zhuangtai": state, "banjieriqi": end.to_string()}))?;
        }
        Ok(())
    }

    fn vehicle(&self, op: &mut Op, place: usize) -> Result<()> {
        let mut dice = Dice::of("vehicle", place);
        let (bought, today) = (add_days(self.calendar.today, -dice.between(400, 3_000)), self.calendar.today);
        let who = self.persons.keeper(place);
        let (_, dept_id) = office(op, if place.is_multiple_of(2) { who } else { self.persons.clerk(place) })?;
        let (driver, _) = office(op, self.persons.clerk(place))?;
        let given = json!({"chepaihao": format!("云A·{:05}", 20_017 + place * 731), "xinghao": dice.pick(&CARS)?,
            "bumen": dept_id, "jiashiyuan": driver, "gouzhiriqi": bought.to_string(),
            "gouzhijia": dice.between(90, 260) * 100_000, "licheng": dice.between(8_000, 160_000),
            "baoxiandaoqi": add_days(today, dice.between(-10, 350)).to_string(),
            "nianjiandaoqi": add_days(today, dice.between(5, 700)).to_string(), "zaiyong": place != 5});
        self.enter(op, (VEHICLES, who, add_days(today, -150)), given).map(drop)
    }

    fn hazard(&self, op: &mut Op, place: usize) -> Result<()> {
        let mut dice = Dice::of("hazard", place);
        let day = add_days(self.calendar.today, -150 + i64::try_from(place * 6).unwrap_or(0));
        let (kind, level, told) = *dice.pick(&DANGERS)?;
        let who = self.persons.keeper(place);
        let (user_id, dept_id) = office(op, who)?;
        let limit = add_days(day, 30);
        let given = json!({"bianhao": format!("YH-{}-{:03}", day.year(), place + 1), "paichariqi": day.to_string(),
            "zichan": self.asset(&mut dice), "leibie": kind, "dengji": level, "miaoshu": told, "zerenbumen": dept_id,
            "zerenren": user_id, "qixian": limit.to_string(), "zhuangtai": "open"});
        let row = self.enter(op, (HAZARDS, who, day), given)?;
        if place % 8 == 5 && limit < self.calendar.today {
            return self.later(op, (HAZARDS, who, add_days(limit, 1)), row, json!({"zhuangtai": "late"}));
        }
        if place + 5 < ROWS[2] {
            let end = add_days(day, dice.between(3, 28));
            self.later(op, (HAZARDS, who, end), row, json!({"zhuangtai": "done", "wanchengriqi": end.to_string()}))?;
        }
        Ok(())
    }
}
