//! Tests of refunds and points of returned goods, with a property test that all returns add up to the order.

use proptest::prelude::*;

use super::*;
use crate::{
    money::{Priced, PricingTerms, Reductions, totals},
    order::{
        Body, Booking, Delivery, MovementDetails, OrderLine, OrderReceiver, OrderReturn, PaymentDetails,
        PaymentMethod, PaymentState, Seller, Settlement, State, Status, StockState,
        settlement::MoneyMovement,
    },
    product::Label,
};

const TERMS: PricingTerms = PricingTerms {
    delivery_fee: 30_000,
    delivery_vatrate: 10,
    free_delivery_from: 500_000,
    kip_per_point: 7_000,
    point_value: 1000,
};

/// A completed and paid order of (price, units), with `points` redeemed.
pub(in crate::order) fn order(lines: &[(i64, i64)], points: i64) -> Order {
    discounted_order(lines, Reductions { points, discount: 0 })
}

fn discounted_order(lines: &[(i64, i64)], reduced: Reductions) -> Order {
    let priced: Vec<Priced> =
        lines.iter().map(|&(price, quantity)| Priced { price, quantity, vatrate: 10 }).collect();
    let totals = totals(&priced, reduced, true, &TERMS).unwrap();
    let lines = lines.iter().enumerate().map(|(index, &(price, quantity))| OrderLine {
        pro_id: index as i64 + 1,
        label: Label::default(),
        quantity,
        price,
        vatrate: 10,
        total: price * quantity,
    });
    let paid = MoneyMovement::new(0, totals.total, MovementDetails::default());
    Order {
        order_id: "o".to_owned(),
        customer_id: 7,
        number: "n".to_owned(),
        created_at: 0,
        method: PaymentMethod::Cod,
        state: State { status: Status::Completed, money: PaymentState::Paid, units: StockState::Committed },
        reference: "n".to_owned(),
        pay_until: None,
        retakes: 0,
        earned: totals.points_earned,
        refund: 0,
        settlement: Settlement { payments: vec![paid], ..Settlement::default() },
        late_poll_count: 0,
        cancel_reason: String::new(),
        version: 1,
        assignee: None,
        undo: None,
        delivery_day: None,
        line_work: None,
        unknown_statuses: Vec::new(),
        body: Body {
            lines: lines.collect(),
            totals,
            delivery: Delivery::Delivery {
                province: String::new(),
                district: String::new(),
                village: String::new(),
                note: String::new(),
            },
            receiver: OrderReceiver::default(),
            phone: String::new(),
            customer_name: String::new(),
            seller: Seller::default(),
            discount_reason: String::new(),
            paying: PaymentDetails::default(),
            confirm_until: None,
            method_changes: Vec::new(),
            former_contact: None,
        },
        history: vec![(Status::Completed, 0)],
    }
}

fn back(pro_id: i64, to_stock: i64, to_waste: i64) -> ReturnedLine {
    ReturnedLine { pro_id, to_stock, to_waste, note: String::new() }
}

/// Receives a return as the store does. No earned point is missing.
fn receive(order: &mut Order, lines: Vec<ReturnedLine>, with_delivery_fee: bool) -> (ReturnFigures, i64) {
    order.check_return(&lines).unwrap();
    let figures = order.return_figures(&lines, with_delivery_fee);
    let effects = figures.effects(0, TERMS.point_value);
    order.earned -= figures.points_to_revoke;
    order.settlement.returns.push(OrderReturn {
        at: 0,
        lines,
        reason: String::new(),
        refund: effects.refund,
        delivery_fee: figures.delivery_fee,
        points_returned: figures.points_returned,
        points_revoked: effects.points_revoked,
        points_missing: 0,
        missing_value: effects.missing_value,
        restocked: true,
        branch: None,
        request: None,
        taken_back: None,
    });
    order.owe(effects.refund, crate::order::RefundCause::Return, 0);
    (figures, effects.refund)
}

#[test]
fn return_refunds_its_part_of_the_price_paid() {
    // 4 × 590,000 and 1 × 2,850,000; 48 points redeemed for 48,000 kip, 737 earned.
    let mut order = order(&[(590_000, 4), (2_850_000, 1)], 48);
    assert_eq!((order.body.totals.total, order.earned), (5_162_000, 737));
    let (figures, refund) = receive(&mut order, vec![back(1, 1, 1)], true);
    // 48,000 × 1,180,000 / 5,210,000 = 10,871.4; 48 × 1,180,000 / 5,210,000 = 10.9; 3,992,871 are kept, which earn 570 points.
    assert_eq!((figures.goods, figures.discount, refund), (1_180_000, 10_871, 1_169_129));
    assert_eq!((figures.points_returned, figures.points_to_revoke), (10, 167));
    assert_eq!((figures.to_stock, figures.to_waste, figures.delivery_fee), (1, 1, 0));
    let error = order.check_return(&[back(1, 3, 0)]).unwrap_err();
    assert_eq!(error.detail.field, "lines");
}

