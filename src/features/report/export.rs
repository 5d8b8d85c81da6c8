//! The blocks as workbooks: what the picture shows, row by row, in yuan and square metres.

use super::arrears::ArrearsBlock;
use super::cash::CashFlowBlock;
use super::rate::RateBlock;
use super::receivable::ReceivableBlock;
use super::received::ReceivedBlock;
use super::{area, arrears, cash, rate, receivable, received};
use crate::error::Result;
use crate::features::finance::figures::load::ChartQuery;
use crate::op::View;
use crate::records::export;
use crate::records::export::Workbook;
use crate::route::Data;
use crate::sheet::{Cell, Column};

/// A line of a block: what it is, then its figures.
struct BlockSheetRow {
    name: String,
    cells: Vec<Cell>,
}

fn line(name: impl Into<String>, cells: impl IntoIterator<Item = Cell>) -> BlockSheetRow {
    BlockSheetRow { name: name.into(), cells: cells.into_iter().collect() }
}

/// «1月» … «12月».
fn month(number: i8) -> String {
    format!("{number}月")
}

/// «93.72» percent as a text; empty for none.
fn percent(rate: Option<i64>) -> Cell {
    rate.map_or(Cell::Empty, Cell::Decimal)
}

/// The column of a line's figure at a place.
fn column<const PLACE: usize>(header: &'static str) -> Column<BlockSheetRow> {
    Column::new(header, 16.0, |line: &BlockSheetRow| line.cells.get(PLACE).cloned().unwrap_or(Cell::Empty))
}

fn name(header: &'static str) -> Column<BlockSheetRow> {
    Column::new(header, 24.0, |line: &BlockSheetRow| Cell::Text(line.name.clone()))
}

/// POST /stat/yingShou/export
///
/// # Errors
/// What the block refuses; a workbook that cannot be written.
pub fn receivable(view: &View, query: ChartQuery) -> Result<Workbook> {
    let Data(block): Data<ReceivableBlock> = receivable::block(view, query)?;
    let columns = [name("月份"), column::<0>("租金（元）"), column::<1>("其他收入（元）"), column::<2>("状态")];
    let lines = block.months.iter().map(|of| {
        let state = if of.planned { "预计" } else { "已出账" };
        line(month(of.month), [Cell::Decimal(of.rent_fen), Cell::Decimal(of.other_fen), Cell::Text(state.into())])
    });
    export::write(view, "应收", &columns, lines)
}

/// POST /stat/shiShou/export
///
/// # Errors
/// What the block refuses; a workbook that cannot be written.
pub fn received(view: &View, query: ChartQuery) -> Result<Workbook> {
    let Data(block): Data<ReceivedBlock> = received::block(view, query)?;
    let columns =
        [name("月份"), column::<0>("租金实收（元）"), column::<1>("其中待认领（元）"), column::<2>("租金应收（元）")];
    let lines = block.months.iter().map(|of| {
        let figures = [of.fen, of.unclaimed_fen, of.due_fen];
        line(month(of.month), figures.map(Cell::Decimal))
    });
    export::write(view, "实收", &columns, lines)
}

/// POST /stat/plateAssetAreaPie/export
///
/// # Errors
/// What the block refuses; a workbook that cannot be written.
pub fn shares(view: &View, query: ChartQuery) -> Result<Workbook> {
    let Data(block) = area::shares(view, query)?;
    let columns = [name("板块"), column::<0>("口径"), column::<1>("面积（㎡）"), column::<2>("占比（%）")];
    let measures = block.measures;
    let all = [("建筑面积", measures.building), ("可出租面积", measures.lettable), ("已出租面积", measures.let_out)];
    let lines = all.iter().flat_map(|(label, measure)| {
        measure.items.iter().map(|item| {
            let (area, share) = (Cell::Decimal(item.area_m2.0), Cell::Decimal(item.share));
            line(item.name.clone(), [Cell::Text((*label).into()), area, share])
        })
    });
    export::write(view, "板块资产面积", &columns, lines)
}

/// POST /stat/plateAssetArea/export
///
/// # Errors
/// What the block refuses; a workbook that cannot be written.
pub fn uses(view: &View, query: ChartQuery) -> Result<Workbook> {
    let Data(block) = area::uses(view, query)?;
    let columns = [
        name("名称"),
        column::<0>("分组"),
        column::<1>("已出租（㎡）"),
        column::<2>("空置（㎡）"),
        column::<3>("自用（㎡）"),
        column::<4>("出借（㎡）"),
        column::<5>("维修及不可租（㎡）"),
        column::<6>("可出租（㎡）"),
        column::<7>("出租率（%）"),
    ];
    let row = |group: &str, of: &area::AreaUse| {
        let areas = [of.let_m2, of.vacant_m2, of.own_m2, of.lent_m2, of.other_m2, of.lettable_m2];
        let figures = areas.into_iter().map(|area| Cell::Decimal(area.0));
        line(of.name.clone(), [Cell::Text(group.into())].into_iter().chain(figures).chain([percent(of.rate)]))
    };
    let plates = block.plates.iter().map(|of| row("板块", of));
    let parties = block.parties.iter().map(|of| row("甲方", of));
    export::write(view, "板块资产面积（出租状态）", &columns, plates.chain(parties).chain([row("全部", &block.total)]))
}

