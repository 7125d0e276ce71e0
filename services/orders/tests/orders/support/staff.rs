//! Calls of the staff.

use heuan_proto::orders::v1 as wire;
use heuan_rpc::Error;

use super::Shop;

pub fn clerk(account_id: i64) -> wire::StaffActor {
    wire::StaffActor {
        role: wire::StaffActorRole::Clerk.into(),
        account_id,
        name: format!("Clerk {account_id}"),
        client_address: "203.0.113.7".to_owned(),
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
            | "correct"
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
        method: String::new(),
        reference: String::new(),
        branch_id: 0,
        booking: String::new(),
        repeats_reference: false,
    }
}

/// A manager takes the last booking of this kind back.
pub fn correction(seen: &wire::StaffOrder, booking: &str) -> wire::UpdateStaffOrderRequest {
    let manager = wire::StaffActor { role: wire::StaffActorRole::Manager.into(), ..clerk(1) };
    wire::UpdateStaffOrderRequest {
        actor: Some(manager),
        booking: booking.to_owned(),
        ..step(seen, "correct")
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

/// A change to these lines of the order as `seen`. The customer has agreed to fewer units on the phone.
pub fn lines_of(seen: &wire::StaffOrder, key: &str, lines: &[(i64, i64)]) -> wire::ChangeStaffLinesRequest {
    wire::ChangeStaffLinesRequest {
        actor: Some(clerk(1)),
        order_id: seen.order.as_ref().unwrap().order_id.clone(),
        version: seen.version,
        lines: items(lines),
        reason: "as on the phone".to_owned(),
        idempotency_key: key.to_owned(),
        expected_total: None,
        delivery: None,
        consent: if has_fewer_units(seen, lines) { "phone".to_owned() } else { String::new() },
    }
}

fn has_fewer_units(seen: &wire::StaffOrder, lines: &[(i64, i64)]) -> bool {
    let units = |id| lines.iter().find(|(pro_id, _)| *pro_id == id).map_or(0, |(_, quantity)| *quantity);
    seen.order.iter().flat_map(|order| &order.lines).any(|line| units(line.pro_id) < line.quantity)
}

/// A pickup at a branch.
pub fn pickup_at(branch_id: i64) -> wire::Delivery {
    wire::Delivery { method: "pickup".to_owned(), branch_id: Some(branch_id), ..wire::Delivery::default() }
}

/// A delivery to a village.
pub fn deliver_to(village: &str) -> wire::Delivery {
    let [method, province, district, village] =
        ["delivery", "Vientiane", "Sikhottabong", village].map(str::to_owned);
    wire::Delivery { method, province, district, village, ..wire::Delivery::default() }
}

/// A change of the delivery alone.
pub fn moved_to(
    seen: &wire::StaffOrder,
    key: &str,
    delivery: wire::Delivery,
) -> wire::ChangeStaffLinesRequest {
    let lines = seen.order.iter().flat_map(|order| &order.lines);
    let lines: Vec<_> = lines.map(|line| (line.pro_id, line.quantity)).collect();
    wire::ChangeStaffLinesRequest { delivery: Some(delivery), ..lines_of(seen, key, &lines) }
}

fn items(lines: &[(i64, i64)]) -> Vec<wire::OrderItem> {
    lines.iter().map(|&(pro_id, quantity)| wire::OrderItem { pro_id, quantity }).collect()
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

    pub async fn change_lines(
        &self,
        request: wire::ChangeStaffLinesRequest,
    ) -> Result<wire::StaffOrder, Error> {
        Ok(self.staff_orders().change_staff_lines(request).await?.into_inner().order.unwrap())
    }

    pub async fn preview_lines(
        &self,
        order_id: &str,
        lines: &[(i64, i64)],
    ) -> Result<wire::PreviewStaffLinesResponse, Error> {
        self.preview_delivery(order_id, lines, "").await
    }

    /// The preview of lines and a delivery method.
    pub async fn preview_delivery(
        &self,
        order_id: &str,
        lines: &[(i64, i64)],
        method: &str,
    ) -> Result<wire::PreviewStaffLinesResponse, Error> {
        let request = wire::PreviewStaffLinesRequest {
            actor: Some(clerk(1)),
            order_id: order_id.to_owned(),
            lines: items(lines),
            delivery_method: method.to_owned(),
        };
        Ok(self.staff_orders().preview_staff_lines(request).await?.into_inner())
    }

    pub async fn quote_for(
        &self,
        customer_id: i64,
        input: wire::OrderInput,
        discount: i64,
    ) -> Result<wire::QuoteResponse, Error> {
        let discount = Some(wire::StaffDiscount { amount: discount, reason: String::new() });
        let (actor, input) = (Some(clerk(1)), Some(input));
        let request = wire::QuoteStaffOrderRequest { actor, customer_id, input, discount };
        Ok(self.staff_orders().quote_staff_order(request).await?.into_inner().quote.unwrap())
    }

    pub async fn take(&self, request: wire::PlaceStaffOrderRequest) -> Result<wire::StaffOrder, Error> {
        Ok(self.staff_orders().place_staff_order(request).await?.into_inner().order.unwrap())
    }

    /// The request of an order that costs what it is quoted at.
    pub async fn taking(
        &self,
        customer_id: i64,
        input: wire::OrderInput,
        discount: i64,
    ) -> wire::PlaceStaffOrderRequest {
        let quote = self.quote_for(customer_id, input.clone(), discount).await.unwrap();
        let price = |line: wire::QuoteLine| {
            let line = line.line.unwrap();
            wire::ConfirmedPrice { pro_id: line.pro_id, price: line.price }
        };
        let totals = quote.totals.unwrap();
        let confirmed = wire::ConfirmedAmounts {
            prices: quote.lines.into_iter().map(price).collect(),
            points_discount: totals.points_discount,
            delivery_fee: totals.delivery_fee,
            total: totals.total,
        };
        wire::PlaceStaffOrderRequest {
            actor: Some(clerk(1)),
            customer_id,
            customer_name: "ນ້ອຍ ວົງສາ".to_owned(),
            input: Some(wire::OrderInput { confirmed: Some(confirmed), ..input }),
            discount: Some(wire::StaffDiscount { amount: discount, reason: "Old customer".to_owned() }),
            idempotency_key: "k".to_owned(),
        }
    }

    /// A step on the order as it is now.
    pub async fn do_step(&self, order_id: &str, action: &str) -> Result<wire::StaffOrder, Error> {
        self.update(step(&self.staff_order(order_id).await, action)).await
    }
}
