//! All fields that templates may name. A name is never given another meaning: made papers and templates carry it.

use std::sync::LazyLock;

use gx_office::{Field, Kind};

const fn field(name: &'static str, kind: Kind, example: &'static str) -> Field {
    Field { name, kind, example, rows: &[] }
}
const fn text(name: &'static str, example: &'static str) -> Field {
    field(name, Kind::Text, example)
}
const fn money(name: &'static str, example: &'static str) -> Field {
    field(name, Kind::Money, example)
}
const fn day(name: &'static str, example: &'static str) -> Field {
    field(name, Kind::Date, example)
}
const fn number(name: &'static str, example: &'static str) -> Field {
    field(name, Kind::Number, example)
}
const fn flag(name: &'static str) -> Field {
    field(name, Kind::Flag, "是")
}
const fn rows(name: &'static str, rows: &'static [Field]) -> Field {
    Field { name, kind: Kind::Rows, example: "", rows }
}

/// Of every paper.
pub const PAPER: &[Field] =
    &[text("文书编号", "WS-202611-000001"), day("制作日期", "2026-11-27"), text("制作人", "经办员03")];

/// The two sides.
pub const PARTIES: &[Field] = &[
    text("甲方名称", "云川市轻工留守处"),
    text("甲方简称", "轻工留守处"),
    text("甲方统一社会信用代码", "91530100MA6K0000XY"),
    text("甲方联系人", "王建国"),
    text("甲方电话", "0871-6312 0001"),
    text("甲方户名", "云川市轻工留守处"),
    text("甲方开户行", "云川银行城西支行"),
    text("甲方账号", "5300 0100 0200 0300 04"),
    text("乙方名称", "云川瑞泰商贸有限公司"),
    text("乙方证件号", "91530100MA6K1111XY"),
    text("乙方法定代表人", "李瑞泰"),
    text("乙方联系人", "李瑞泰"),
    text("乙方电话", "13800000001"),
    text("乙方地址", "云川市城西区人民路1号"),
];

const ROOM: &[Field] = &[
    number("序号", "1"),
    text("房屋", "3号楼 1201"),
    text("房号", "00114-3-12-1201"),
    text("资产名称", "轻工大厦"),
    number("计租面积", "268.45"),
    number("单价", "32.5"),
];
const STAGE: &[Field] =
    &[number("序号", "1"), day("起始日", "2026-01-01"), day("截止日", "2026-12-31"), money("月租金", "15,550.00")];
const PLANNED: &[Field] = &[
    number("序号", "1"),
    text("费用", "租金"),
    day("账期起", "2026-01-01"),
    day("账期止", "2026-03-31"),
    day("应缴日", "2025-12-22"),
    money("金额", "46,650.00"),
];

/// Of a contract, as it counts today.
pub const LEASE: &[Field] = &[
    text("合同编号", "HT-202611-000066"),
    text("纸质合同编号", "轻租〔2026〕12号"),
    text("合同类型", "新签"),
    text("共同承租人", "云川瑞丰有限公司"),
    text("房屋", "3号楼 1201、3号楼 1202"),
    number("计租面积", "536.90"),
    rows("房间", ROOM),
    text("用途", "办公"),
    text("招租方式", "公开招租"),
    text("协议出租理由", ""),
    text("招租文号", "云招租〔2026〕3号"),
    text("批准文号", "云工信资〔2026〕8号"),
    text("评估文号", "云评〔2026〕21号"),
    day("起租日", "2026-01-01"),
    day("到期日", "2028-12-31"),
    number("租期月数", "36"),
    day("签订日期", "2025-12-20"),
    day("交房日期", "2025-12-28"),
    day("退房日期", "2028-12-31"),
    day("实际终止日", "2028-12-31"),
    text("计租方式", "每月总额"),
    money("月租金", "15,550.00"),
    money("首期月租金", "15,550.00"),
    money("租金总额", "588,000.00"),
    rows("租金阶段", STAGE),
    rows("缴费计划", PLANNED),
    text("支付周期", "每3个月"),
    text("缴费约定", "账期开始前10天"),
    flag("有免租期"),
    text("免租期", "2026-01-01至2026-01-31（装修期）"),
    flag("有递增"),
    text("递增约定", "每12月递增5%"),
    money("押金", "46,650.00"),
    text("滞纳金日率", "0.05%"),
    number("宽限天数", "5"),
    text("滞纳金上限", "20%"),
    text("占用费比例", "100%"),
    flag("允许转租"),
    flag("优先承租"),
    number("续租申请天数", "90"),
    money("欠缴金额", "0.00"),
    money("逾期金额", "0.00"),
];