/// POST /stat/xianJinLiu/export
///
/// # Errors
/// What the block refuses; a workbook that cannot be written.
pub fn cash_flow(view: &View, query: ChartQuery) -> Result<Workbook> {
    let Data(block): Data<CashFlowBlock> = cash::block(view, query)?;
    let columns = [
        name("月份"),
        column::<0>("租金（元）"),
        column::<1>("其他收入（元）"),
        column::<2>("押金收取（元）"),
        column::<3>("退款（元）"),
        column::<4>("押金退还（元）"),
        column::<5>("支出（元）"),
        column::<6>("净流量（元）"),
        column::<7>("累计（元）"),
        column::<8>("上缴（元）"),
        column::<9>("预计收入（元）"),
        column::<10>("财政直缴（元）"),
        column::<11>("待认领收款（元）"),
    ];
    let lines = block.months.iter().map(|of| {
        let figures = [
            of.rent_fen,
            of.other_fen,
            of.deposit_fen,
            of.refund_fen,
            of.deposit_refund_fen,
            of.expense_fen,
            of.net_fen,
            of.running_fen,
            of.remitted_fen,
            of.planned_fen,
            of.treasury_fen,
            of.unclaimed_fen,
        ];
        line(month(of.month), figures.map(Cell::Decimal))
    });
    export::write(view, "当年现金流统计", &columns, lines)
}

/// POST /stat/qianJiao/export
///
/// # Errors
/// What the block refuses; a workbook that cannot be written.
pub fn arrears(view: &View, query: ChartQuery) -> Result<Workbook> {
    const AGES: [&str; 7] = ["未到期", "1-30 天", "31-60 天", "61-90 天", "91-180 天", "181-365 天", "365 天以上"];
    let Data(block): Data<ArrearsBlock> = arrears::block(view, query)?;
    let columns = [name("项目"), column::<0>("分组"), column::<1>("金额（元）"), column::<2>("笔数")];
    let count = |bills: usize| Cell::Number(i64::try_from(bills).unwrap_or(i64::MAX));
    let row = |name: &str, group: &str, fen: i64, bills: Cell| {
        line(name.to_owned(), [Cell::Text(group.into()), Cell::Decimal(fen), bills])
    };
    let ages = AGES.iter().zip(&block.ageing).map(|(age, of)| row(age, "账龄", of.fen, count(of.bills)));
    let top = block.top.iter().map(|of| row(&of.name, "欠缴排名", of.fen, count(of.bills)));
    let roll = &block.roll;
    let rolled = [
        ("期初欠缴", roll.opening_fen),
        ("往期补记与调整", roll.adjusted_fen),
        ("本年净应收", roll.net_due_fen),
        ("本期收回", roll.collected_fen),
        ("前期预收抵减", roll.paid_ahead_fen),
        ("当日到期", roll.due_today_fen),
        ("期末欠缴", roll.closing_fen),
    ];
    let rolled = rolled.into_iter().map(|(name, fen)| row(name, "本年滚动", fen, Cell::Empty));
    let owed = block.remittances.items.iter().map(|of| row(&of.name, "上缴欠缴", of.owed_fen, Cell::Empty));
    export::write(view, "欠缴金额统计", &columns, ages.chain(top).chain(rolled).chain(owed))
}

/// POST /stat/shouJiaoLv/export
///
/// # Errors
/// What the block refuses; a workbook that cannot be written.
pub fn rates(view: &View, query: ChartQuery) -> Result<Workbook> {
    let Data(block): Data<RateBlock> = rate::block(view, query)?;
    let columns = [
        name("名称"),
        column::<0>("分组"),
        column::<1>("当期（%）"),
        column::<2>("按期（%）"),
        column::<3>("综合（%）"),
        column::<4>("按户（%）"),
        column::<5>("截至当月末（%）"),
    ];
    let row = |name: &str, group: &str, of: &rate::Variants| {
        let rates = [of.current, of.in_time, of.overall, of.by_tenants];
        line(name.to_owned(), [Cell::Text(group.into())].into_iter().chain(rates.map(percent)))
    };
    let whole = [row("全部", "本年", &block.variants.variants)];
    let plates = block.plates.iter().map(|of| row(&of.name, "板块", &of.variants));
    let parties = block.parties.iter().map(|of| row(&of.name, "甲方", &of.variants));
    let months = block.months.iter().map(|of| {
        let empty = [Cell::Empty, Cell::Empty, Cell::Empty];
        let cells = [Cell::Text("月份".into()), percent(of.now)].into_iter().chain(empty);
        line(month(of.month), cells.chain([percent(of.at_month_end)]))
    });
    export::write(view, "租金收缴率统计", &columns, whole.into_iter().chain(plates).chain(parties).chain(months))
}
