//! A bill's computation in words.

use super::*;

#[test]
fn the_computation_is_explained() {
    let mut lease = terms(date(2024, 1, 15), date(2025, 1, 14), 1_200_000);
    lease.period_mode = PeriodMode::Calendar;
    let bills = plan(&lease).expect("a plan");
    let explanation = explain(&lease, &bills[0]);
    assert_eq!((explanation.mode, explanation.proration), ("按自然月计租", "按当月实际天数"));
    let step = &explanation.steps[0];
    assert_eq!((step.days.as_str(), step.share.as_str(), step.amount.as_str()), ("17 / 31", "0.5484", "6,580.6452"));
    assert_eq!(step.rent, "月租金 12,000.00");
    assert_eq!(explain(&lease, &bills[1]).steps[0].share, "1");
    assert_eq!(explanation.exact_sum, "6,580.6452");
}

#[test]
fn the_computation_says_which_stage_and_by_how_much_it_rose() {
    let months = |month: i8| DateSpan::new(date(2024, month, 1), before(date(2024, month + 1, 1)));
    let rents = [900_000, 1_200_000, 1_200_000, 1_080_000, 1_107_000, 1_101_465];
    let mut lease = terms(date(2024, 1, 1), date(2024, 6, 30), 0);
    lease.stages = (1..7).zip(rents).map(|(month, rent)| Stage { span: months(month), rent }).collect();
    lease.extra_charges = vec![
        ExtraCharge { key: 1, kind: BillKind::Property, month_fen: 31_020, price_e4: 0 },
        ExtraCharge { key: 2, kind: BillKind::Other, month_fen: 5_000, price_e4: 0 },
    ];
    let bills = plan(&lease).expect("a plan");
    let explanation: Vec<_> = bills.iter().map(|bill| (bill.kind, explain(&lease, bill).steps[0].clone())).collect();
    let rises: Vec<_> = explanation.iter().filter(|(kind, _)| *kind == BillKind::Rent).map(|(_, step)| step).collect();
    assert_eq!(
        rises.iter().map(|step| (step.stage_no, step.rise.as_str())).collect::<Vec<_>>(),
        [(1, ""), (2, "+33.33%"), (3, ""), (4, "-10%"), (5, "+2.5%"), (6, "-0.5%")]
    );
    let property = &explanation.iter().find(|(kind, _)| *kind == BillKind::Property).expect("a charge").1;
    assert_eq!((property.rent.as_str(), property.amount.as_str()), ("月物业费 310.20", "310.2000"));

    let other = &explanation.iter().find(|(kind, _)| *kind == BillKind::Other).expect("a charge").1;
    assert_eq!((other.rent.as_str(), other.amount.as_str()), ("月其他 50.00", "50"));

    let mut year = terms(date(2024, 1, 1), date(2024, 12, 31), 10_000_000);
    (year.rent_basis, year.extra_charges) = (RentBasis::YearTotal, lease.extra_charges.clone());
    let (by_year, whole) = ("租约年度内累计四舍五入到分", "整单四舍五入一次到分");
    for bill in plan(&year).expect("a plan") {
        let explanation = explain(&year, &bill);
        assert_eq!(
            explanation.rounding,
            if bill.kind == BillKind::Rent { by_year } else { whole },
            "only a rent by the year"
        );
    }
    assert_eq!(explain(&lease, &bills[0]).rounding, whole);
    assert_eq!(explain(&year, &plan(&year).expect("a plan")[0]).steps[0].rent, "年租金 100,000.00 ÷ 12");
}