/// Of a change of a contract, beside the contract as it was.
pub const CHANGE: &[Field] = &[
    text("变更类型", "租金变更"),
    day("变更生效日", "2027-01-01"),
    text("变更原因", "市场租金下降"),
    text("变更后乙方名称", "云川瑞泰商贸有限公司"),
    text("变更后房屋", "3号楼 1201"),
    number("变更后计租面积", "268.45"),
    money("变更后月租金", "15,000.00"),
    day("变更后到期日", "2028-12-31"),
    text("变更后支付周期", "每3个月"),
    text("变更后缴费约定", "账期开始前10天"),
    text("变更后递增约定", "每12月递增5%"),
    money("变更后押金", "45,000.00"),
];

const BILL: &[Field] = &[
    number("序号", "1"),
    text("账单编号", "ZD-202611-000091"),
    text("合同编号", "HT-202611-000066"),
    text("房间", "1201、1202"),
    text("费用", "租金"),
    text("账期", "2026-11-01 至 2026-11-30"),
    day("应缴日", "2026-11-05"),
    number("逾期天数", "22"),
    money("应缴金额", "16,700.00"),
    money("未缴金额", "16,700.00"),
];

/// Of bills of a tenant.
pub const BILLS: &[Field] = &[
    rows("账单", BILL),
    number("账单张数", "2"),
    flag("有以前欠缴"),
    money("以前欠缴", "3,200.00"),
    number("以前欠缴笔数", "1"),
    money("合计", "36,600.00"),
    money("预收抵扣", "600.00"),
    money("实际应缴", "36,000.00"),
];

const PAID: &[Field] = &[
    number("序号", "1"),
    text("账单编号", "ZD-202611-000091"),
    text("费用", "租金"),
    text("账期", "2026-11-01 至 2026-11-30"),
    day("应缴日", "2026-11-05"),
    money("金额", "16,700.00"),
];

/// Of money that came.
pub const RECEIPT: &[Field] = &[
    text("收据编号", "QG-2026-000128"),
    text("收款编号", "SK-202611-000924"),
    text("付款户名", "云川瑞泰商贸有限公司"),
    text("收款用途", "账款"),
    text("收款方式", "转账"),
    text("银行流水号", "2026112700001"),
    day("到账日期", "2026-11-27"),
    money("收款金额", "33,834.20"),
    rows("明细", PAID),
    money("转入预收", "0.00"),
];

const ITEM: &[Field] = &[
    number("序号", "1"),
    text("类别", "钥匙"),
    text("名称", "入户门钥匙"),
    number("数量", "3"),
    text("读数", "1024"),
    text("状况", "完好"),
];

/// Of rooms that were delivered or came back, beside their contract.
pub const HANDOVER: &[Field] = &[
    text("交接类型", "交房"),
    day("交接日期", "2025-12-28"),
    rows("物品", ITEM),
    flag("有缺损"),
    text("缺损情况", "无"),
    money("损失金额", "0.00"),
];

/// Of every form for superiors.
pub const REPORT: &[Field] =
    &[text("报送单位", "云川市轻工留守处"), day("期间起", "2026-01-01"), day("期间止", "2026-12-31")];
/// What the contracts of a form come to.
pub const LEASE_TOTALS: &[Field] =
    &[number("合同份数", "12"), money("月租金合计", "186,600.00"), number("计租面积合计", "3221.40")];
/// What the bills of a form come to.
pub const BILL_TOTALS: &[Field] = &[
    number("账单张数", "24"),
    money("应缴合计", "400,800.00"),
    money("已缴合计", "367,400.00"),
    money("未缴合计", "33,400.00"),
];
const NUMBER: Field = number("序号", "1");
const BILL_ROW: &[Field] = &[
    text("账单编号", "ZD-202611-000091"),
    text("合同编号", "HT-202611-000066"),
    text("房间", "1201、1202"),
    text("费用", "租金"),
    text("账期", "2026-11-01 至 2026-11-30"),
    day("账期起", "2026-11-01"),
    day("账期止", "2026-11-30"),
    day("出账日", "2026-10-26"),
    day("应缴日", "2026-11-05"),
    money("账单金额", "16,700.00"),
    money("减免金额", "0.00"),
    money("应缴金额", "16,700.00"),
    money("已缴金额", "0.00"),
    money("未缴金额", "16,700.00"),
    number("逾期天数", "22"),
    text("缴费状态", "未缴"),
];

static LEASE_ROWS: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let single = LEASE.iter().filter(|field| field.kind != Kind::Rows);
    [NUMBER].iter().chain(PARTIES).chain(single).copied().collect()
});
static BILL_ROWS: LazyLock<Vec<Field>> =
    LazyLock::new(|| [NUMBER].iter().chain(PARTIES).chain(BILL_ROW).copied().collect());

/// The contracts of a form, each with its two sides.
pub fn lease_rows() -> Field {
    rows("合同", LEASE_ROWS.as_slice())
}

/// The bills of a form, each with its two sides.
pub fn bill_rows() -> Field {
    rows("账单", BILL_ROWS.as_slice())
}
