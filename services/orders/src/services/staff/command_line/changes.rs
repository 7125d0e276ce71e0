//! Changes of open orders: lines, delivery, day, contact, ticks of the preparation.

use heuan_rpc::{Error, Transport};

use super::super::lines::digest;
use super::{MAX_POLLS, OrderSummary, POLL_INTERVAL, StaffCommands};
use crate::{
    checkout::{ContactInput, DeliveryInput, DeliveryTerms, ReceiverInput, contact},
    clients::Catalog,
    order::{Delivery, DeliveryDay, Goods, Order, Position, no_such_order, reference},
    product::Products,
    staff::{
        Actor, CHANGE_DETAILS, Consent, DetailsChange, LinesChange, PICK_LINE, PLAN_DELIVERY, PickChange,
        PlanChange,
        lines::{added_products, checked_reason, log_word, with_delivery, with_units},
        security::record_order,
    },
    store::LineProgress,
};

/// Changed phone number and receiver of an order. Absent parts are not changed.
#[derive(Clone, Debug, Default)]
pub struct ContactChange {
    pub phone: Option<String>,
    /// Empty if the customer receives the goods.
    pub receiver: Option<String>,
    pub landmark: Option<String>,
    pub driver_note: Option<String>,
}

impl StaffCommands {
    /// Changes the phone number or the receiver of an open order, whose customer is notified.
    pub async fn change_contact(&self, number: &str, change: ContactChange) -> Result<OrderSummary, Error> {
        let order = self.store.order_of_payment(&reference(number)).await?.ok_or_else(no_such_order)?;
        let ContactChange { phone, receiver, landmark, driver_note } = change;
        let is_received = receiver.is_some() || landmark.is_some() || driver_note.is_some();
        let before = &order.body.receiver;
        let receiver = is_received.then(|| ReceiverInput {
            name: receiver.unwrap_or_else(|| before.name.clone()),
            landmark: landmark.unwrap_or_else(|| before.landmark.clone()),
            driver_note: driver_note.unwrap_or_else(|| before.driver_note.clone()),
            position: before.position.map(Position::degrees),
        });
        let checked = contact(&ContactInput { phone: phone.as_deref(), delivery: None, receiver })?;
        let operator = Actor::operator();
        let change = DetailsChange {
            actor: &operator,
            version: order.version,
            phone: checked.phone,
            delivery: None,
            receiver: checked.receiver,
        };
        let changed = self.store.change_details(&order.order_id, &change, self.clock.now_ms()).await?;
        let order = changed.ok_or_else(no_such_order)?;
        record_order(CHANGE_DETAILS, &operator, &order);
        Ok(order.into())
    }

    /// Whether a change of units adds a product to the order, which needs the catalog.
    pub async fn adds_products(&self, number: &str, changes: &[(i64, i64)]) -> Result<bool, Error> {
        let order = self.after_former_change(number).await?;
        Ok(!added_products(&order, changes).is_empty())
    }

    /// Sets the units of products of an open order; 0 units remove a line. A product that the order does not have is added with
    /// its present price of `catalog`, and refused without one. The running shop makes the change, and the order is unchanged
    /// until then. Waits some seconds for the change.
    pub async fn change_lines(
        &self,
        number: &str,
        changes: &[(i64, i64)],
        catalog: Option<&Transport>,
        reason: &str,
        consent: Option<Consent>,
    ) -> Result<OrderSummary, Error> {
        let order = self.changeable(number).await?;
        let products = match catalog {
            Some(catalog) => Catalog::new(catalog.clone()).products(&added_products(&order, changes)).await?,
            None => Products::default(),
        };
        let target = with_units(&order, changes, &products, &self.terms)?;
        if target.lines == order.body.lines {
            return Ok(order.into());
        }
        Consent::check(consent, &order.body.lines, &target.lines)?;
        self.change(order, target, &format!("{changes:?}"), (reason, consent)).await
    }

    /// Changes the place or the method of delivery of an open order, and its delivery fee. The running shop makes the change,
    /// as for lines.
    pub async fn change_delivery(
        &self,
        number: &str,
        delivery: Delivery,
        reason: &str,
    ) -> Result<OrderSummary, Error> {
        let delivery = checked_delivery(delivery)?;
        let order = self.changeable(number).await?;
        order.check_method(delivery.is_pickup())?;
        if delivery == order.body.delivery {
            return Ok(order.into());
        }
        let changes = format!("{delivery:?}");
        let target = with_delivery(&order, delivery, &self.terms)?;
        self.change(order, target, &changes, (reason, None)).await
    }

