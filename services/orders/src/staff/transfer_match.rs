//! Orders that the lines of a bank statement may pay: by order number and amount, or by the amount alone. A line whose bank
//! number is recorded has already paid its orders. Nothing is recorded here; the staff record a payment by the step
//! `mark_paid`.

use std::collections::HashMap;

use super::statement::{Entry, StatementLine, Unread};
use crate::order::Order;

/// Maximum orders that are returned for one line.
const MAX_CANDIDATES: usize = 20;
/// Length of the day at the beginning of a payment reference.
const DAY: usize = 6;

/// Match between a line and its orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Fit {
    /// By number and amount.
    Exact,
    /// By number, but another amount is awaited.
    DifferentAmount,
    /// By the amount alone, because the line has no known number.
    AmountOnly,
    /// By number, but the order is paid or has ended.
    NotAwaited,
    /// The bank's number of the line, or its derived reference, is recorded for the orders.
    Recorded,
    None,
}

/// A line of the statement, and the orders that it may pay.
#[derive(Debug)]
pub struct MatchedLine {
    /// Index of the line in the text, from 1.
    pub number: i64,
    pub text: String,
    pub result: Result<TransferMatch, Unread>,
}

/// The orders that an amount may pay.
#[derive(Debug)]
pub struct TransferMatch {
    pub fit: Fit,
    /// Kip received.
    pub amount: i64,
    /// The bank's number of the transaction, or empty.
    pub bank_number: String,
    /// Reference derived from the line without the bank's number, or empty.
    pub derived_reference: String,
    /// Newest first, at most 20.
    pub candidates: Vec<Candidate>,
    /// Number of orders that fit.
    pub candidate_count: i64,
}

/// An order that a line may pay.
#[derive(Debug)]
pub struct Candidate {
    pub order: Order,
    /// Kip received minus the kip to be paid.
    pub difference: i64,
    /// Whether the line has a word of the customer's name.
    pub has_name: bool,
}

/// Orders that a bank statement may pay, read at one moment.
pub struct StatementOrders {
    /// Orders with one of the payment references of the statement.
    pub by_reference: Vec<Order>,
    /// Orders for which one of the amounts is awaited by transfer, and orders that are paid in part, newest
    /// first.
    pub awaited: Vec<Order>,
    /// Bank numbers and derived references of the statement that are recorded, each with an order that it paid.
    pub recorded: Vec<(String, Order)>,
}

/// Orders that may be in a statement.
struct Orders {
    by_reference: HashMap<String, Order>,
    /// Orders that await a transfer, newest first.
    awaited: Vec<Order>,
    /// Bank numbers and derived references that are recorded, each with an order that it paid.
    recorded: Vec<(String, Order)>,
}

/// The lines with the orders that they may pay.
pub fn match_lines(lines: Vec<StatementLine>, found: StatementOrders) -> Vec<MatchedLine> {
    let StatementOrders { by_reference, awaited, recorded } = found;
    let by_reference = by_reference.into_iter().map(|order| (order.reference.clone(), order)).collect();
    let orders = Orders { by_reference, awaited, recorded };
    lines.into_iter().map(|line| orders.matched(line)).collect()
}

impl Orders {
    fn matched(&self, line: StatementLine) -> MatchedLine {
        let StatementLine { number, text, read } = line;
        let result = read.map(|entry| self.of_entry(entry, &text.to_lowercase()));
        MatchedLine { number, text, result }
    }

    fn of_entry(&self, entry: Entry, text: &str) -> TransferMatch {
        let named: Vec<&Order> =
            entry.references.iter().filter_map(|reference| self.by_reference.get(reference)).collect();
        let amounts = without_days(&entry.amounts, &named);
        let paid = self.paid_by(&entry);
        let (fit, amount, mut orders) = match (paid.is_empty(), named.is_empty()) {
            (false, _) => (Fit::Recorded, first(&amounts), paid),
            (true, true) => self.by_amount(&amounts),
            (true, false) => by_number(&amounts, named),
        };
        orders
            .sort_by(|one, other| (other.created_at, &other.order_id).cmp(&(one.created_at, &one.order_id)));
        let candidate_count = orders.len() as i64;
        let candidate = |order: &Order| Candidate {
            difference: amount - order.to_pay(),
            has_name: has_name(text, &order.body.customer_name),
            order: order.clone(),
        };
        let candidates = orders.into_iter().take(MAX_CANDIDATES).map(candidate).collect();
        let Entry { bank_number, derived_reference, .. } = entry;
        TransferMatch { fit, amount, bank_number, derived_reference, candidates, candidate_count }
    }