#[test]
fn return_of_a_goodwill_refund_or_of_spent_points_refunds_what_is_left() {
    let mut order = order(&[(100_000, 2)], 0);
    order.owe(150_000, crate::order::RefundCause::Goodwill, 0);
    let figures = order.return_figures(&[back(1, 2, 0)], true);
    // 230,000 with the delivery fee, of which 150,000 are refunded; 32 points were earned, and nothing is kept.
    assert_eq!(figures.effects(0, 1000).refund, 80_000);
    assert_eq!((figures.points_to_revoke, figures.missing(20)), (32, 12));
    let effects = figures.effects(12, 2_000);
    assert_eq!((effects.refund, effects.points_revoked, effects.missing_value), (56_000, 20, 24_000));
    assert_eq!(figures.effects(12, 22_000).refund, 0);
}

#[test]
fn goodwill_is_taken_off_the_price_of_the_goods_that_are_left() {
    let mut order = order(&[(600_000, 2)], 0);
    order.owe(600_000, crate::order::RefundCause::Goodwill, 0);
    // Half of the price is given back, so that one of two units is worth a quarter.
    assert_eq!(receive(&mut order, vec![back(1, 1, 0)], false).1, 300_000);
    assert_eq!((order.retained_payment(), order.earned), (300_000, order.body.totals.points_for(300_000)));
    assert_eq!(receive(&mut order, vec![back(1, 1, 0)], false).1, 300_000);
    assert_eq!((order.retained_payment(), order.earned, order.refund), (0, 0, 1_200_000));
    // Goodwill after a return concerns the goods that are left.
    let mut order = self::order(&[(600_000, 2)], 0);
    receive(&mut order, vec![back(1, 1, 0)], false);
    order.owe(100_000, crate::order::RefundCause::Goodwill, 0);
    assert_eq!(receive(&mut order, vec![back(1, 1, 0)], false).1, 500_000);
}

#[test]
fn full_return_with_the_delivery_fee_keeps_no_points() {
    let mut order = order(&[(200_000, 1)], 0);
    assert_eq!((order.body.totals.total, order.earned), (230_000, 32));
    receive(&mut order, vec![back(1, 1, 0)], true);
    assert_eq!((order.retained_payment(), order.earned, order.refund), (0, 0, 230_000));
    // The fee alone earns its points.
    let mut order = self::order(&[(200_000, 1)], 0);
    receive(&mut order, vec![back(1, 1, 0)], false);
    assert_eq!((order.retained_payment(), order.earned), (30_000, 4));
}

