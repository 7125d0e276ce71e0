//! Tests of the limits on unpaid orders, with a property test of the held share of the stock.

use proptest::prelude::*;

use super::*;

fn limits() -> OrderLimits {
    OrderLimits {
        open_cod: 3,
        open_transfer: 3,
        open_qr: 5,
        stock_percent: 50,
        stock_percent_without_history: 80,
        stock_units: 3,
        line_quantity: 1000,
        cash_without_history: 5_000_000,
        transfer_without_history: 20_000_000,
        orders_per_address: 60,
        address_orders_per_customer: 10,
        cod_confirm_h: 72,
    }
}

fn candidate(quantity: i64, on_hand: i64) -> OrderCandidate {
    OrderCandidate {
        customer_id: 7,
        phone_digest: digest("+8562055123456"),
        address_digest: digest("192.0.2.1"),
        method: PaymentMethod::Cod,
        total: 1_000_000,
        lines: vec![StockLine { pro_id: 1, quantity }],
        on_hand: HashMap::from([(1, on_hand)]),
        usage_before: Usage::default(),
        now: 0,
    }
}

#[test]
fn small_stock_can_be_bought_completely_and_large_stock_by_half() {
    let allowed = |stock| {
        (1..=stock).filter(|&q| limits().check(&candidate(q, stock), &Usage::default()).is_ok()).max()
    };
    let shares = [1, 2, 3, 4, 6, 7, 9, 100].map(|stock| (stock, allowed(stock).unwrap()));
    assert_eq!(shares, [(1, 1), (2, 2), (3, 3), (4, 3), (6, 3), (7, 4), (9, 5), (100, 50)]);
}

#[test]
fn new_customers_together_buy_small_stock_completely_and_large_stock_up_to_the_share() {
    let left = |stock, units| {
        let reserved_without_history =
            HashMap::from([(1, ReservedUnits { units, ..ReservedUnits::default() })]);
        let usage = Usage { reserved_without_history, ..Usage::default() };
        (1..=stock).filter(|&q| limits().check(&candidate(q, stock), &usage).is_ok()).max().unwrap_or(0)
    };
    let lefts = [(1, 0), (3, 2), (3, 3), (4, 2), (5, 3), (10, 7), (100, 45), (100, 80)];
    assert_eq!(lefts.map(|(stock, units)| left(stock, units)), [1, 1, 0, 2, 1, 1, 35, 0]);
}

#[test]
fn share_of_new_customers_names_the_units_that_are_left_and_exempts_customers_with_a_completed_order() {
    let reserved_without_history =
        HashMap::from([(1, ReservedUnits { units: 70, ..ReservedUnits::default() })]);
    let usage = Usage { reserved_without_history, ..Usage::default() };
    let error = limits().check(&candidate(11, 100), &usage).unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "new_customers_stock_limit"));
    assert_eq!(error.detail.limit, Some(LimitReached { max: 80, used: 0 }));
    assert_eq!((error.detail.lines[0].requested, error.detail.lines[0].available), (11, 10));
    // Beyond both shares, the smaller rest of the two is reported.
    let error = limits().check(&candidate(51, 100), &usage).unwrap_err();
    assert_eq!((error.detail.reason.as_str(), error.detail.lines[0].available), ("stock_share_limit", 10));
    assert!(limits().check(&candidate(11, 100), &Usage { has_history: true, ..usage.clone() }).is_ok());
    let off = OrderLimits { stock_percent_without_history: 0, ..limits() };
    assert!(off.check(&candidate(11, 100), &usage).is_ok());
}

#[test]
fn transfers_of_a_new_customer_have_a_sum_of_their_own() {
    let transfer = OrderCandidate { method: PaymentMethod::Transfer, ..candidate(1, 9) };
    let usage = Usage { total: 19_000_001, ..Usage::default() };
    let error = limits().check(&transfer, &usage).unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "transfer_total_limit"));
    assert_eq!(error.detail.limit, Some(LimitReached { max: 20_000_000, used: 19_000_001 }));
    assert!(limits().check(&transfer, &Usage { total: 19_000_000, ..Usage::default() }).is_ok());
    assert!(limits().check(&transfer, &Usage { has_history: true, ..usage }).is_ok());
}

#[test]
fn cash_sum_counts_open_orders_and_exempts_a_number_with_a_completed_order() {
    let usage = Usage { total: 4_000_001, ..Usage::default() };
    let error = limits().check(&candidate(1, 9), &usage).unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "cash_total_limit"));
    assert_eq!(error.detail.limit, Some(LimitReached { max: 5_000_000, used: 4_000_001 }));
    assert!(limits().check(&candidate(1, 9), &Usage { total: 4_000_000, ..Usage::default() }).is_ok());
    assert!(limits().check(&candidate(1, 9), &Usage { has_history: true, ..usage.clone() }).is_ok());
    assert!(limits().check(&OrderCandidate { method: PaymentMethod::Qr, ..candidate(1, 9) }, &usage).is_ok());
}

#[test]
fn zero_disables_each_limit() {
    let off = OrderLimits { stock_units: 1, ..OrderLimits::default() };
    let usage = Usage { open: 1000, total: i64::MAX, ..Usage::default() };
    assert!(off.check(&candidate(999_999, 999_999), &usage).is_ok());
    assert!(off.check_address(i64::MAX, 0).is_ok());
    assert_eq!(off.confirm_until(5), None);
}

#[test]
fn address_error_has_the_end_of_the_hour() {
    assert!(limits().check_address(60, 0).is_ok());
    let error = limits().check_address(61, HOUR_MS + 60_000).unwrap_err();
    assert_eq!((error.code, error.detail.retry_after_ms), (Code::ResourceExhausted, HOUR_MS - 60_000));
    assert_eq!(error.detail.limit, Some(LimitReached { max: 60, used: 60 }));
}

#[test]
fn address_counts_new_customers_and_a_few_orders_of_each() {
    let known = Usage { has_history: true, ..Usage::default() };
    assert!(limits().counts_address(&candidate(1, 1)));
    assert!(!limits().counts_address(&OrderCandidate { usage_before: known, ..candidate(1, 1) }));
    assert!(!OrderLimits::default().counts_address(&candidate(1, 1)));
    assert!(limits().adds_to_address(10) && !limits().adds_to_address(11));
    assert!(OrderLimits::default().adds_to_address(i64::MAX));
}

proptest! {
    /// However the orders are split, the held units never exceed the initial share of the stock.
    #[test]
    fn held_units_never_exceed_the_share(stock in 1..500_i64, quantities in prop::collection::vec((1..300_i64, any::<bool>()), 1..12)) {
        let share = limits().share_of(50, stock);
        let (mut reserved, mut on_hand) = (ReservedUnits::default(), stock);
        for (quantity, is_sold) in quantities {
            let usage = Usage { reserved: HashMap::from([(1, reserved)]), ..Usage::default() };
            let candidate = OrderCandidate { usage_before: usage.clone(), ..candidate(quantity, on_hand) };
            if quantity <= on_hand - (reserved.units - reserved.sold) && limits().check(&candidate, &usage).is_ok() {
                reserved.units += quantity;
                if is_sold {
                    reserved.sold += quantity;
                    on_hand -= quantity;
                }
            }
        }
        prop_assert!(reserved.units <= share);
    }
}