    /// Plans the day on which an open order goes out or is picked up: `YYYY-MM-DD` with `morning`, `afternoon` or no part. `None`
    /// deletes the plan.
    pub async fn plan_delivery(
        &self,
        number: &str,
        day: Option<(&str, &str)>,
    ) -> Result<OrderSummary, Error> {
        let day = day.map(|(day, part)| DeliveryDay::read(day, part)).transpose()?;
        let order = self.store.order_of_payment(&reference(number)).await?.ok_or_else(no_such_order)?;
        let operator = Actor::operator();
        let change = PlanChange { actor: &operator, version: None, day };
        let order = self.store.plan_delivery(&order.order_id, &change, self.clock.now_ms()).await?;
        let order = order.ok_or_else(no_such_order)?;
        record_order(PLAN_DELIVERY, &operator, &order);
        Ok(order.into())
    }

    /// Ticks off the line of a product while the goods are prepared, or undoes its tick.
    pub async fn pick_line(&self, number: &str, pro_id: i64, is_picked: bool) -> Result<OrderSummary, Error> {
        let order = self.store.order_of_payment(&reference(number)).await?.ok_or_else(no_such_order)?;
        let operator = Actor::operator();
        let change = PickChange { actor: &operator, pro_id, quantity: None, is_picked };
        let picked = self.store.pick_line(&order.order_id, &change, self.clock.now_ms()).await?;
        let (order, _) = picked.ok_or_else(no_such_order)?;
        record_order(PICK_LINE, &operator, &order);
        Ok(order.into())
    }

    /// An order whose lines and delivery can be changed now.
    async fn changeable(&self, number: &str) -> Result<Order, Error> {
        let order = self.after_former_change(number).await?;
        order.lines_blocked().map_or(Ok(()), |why| Err(why.error(&order)))?;
        Ok(order)
    }

    async fn change(
        &self,
        order: Order,
        target: Goods,
        changes: &str,
        (reason, consent): (&str, Option<Consent>),
    ) -> Result<OrderSummary, Error> {
        let reason = checked_reason(reason)?;
        let action = log_word(target.delivery.is_some());
        let balance = self.store.points_balance(order.customer_id).await?;
        order.lines_effects(&target.totals, balance, self.point_value)?;
        let (order_id, version) = (order.order_id.as_str(), order.version);
        let (request, now) = (digest(&format!("{version} {changes} {reason}")), self.clock.now_ms());
        let change_id = digest(&format!("{order_id} command line {now} {request}"))[..32].to_owned();
        let operator = Actor::operator();
        let change = LinesChange {
            change_id: change_id.clone(),
            request: request.clone(),
            order_id,
            actor: &operator,
            version,
            reason,
            consent,
            target,
        };
        self.store.begin_lines(&change, now).await?;
        record_order(action, &operator, &order);
        for _ in 0..MAX_POLLS {
            match self.store.line_progress(&change_id, &request).await? {
                Some(LineProgress::Refused(refusal)) => return Err(refusal.into()),
                Some(LineProgress::Open) => tokio::time::sleep(POLL_INTERVAL).await,
                _ => break,
            }
        }
        let order = self.store.order_by_id(order_id).await?.ok_or_else(no_such_order)?;
        Ok(order.into())
    }
}

/// The delivery, validated with the limits of the checkout.
fn checked_delivery(delivery: Delivery) -> Result<Delivery, Error> {
    let input = match delivery.clone() {
        Delivery::Delivery { province, district, village, note } => DeliveryInput {
            method: "delivery".to_owned(),
            branch_id: None,
            province,
            district,
            village,
            note,
        },
        Delivery::Pickup { branch_id, note, .. } => DeliveryInput {
            method: "pickup".to_owned(),
            branch_id: Some(branch_id),
            note,
            ..DeliveryInput::default()
        },
    };
    let terms = contact(&ContactInput { delivery: Some(input), ..ContactInput::default() })?.delivery;
    Ok(match (terms, delivery) {
        (Some(DeliveryTerms::Delivery { province, district, village, note }), _) => {
            Delivery::Delivery { province, district, village, note }
        }
        (
            Some(DeliveryTerms::Pickup { branch_id, note }),
            Delivery::Pickup { branch_name_la, branch_name_en, .. },
        ) => Delivery::Pickup { branch_id, branch_name_la, branch_name_en, note },
        (_, delivery) => delivery,
    })
}
