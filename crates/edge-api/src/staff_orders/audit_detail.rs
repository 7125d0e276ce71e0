//! Audit log entry of a step on an order: the step, amount, method and units. Reasons, notes and references are in the
//! order's own history, from which an erasure deletes them.

use heuan_proto::orders::v1 as proto;

/// Maximum lines of a return in the log.
const MAX_LINES: usize = 10;

/// Detail of a requested step: `receive_return: 7 × 1 to stock, 7 × 2 to waste`.
pub(super) fn requested(step: &proto::UpdateStaffOrderRequest) -> String {
    written(step, step.amount)
}

/// Detail of a completed step, with the amount that it moved: `mark_paid: 146000 kip, transfer`.
pub(super) fn done(step: &proto::UpdateStaffOrderRequest, order: Option<&proto::StaffOrder>) -> String {
    let entry = order.and_then(|order| order.log.iter().find(|entry| entry.action == step.action));
    written(step, entry.and_then(|entry| entry.amount).or(step.amount))
}

fn written(step: &proto::UpdateStaffOrderRequest, amount: Option<i64>) -> String {
    let mut parts: Vec<String> = amount.map(|amount| format!("{amount} kip")).into_iter().collect();
    parts.extend(Some(step.method.clone()).filter(|method| !method.is_empty()));
    parts.extend(goods(step));
    joined(&step.action, &parts)
}

/// Detail of the correction of a booking, with the goods that came back instead: `return: 7 × 1 to stock`.
pub(super) fn corrected(step: &proto::UpdateStaffOrderRequest) -> String {
    joined(&step.booking, &goods(step))
}

fn joined(word: &str, parts: &[String]) -> String {
    if parts.is_empty() { word.to_owned() } else { format!("{word}: {}", parts.join(", ")) }
}

fn goods(step: &proto::UpdateStaffOrderRequest) -> Vec<String> {
    let mut parts = Vec::new();
    for line in step.lines.iter().take(MAX_LINES) {
        let units = [(line.to_stock, "stock"), (line.to_waste, "waste")];
        let units = units.into_iter().filter(|(units, _)| *units > 0);
        parts.extend(units.map(|(units, place)| format!("{} × {units} to {place}", line.pro_id)));
    }
    if step.lines.len() > MAX_LINES {
        parts.push(format!("{} products in all", step.lines.len()));
    }
    parts.extend(step.delivery_fee.then(|| "delivery fee".to_owned()));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(action: &str) -> proto::UpdateStaffOrderRequest {
        proto::UpdateStaffOrderRequest {
            action: action.to_owned(),
            reason: "Noy was not at home".to_owned(),
            note: "020 5512 3456".to_owned(),
            reference: "FT2611".to_owned(),
            ..proto::UpdateStaffOrderRequest::default()
        }
    }

    #[test]
    fn corrected_return_has_its_new_units() {
        let taken_back = proto::UpdateStaffOrderRequest { booking: "return".to_owned(), ..step("correct") };
        assert_eq!(corrected(&taken_back), "return");
        let line = proto::ReturnLine { pro_id: 7, to_stock: 1, to_waste: 2, note: "Noy".to_owned() };
        let changed = proto::UpdateStaffOrderRequest { lines: vec![line], delivery_fee: true, ..taken_back };
        assert_eq!(corrected(&changed), "return: 7 × 1 to stock, 7 × 2 to waste, delivery fee");
    }

    #[test]
    fn step_has_its_amount_and_method_and_no_personal_data() {
        assert_eq!(requested(&step("confirm")), "confirm");
        let paid = proto::UpdateStaffOrderRequest {
            amount: Some(146_000),
            method: "cash".to_owned(),
            ..step("mark_paid")
        };
        assert_eq!(requested(&paid), "mark_paid: 146000 kip, cash");
        let line = proto::ReturnLine { pro_id: 7, to_stock: 1, to_waste: 2, note: "Noy".to_owned() };
        let back = proto::UpdateStaffOrderRequest {
            lines: vec![line],
            delivery_fee: true,
            ..step("receive_return")
        };
        assert_eq!(requested(&back), "receive_return: 7 × 1 to stock, 7 × 2 to waste, delivery fee");
    }

    #[test]
    fn amount_that_was_not_requested_is_that_of_the_history() {
        let entry = |action: &str, amount| proto::OrderLogEntry {
            action: action.to_owned(),
            amount,
            ..proto::OrderLogEntry::default()
        };
        let log = vec![entry("confirm", None), entry("mark_paid", Some(99_000)), entry("mark_paid", Some(1))];
        let order = proto::StaffOrder { log, ..proto::StaffOrder::default() };
        assert_eq!(done(&step("mark_paid"), Some(&order)), "mark_paid: 99000 kip");
        assert_eq!(done(&step("confirm"), Some(&order)), "confirm");
        assert_eq!(done(&step("hand_over"), Some(&order)), "hand_over");
    }
}