#[test]
fn impossible_lines_are_refused() {
    let order = order(&[(100_000, 2)], 0);
    for lines in [
        vec![],
        vec![back(1, 0, 0)],
        vec![back(1, -1, 2)],
        vec![back(1, i64::MAX, 1)],
        vec![back(1, 2, 1)],
        vec![back(2, 1, 0)],
        vec![back(1, 1, 0), back(1, 1, 0)],
        vec![ReturnedLine { note: "x".repeat(201), ..back(1, 1, 0) }],
    ] {
        assert_eq!(order.check_return(&lines).unwrap_err().detail.field, "lines", "{lines:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]
    /// However the units are split into returns, money and points of all returns add up to those of the
    /// order.
    #[test]
    fn returns_of_all_units_add_up_to_the_order(
        lines in prop::collection::vec((0i64..3_000_000, 1i64..6), 1..5),
        points in 0i64..200,
        discount in prop_oneof![Just(0i64), 0i64..400_000],
        waived in prop_oneof![Just(0i64), 0i64..50_000],
        goodwill in prop_oneof![Just(0i64), 0i64..100_000],
        parts in prop::collection::vec((0usize..5, 1i64..4, any::<bool>()), 1..40),
    ) {
        let mut order = discounted_order(&lines, Reductions { points, discount });
        let totals = order.body.totals.clone();
        let waived = waived.min(totals.subtotal - totals.points_discount - totals.discount);
        order.settlement.waived = waived;
        order.settlement.payments[0].amount -= waived;
        let goodwill = goodwill.min(totals.subtotal - totals.points_discount - totals.discount - waived);
        order.owe(goodwill, crate::order::RefundCause::Goodwill, 0);
        order.earned = order.points_due();
        let rest = (1..=lines.len()).map(|line| (line - 1, i64::MAX, true));
        for (line, units, with_fee) in parts.into_iter().chain(rest) {
            let pro_id = (line % lines.len()) as i64 + 1;
            let units = units.min(order.returnable_units(pro_id));
            if units > 0 {
                let (figures, refund) = receive(&mut order, vec![back(pro_id, units - 1, 1)], with_fee);
                prop_assert!(figures.discount >= 0 && figures.points_returned >= 0);
                prop_assert!(figures.points_to_revoke >= 0 && refund >= 0);
                prop_assert!(refund <= figures.goods + figures.delivery_fee);
                prop_assert_eq!(order.earned, order.retained_payment() / TERMS.kip_per_point);
            }
        }
        prop_assert!(!order.has_returnable_units());
        let fee: i64 = order.settlement.returns.iter().map(|one| one.delivery_fee).sum();
        prop_assert!(fee == 0 || fee == totals.delivery_fee);
        let returned: i64 = order.settlement.returns.iter().map(|one| one.points_returned).sum();
        if totals.subtotal > 0 {
            let goods = totals.subtotal - totals.points_discount - totals.discount;
            prop_assert_eq!(order.refund - fee, goods - waived);
            prop_assert_eq!(returned, totals.points_used);
        }
        prop_assert!(order.refund <= order.settlement.received());
        // Only the delivery fee is kept.
        if totals.subtotal > 0 {
            prop_assert_eq!(order.retained_payment(), totals.delivery_fee - fee);
        }
        prop_assert_eq!(order.earned, order.retained_payment() / TERMS.kip_per_point);
    }

    /// A return that is taken back leaves the order as it was before, also after earlier returns and mistaken records.
    #[test]
    fn books_are_as_before_when_a_return_is_taken_back(
        lines in prop::collection::vec((0i64..3_000_000, 1i64..6), 1..5),
        points in 0i64..200,
        discount in prop_oneof![Just(0i64), 0i64..400_000],
        parts in prop::collection::vec((0usize..5, 1i64..4, any::<bool>(), any::<bool>()), 1..20),
    ) {
        let mut order = discounted_order(&lines, Reductions { points, discount });
        for (line, units, with_fee, is_mistake) in parts {
            let pro_id = (line % lines.len()) as i64 + 1;
            let units = units.min(order.returnable_units(pro_id));
            if units == 0 {
                continue;
            }
            let before = order.clone();
            receive(&mut order, vec![back(pro_id, units - 1, 1)], with_fee);
            if order.refund > before.refund {
                order.state.money = PaymentState::RefundDue;
            }
            if !is_mistake {
                continue;
            }
            let (place, made) = order.settlement.valid_returns().last().map(|(place, one)| (place, one.clone())).unwrap();
            let corrected = order.correct(Booking::Return, &MovementDetails::default(), 1).unwrap();
            prop_assert_eq!(corrected.amount, made.refund);
            prop_assert_eq!(corrected.points.returned, made.points_returned);
            prop_assert_eq!(corrected.points.revoked, made.points_revoked);
            prop_assert_eq!(order.earned, before.earned);
            prop_assert_eq!((order.refund, order.reductions()), (before.refund, before.reductions()));
            prop_assert_eq!((order.retained_payment(), order.points_due()), (before.retained_payment(), before.points_due()));
            for pro_id in 1..=lines.len() as i64 {
                prop_assert_eq!(order.returnable_units(pro_id), before.returnable_units(pro_id));
            }
            // The next return is at another place, with another number.
            prop_assert_eq!(order.settlement.returns.len(), place + 1);
            prop_assert!(order.settlement.valid_returns().all(|(other, _)| other != place));
            order.state.money = before.state.money;
        }
    }

    /// The VAT of each credit note is the VAT of its credit, and the credits of all goods add up to the
    /// order.
    #[test]
    fn vat_of_a_credit_note_adds_up_to_its_credit(
        lines in prop::collection::vec((1i64..3_000_000, 1i64..6), 1..5),
        discount in 0i64..400_000,
        with_fee in any::<bool>(),
    ) {
        let mut order = discounted_order(&lines, Reductions { points: 3, discount });
        for pro_id in 1..=lines.len() as i64 {
            let units = order.returnable_units(pro_id);
            receive(&mut order, vec![back(pro_id, units, 0)], with_fee);
        }
        let mut gross = 0;
        for (place, one) in order.settlement.valid_returns() {
            let note = order.credit_note(place, one);
            let credit = note.goods - note.discount + note.delivery_fee;
            prop_assert_eq!(credit - note.missing_points_value, one.refund);
            prop_assert_eq!(note.vat.iter().map(|part| part.gross).sum::<i64>(), credit);
            for part in &note.vat {
                prop_assert_eq!((part.rate, part.net + part.vat), (10, part.gross));
            }
            gross += credit;
        }
        let fee = if with_fee { 0 } else { order.body.totals.delivery_fee };
        prop_assert_eq!(gross, order.body.totals.total - fee);
    }
}

#[test]
fn refund_that_spent_points_use_up_is_due_with_their_value_alone() {
    let mut changed = order(&[(400_000, 5)], 0);
    changed.owe_for_change(0, 4_000, 1);
    changed.owe(0, crate::order::RefundCause::Goodwill, 2);
    let dues: Vec<_> = changed.settlement.dues.iter().map(|due| (due.amount, due.missing_value)).collect();
    assert_eq!((dues, changed.refund), (vec![(0, 4_000)], 0));
}
