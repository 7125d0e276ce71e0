//! Calls of the staff.

use heuan_proto::orders::v1 as wire;
use heuan_rpc::Error;

use super::Shop;

pub fn clerk(account_id: i64) -> wire::StaffActor {
    wire::StaffActor {
        role: wire::StaffActorRole::Staff.into(),
        account_id,
        name: format!("Clerk {account_id}"),
    }
}

/// A step on the order as `seen`, with the reason that some steps need.
pub fn step(seen: &wire::StaffOrder, action: &str) -> wire::UpdateStaffOrderRequest {
    let needs_reason = matches!(
        action,
        "cancel"
            | "fail_delivery"
            | "accept_difference"
            | "request_return"
            | "receive_return"
            | "decline_return"
            | "refund_part"
    );
    wire::UpdateStaffOrderRequest {
        actor: Some(clerk(1)),
        order_id: seen.order.as_ref().unwrap().order_id.clone(),
        action: action.to_owned(),
        version: seen.version,
        reason: if needs_reason { "not at home".to_owned() } else { String::new() },
        note: if action == "note" { "call first".to_owned() } else { String::new() },
        amount: None,
        lines: Vec::new(),
        delivery_fee: false,
    }
}

/// A step with an amount.
pub fn step_of(seen: &wire::StaffOrder, action: &str, amount: i64) -> wire::UpdateStaffOrderRequest {
    wire::UpdateStaffOrderRequest { amount: Some(amount), ..step(seen, action) }
}

/// Units of a product that come back: to the stock and to waste.
pub fn back(pro_id: i64, to_stock: i64, to_waste: i64) -> wire::ReturnLine {
    wire::ReturnLine { pro_id, to_stock, to_waste, note: String::new() }
}

/// A return of these units.
pub fn return_of(seen: &wire::StaffOrder, lines: &[wire::ReturnLine]) -> wire::UpdateStaffOrderRequest {
    wire::UpdateStaffOrderRequest { lines: lines.to_vec(), ..step(seen, "receive_return") }
}

pub fn status(order: &wire::StaffOrder) -> (&str, &str) {
    let order = order.order.as_ref().unwrap();
    (&order.status, &order.payment.as_ref().unwrap().status)
}

pub fn state<'a>(order: &'a wire::StaffOrder, action: &str) -> &'a wire::OrderAction {
    order.actions.iter().find(|one| one.action == action).unwrap()
}

impl Shop {
    pub async fn staff_order(&self, order_id: &str) -> wire::StaffOrder {
        let request = wire::GetStaffOrderRequest { actor: Some(clerk(1)), order_id: order_id.to_owned() };
        self.staff_orders().get_staff_order(request).await.unwrap().into_inner().order.unwrap()
    }

    pub async fn update(&self, request: wire::UpdateStaffOrderRequest) -> Result<wire::StaffOrder, Error> {
        Ok(self.staff_orders().update_staff_order(request).await?.into_inner().order.unwrap())
    }

    /// A step on the order as it is now.
    pub async fn do_step(&self, order_id: &str, action: &str) -> Result<wire::StaffOrder, Error> {
        self.update(step(&self.staff_order(order_id).await, action)).await
    }
}
