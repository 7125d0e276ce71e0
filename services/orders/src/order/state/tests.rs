//! Tests of the state machine over every reachable state, and of its table `transitions.txt`.

use std::{
    collections::{BTreeSet, HashSet, VecDeque},
    fmt::Write as _,
    fs,
};

use super::*;

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/order/transitions.txt");

fn firsts() -> Vec<State> {
    let mut firsts: Vec<State> = PaymentMethod::ALL
        .iter()
        .flat_map(|method| [State::first(*method, 1), State::first(*method, 0)])
        .collect();
    firsts.sort_by_key(|state| name(*state));
    firsts.dedup();
    firsts
}

/// Every reachable state.
fn reachable(spent_points: bool) -> Vec<State> {
    let (mut seen, mut wait): (HashSet<State>, VecDeque<State>) = (HashSet::new(), firsts().into());
    while let Some(state) = wait.pop_front() {
        if seen.insert(state) {
            wait.extend(
                OrderEvent::ALL
                    .iter()
                    .filter_map(|event| state.transition(*event, spent_points))
                    .map(|(to, _)| to),
            );
        }
    }
    let mut all: Vec<State> = seen.into_iter().collect();
    all.sort_by_key(|state| name(*state));
    all
}

fn name(state: State) -> String {
    format!("{} {} {}", state.status.into_str(), state.money.into_str(), state.units.into_str())
}

fn all_ways() -> impl Iterator<Item = (State, OrderEvent, bool)> {
    [false, true].into_iter().flat_map(|spent| {
        let states = reachable(spent).into_iter();
        states.flat_map(move |state| OrderEvent::ALL.into_iter().map(move |event| (state, event, spent)))
    })
}

/// The complete transition table, for review. `UPDATE_TRANSITIONS=1 scripts/cargo-test -p heuan-orders` writes it.
#[test]
fn every_transition_is_in_the_table() {
    let mut table = String::from(
        "# status money units | event -> status money units | effects\n\
         # What is not here changes nothing; Refunded and its like, DifferenceAccepted, RefundOwed,\n\
         # Returned, Cancel, CancelByStaff, the fulfilment steps, Undone, LinesChanged and the corrections are refused\n\
         # then.\n\
         # Earned points follow what is paid and kept after each event, unless they are undone.\n",
    );
    for state in firsts() {
        writeln!(table, "first -> {}", name(state)).unwrap();
    }
    let mut lines = BTreeSet::new();
    for (state, event, spent) in all_ways() {
        let Some((to, effects)) = state.transition(event, spent).filter(|(to, _)| *to != state) else {
            continue;
        };
        let same_both_ways = state.transition(event, !spent).is_some_and(|(other, _)| other == to);
        let when = match (same_both_ways, spent) {
            (true, _) => "",
            (false, true) => " (points were spent)",
            (false, false) => " (no points were spent)",
        };
        let mut effect_names: Vec<&str> = Vec::new();
        effect_names.extend(effects.undo_points.then_some("undo points"));
        effect_names.extend(effects.notification);
        lines.insert(format!(
            "{} | {event:?}{when} -> {} | {}",
            name(state),
            name(to),
            effect_names.join(", ")
        ));
    }
    for line in lines {
        writeln!(table, "{}", line.trim_end_matches(" | ")).unwrap();
    }
    if std::env::var_os("UPDATE_TRANSITIONS").is_some() {
        fs::write(TABLE, &table).unwrap();
    }
    assert_eq!(
        fs::read_to_string(TABLE).unwrap_or_default(),
        table,
        "review the change, then run with UPDATE_TRANSITIONS=1"
    );
}

#[test]
fn repeated_event_counts_once() {
    for (state, event, spent) in all_ways() {
        if let Some((once, _)) = state.transition(event, spent) {
            // A reservation may be released repeatedly; the units must not change.
            assert_eq!(
                once.transition(event, spent),
                Some((once, Effects::default())),
                "{} {event:?}",
                name(state)
            );
        }
    }
}

#[test]
fn money_without_an_order_is_refunded() {
    for state in [reachable(false), reachable(true)].concat() {
        let working = matches!(state.units, StockState::CommitDue | StockState::RetakeDue);
        match state.status {
            Status::Cancelled => {
                let is_kept = state.money.is_settled()
                    && !matches!(state.money, PaymentState::RefundDue | PaymentState::Refunded);
                assert!(!is_kept && state.money != PaymentState::Underpaid, "{}", name(state));
            }
            // A late payment, until it is known whether the units are available.
            Status::Expired if state.money == PaymentState::Paid => assert!(working, "{}", name(state)),
            Status::Placed
            | Status::Preparing
            | Status::Ready
            | Status::Delivering
            | Status::DeliveryFailed
            | Status::Completed => {
                let is_paid = state.money.is_settled();
                let waits = matches!(state.money, PaymentState::Due | PaymentState::Underpaid);
                assert!(is_paid || waits, "{}", name(state));
                let is_sold = matches!(state.units, StockState::Committed | StockState::ReturnDue);
                assert!(working || is_sold, "{}", name(state));
            }
            _ => {}
        }
        // A payment that was booked by mistake is taken back after the hand-over.
        if state.status == Status::Completed {
            let is_corrected = state.money == PaymentState::Underpaid;
            assert!(state.money.is_settled() || is_corrected, "{}", name(state));
        }
        if state.units == StockState::ReturnDue {
            assert_eq!(state.status, Status::Completed, "{}", name(state));
        }
    }
}

/// From every state, doing the due work ends in a state without due work.
#[test]
fn due_work_always_terminates() {
    for state in reachable(false) {
        for stock_is_there in [true, false] {
            let mut now = state;
            for _ in 0..6 {
                let event = match (now.units, now.money) {
                    (StockState::CommitDue | StockState::RetakeDue, _) if stock_is_there => {
                        OrderEvent::StockCommitted
                    }
                    (StockState::CommitDue, _) => OrderEvent::ReservationExpired,
                    (StockState::RetakeDue, _) => OrderEvent::StockLost,
                    (StockState::ReleaseDue, _) => OrderEvent::Released,
                    (StockState::ReturnDue, _) => OrderEvent::Restocked,
                    (_, PaymentState::RefundDue) => OrderEvent::Refunded,
                    _ => break,
                };
                now = now.transition(event, false).unwrap().0;
            }
            let due = !matches!(now.units, StockState::Held | StockState::Committed | StockState::Released)
                || now.money == PaymentState::RefundDue;
            assert!(!due, "{} ends in {}", name(state), name(now));
        }
    }
}