    /// The orders that the line has paid: the orders for which its bank number is recorded or, if the line or the payment has
    /// no number, its derived reference. Two lines with the same text and different numbers are two payments.
    fn paid_by(&self, entry: &Entry) -> Vec<&Order> {
        let Entry { bank_number, derived_reference, .. } = entry;
        let is_paid = |number: &str, order: &Order| {
            let by_text = number == derived_reference
                && (bank_number.is_empty() || order.is_paid_without_bank_number(derived_reference));
            number == bank_number || by_text
        };
        let mut paid: Vec<&Order> = Vec::new();
        for (number, order) in &self.recorded {
            if is_paid(number, order) && !paid.iter().any(|one| one.order_id == order.order_id) {
                paid.push(order);
            }
        }
        if paid.is_empty() && bank_number.is_empty() {
            return self.paid_by_equal(&entry.equal_before);
        }
        paid
    }

    /// The orders that a line without a bank number has paid although its derived reference is not recorded. `equal_before` has
    /// the derived references of the equal lines before it. The line is paid if more payments are recorded with these
    /// references than there are such lines. The reason is that equal lines that were pasted separately, each with its bank
    /// number, all have the first reference.
    fn paid_by_equal(&self, equal_before: &[String]) -> Vec<&Order> {
        let mut paid: Vec<&Order> = Vec::new();
        let mut count = 0;
        for (number, order) in &self.recorded {
            if !equal_before.contains(number) {
                continue;
            }
            count += order.transfer_count(number);
            if !paid.iter().any(|one| one.order_id == order.order_id) {
                paid.push(order);
            }
        }
        if count > equal_before.len() as i64 { paid } else { Vec::new() }
    }

    fn by_amount(&self, amounts: &[i64]) -> (Fit, i64, Vec<&Order>) {
        for amount in amounts {
            let orders: Vec<&Order> = self.awaited.iter().filter(|order| order.to_pay() == *amount).collect();
            if !orders.is_empty() {
                return (Fit::AmountOnly, *amount, orders);
            }
        }
        (Fit::None, first(amounts), Vec::new())
    }
}

fn by_number<'a>(amounts: &[i64], orders: Vec<&'a Order>) -> (Fit, i64, Vec<&'a Order>) {
    let awaiting: Vec<&Order> = orders.iter().copied().filter(|order| order.to_pay() > 0).collect();
    if awaiting.is_empty() {
        return (Fit::NotAwaited, first(amounts), orders);
    }
    let is_awaited = |amount: &&i64| awaiting.iter().any(|order| order.to_pay() == **amount);
    match amounts.iter().find(is_awaited) {
        Some(amount) => {
            (Fit::Exact, *amount, awaiting.into_iter().filter(|order| order.to_pay() == *amount).collect())
        }
        None => (Fit::DifferentAmount, first(amounts), awaiting),
    }
}

fn first(amounts: &[i64]) -> i64 {
    amounts.first().copied().unwrap_or_default()
}

/// The amounts without the day of an order number that was written with spaces, unless no other amount is
/// left.
fn without_days(amounts: &[i64], orders: &[&Order]) -> Vec<i64> {
    let is_day = |amount: &i64| {
        let text = amount.to_string();
        orders.iter().any(|order| order.reference.get(..DAY) == Some(text.as_str()))
    };
    let rest: Vec<i64> = amounts.iter().copied().filter(|amount| !is_day(amount)).collect();
    if rest.is_empty() { amounts.to_vec() } else { rest }
}

fn has_name(text: &str, name: &str) -> bool {
    name.to_lowercase().split_whitespace().any(|word| word.chars().nth(1).is_some() && text.contains(word))
}
