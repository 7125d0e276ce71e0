//! Staff commands on orders, executed by the command-line tool beside the running shop, which completes the resulting
//! work.

use std::time::Duration;

use heuan_rpc::Error;
use heuan_runtime::clock::Clock;
use heuan_store::{DatabaseUrl, StoreError};

use super::{lines::digest, return_hold::StockHold};
use crate::{
    Config,
    checkout::{ContactInput, DeliveryInput, DeliveryTerms, ReceiverInput, contact},
    money::PricingTerms,
    order::{
        Booking, Delivery, DeliveryDay, Goods, MoneyMethod, MovementDetails, NotCorrectable, Order, Position,
        ReturnBranch, ReturnedLine, no_such_order, reference,
    },
    staff::{
        Actor, CHANGE_DETAILS, Consent, DetailsChange, LinesChange, PICK_LINE, PLAN_DELIVERY, PickChange,
        PlanChange, StaffAction, StaffStep, StepDetail,
        lines::{checked_reason, log_word, with_delivery, with_units},
        security::{record_order, record_step},
    },
    store::{LineProgress, OrderLookup, Store},
};

/// Orders that are read at once.
const PAGE: i64 = 500;
/// Entries of the log that are shown.
const LOG: i64 = 50;
/// Checks for the end of a change that the running shop makes.
const MAX_POLLS: usize = 60;
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The database access of staff commands.
pub struct StaffCommands {
    store: Store,
    point_value: i64,
    terms: PricingTerms,
    clock: Clock,
}

/// Summary of an order for the staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderSummary {
    pub order_id: String,
    pub number: String,
    pub created_at: i64,
    pub status: &'static str,
    pub method: &'static str,
    pub payment: &'static str,
    /// Kip.
    pub total: i64,
    /// Kip to refund, or refunded.
    pub refund: i64,
    /// Kip of `refund` that are not paid out.
    pub refund_due: i64,
    /// Reason of a cancellation by the staff, if given.
    pub cancel_reason: String,
}

/// An order with what a clerk needs to prepare and deliver it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderDetails {
    pub summary: OrderSummary,
    pub customer_name: String,
    pub phone: String,
    /// Village, district and province, or the branch; and the note.
    pub destination: Vec<String>,
    /// Product id, names in Lao and English, units, kip.
    pub lines: Vec<(i64, String, String, i64, i64)>,
    /// Products whose line lies ready.
    pub picked: Vec<i64>,
    /// Newest first.
    pub log: Vec<LogLine>,
}

/// A line of the internal log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    pub at: i64,
    pub action: String,
    /// Empty for the command line and the system.
    pub by: String,
    pub status: String,
    pub note: String,
    /// Method by which money was received or paid out, and its reference; empty for other entries.
    pub method: &'static str,
    pub reference: String,
    /// Customer's consent to fewer units; empty for other entries.
    pub consent: &'static str,
}

/// Goods that came back, each as product and units.
#[derive(Clone, Debug, Default)]
pub struct ReturnedGoods {
    pub to_stock: Vec<(i64, i64)>,
    pub to_waste: Vec<(i64, i64)>,
    /// `None` is the usual one of the order.
    pub branch: Option<ReturnBranch>,
    pub delivery_fee: bool,
}

/// Changed phone number and receiver of an order. Absent parts stay.
#[derive(Clone, Debug, Default)]
pub struct ContactChange {
    pub phone: Option<String>,
    /// Empty if the customer receives the goods.
    pub receiver: Option<String>,
    pub landmark: Option<String>,
    pub driver_note: Option<String>,
}

/// Units that leave the stock with a return that is taken back. They are to be reserved before.
#[derive(Clone, Debug)]
pub struct ReturnStock {
    order_id: String,
    /// Version of the order.
    version: i64,
    hold_key: i64,
    /// Id of their reservation.
    pub hold_id: String,
    /// By product.
    pub units: Vec<(i64, i64)>,
}

/// Order as a command has read it before its step.
#[derive(Clone, Copy, Default)]
struct StepBasis {
    /// `None` if the step applies to any version.
    version: Option<i64>,
    /// Key of the reserved units.
    hold_key: Option<i64>,
}

impl StaffCommands {
    pub async fn open(config: &Config, location: &DatabaseUrl, clock: Clock) -> Result<Self, StoreError> {
        let (point_value, terms) = (config.point_value, config.terms());
        Ok(Self { store: Store::open(location).await?, point_value, terms, clock })
    }

    pub async fn close(&self) {
        self.store.close().await;
    }

    /// `number` is an order number or a payment reference, as typed. A step that was done before changes nothing.
    pub async fn apply(&self, number: &str, action: StaffAction) -> Result<OrderSummary, Error> {
        self.step(number, action, String::new(), StepDetail::default()).await
    }

    /// Records a payment of `amount` kip, or of all that is not paid. With a reference, it is recorded once. `repeats_reference`:
    /// it is another payment with the same bank number, and recorded at each call. The rest is as of `apply_by`.
    pub async fn paid(
        &self,
        number: &str,
        amount: Option<i64>,
        (method, reference): (&str, &str),
        repeats_reference: bool,
    ) -> Result<OrderSummary, Error> {
        let (method, reference) = MovementDetails::read(method, reference)?;
        let detail = StepDetail { amount, method, reference, repeats_reference, ..StepDetail::default() };
        self.step(number, StaffAction::MarkPaid, String::new(), detail).await
    }

    /// Like `apply`, for a payment or a refund. An empty method is the usual way of the order's payment method.
    pub async fn apply_by(
        &self,
        number: &str,
        action: StaffAction,
        method: &str,
        reference: &str,
    ) -> Result<OrderSummary, Error> {
        let (method, reference) = MovementDetails::read(method, reference)?;
        let detail = StepDetail { method, reference, ..StepDetail::default() };
        self.step(number, action, String::new(), detail).await
    }

    /// Like `apply`, with a reason or note for the internal log.
    pub async fn apply_with_note(
        &self,
        number: &str,
        action: StaffAction,
        note: &str,
    ) -> Result<OrderSummary, Error> {
        let (reason, note) = if action == StaffAction::Note { ("", note) } else { (note, "") };
        let note = StaffStep::text(action, reason, note)?;
        self.step(number, action, note, StepDetail::default()).await
    }

    /// The units that leave the stock when the last return is taken back. An error if it cannot be taken back now.
    pub async fn stock_of_last_return(&self, number: &str) -> Result<ReturnStock, Error> {
        let order = self.after_former_change(number).await?;
        let corrected = order.clone().correct(Booking::Return, &MovementDetails::default(), 0);
        corrected.map_err(NotCorrectable::error)?;
        let hold = StockHold::of(&order)?;
        Ok(ReturnStock {
            units: order.units_to_take_out(&[]),
            version: order.version,
            order_id: order.order_id,
            hold_key: hold.key,
            hold_id: hold.id,
        })
    }

    /// Takes back the last return, which is of `amount` kip. Refused if the order has changed since its `stock` was read. `is_held`:
    /// the units were reserved.
    pub async fn take_return_back(
        &self,
        number: &str,
        (amount, reason): (i64, &str),
        stock: &ReturnStock,
        is_held: bool,
    ) -> Result<OrderSummary, Error> {
        let basis = StepBasis { version: Some(stock.version), hold_key: is_held.then_some(stock.hold_key) };
        self.correct_step(number, (Booking::Return, amount), reason, basis).await
    }

    /// Whether the return was taken back with the reserved units.
    pub async fn has_taken_back(&self, stock: &ReturnStock) -> Result<bool, Error> {
        self.store.has_stock_hold(&stock.order_id, stock.hold_key).await
    }

    /// Takes back the last booking of this kind, which is of `amount` kip.
    pub async fn correct(
        &self,
        number: &str,
        booking: Booking,
        amount: i64,
        reason: &str,
    ) -> Result<OrderSummary, Error> {
        self.correct_step(number, (booking, amount), reason, StepBasis::default()).await
    }

    async fn correct_step(
        &self,
        number: &str,
        (booking, amount): (Booking, i64),
        reason: &str,
        basis: StepBasis,
    ) -> Result<OrderSummary, Error> {
        let note = StaffStep::text(StaffAction::Correct, reason, "")?;
        let detail = StepDetail { booking: Some(booking), amount: Some(amount), ..StepDetail::default() };
        self.after_former_change(number).await?;
        self.step_from(number, StaffAction::Correct, (note, detail), basis).await
    }

    /// Cancels an order that is not completed: stock and points are returned, the customer is notified, and a payment
    /// becomes due for a refund. A canceled order is unchanged, including its first reason.
    pub async fn cancel(&self, number: &str, reason: &str) -> Result<OrderSummary, Error> {
        // Without a reason as well, as scripts of earlier releases do.
        let is_given = !reason.trim().is_empty();
        let checked =
            if is_given { StaffStep::text(StaffAction::Cancel, reason, "")? } else { String::new() };
        self.step(number, StaffAction::Cancel, checked, StepDetail::default()).await
    }

    /// Records goods that came back. The running shop adds those for the stock.
    pub async fn receive_return(
        &self,
        number: &str,
        goods: ReturnedGoods,
        reason: &str,
    ) -> Result<OrderSummary, Error> {
        let note = StaffStep::text(StaffAction::ReceiveReturn, reason, "")?;
        let ReturnedGoods { to_stock, to_waste, branch, delivery_fee } = goods;
        let mut lines: Vec<ReturnedLine> = Vec::new();
        let units = to_stock.iter().map(|&(pro_id, units)| (pro_id, units, 0));
        let units = units.chain(to_waste.iter().map(|&(pro_id, units)| (pro_id, 0, units)));
        for (pro_id, to_stock, to_waste) in units {
            match lines.iter_mut().find(|line| line.pro_id == pro_id) {
                Some(line) => {
                    line.to_stock = line.to_stock.saturating_add(to_stock);
                    line.to_waste = line.to_waste.saturating_add(to_waste);
                }
                None => lines.push(ReturnedLine { pro_id, to_stock, to_waste, note: String::new() }),
            }
        }
        let detail = StepDetail { lines, delivery_fee, branch, ..StepDetail::default() };
        self.step(number, StaffAction::ReceiveReturn, note, detail).await
    }

    /// Accepts the difference between payment and total: the rest is written off, which needs a reason, or what is too much becomes
    /// due for a refund.
    pub async fn accept_difference(&self, number: &str, reason: &str) -> Result<OrderSummary, Error> {
        self.step_now(number, StaffAction::AcceptDifference, reason, StepDetail::default()).await
    }

    /// Makes a part of what was paid due for a refund, without a return.
    pub async fn refund_part(&self, number: &str, amount: i64, reason: &str) -> Result<OrderSummary, Error> {
        let detail = StepDetail { amount: Some(amount), ..StepDetail::default() };
        self.step_now(number, StaffAction::RefundPart, reason, detail).await
    }

    /// Records goods, each as product and units, that the customer of a completed order wants to return.
    pub async fn request_return(
        &self,
        number: &str,
        goods: &[(i64, i64)],
        branch: Option<ReturnBranch>,
        reason: &str,
    ) -> Result<OrderSummary, Error> {
        let line = |&(pro_id, to_stock)| ReturnedLine { pro_id, to_stock, to_waste: 0, note: String::new() };
        let detail = StepDetail { lines: goods.iter().map(line).collect(), branch, ..StepDetail::default() };
        self.step_now(number, StaffAction::RequestReturn, reason, detail).await
    }

    /// Assigns an open order to a member of the staff. The log has this person, and that it was done on the command line.
    pub async fn assign(&self, number: &str, account_id: i64, name: &str) -> Result<OrderSummary, Error> {
        let (reference, now) = (reference(number), self.clock.now_ms());
        let order = self.store.order_of_payment(&reference).await?.ok_or_else(no_such_order)?;
        let actor = Actor { account_id, name: name.to_owned(), ..Actor::operator() };
        let step = StaffStep {
            action: StaffAction::Assign,
            actor: Some(&actor),
            version: Some(order.version),
            note: "on the command line".to_owned(),
            detail: StepDetail::default(),
            hold_key: None,
        };
        let whose = OrderLookup::Reference(&reference);
        let order = self.store.staff_step(whose, &step, None, self.point_value, now).await?;
        let order = order.ok_or_else(no_such_order)?;
        record_step(&step, &order);
        Ok(order.into())
    }

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

    /// A step on the order as it is now, which is refused if it changes meanwhile. A repeated command is another step: its effect may
    /// be wanted twice.
    async fn step_now(
        &self,
        number: &str,
        action: StaffAction,
        reason: &str,
        detail: StepDetail,
    ) -> Result<OrderSummary, Error> {
        let note = StaffStep::text(action, reason, "")?;
        let order = self.after_former_change(number).await?;
        let basis = StepBasis { version: Some(order.version), hold_key: None };
        self.step_from(number, action, (note, detail), basis).await
    }

    async fn step(
        &self,
        number: &str,
        action: StaffAction,
        note: String,
        detail: StepDetail,
    ) -> Result<OrderSummary, Error> {
        self.step_from(number, action, (note, detail), StepBasis::default()).await
    }

    async fn step_from(
        &self,
        number: &str,
        action: StaffAction,
        (note, detail): (String, StepDetail),
        StepBasis { version, hold_key }: StepBasis,
    ) -> Result<OrderSummary, Error> {
        let (reference, now) = (reference(number), self.clock.now_ms());
        let step = StaffStep { action, actor: None, version, note, detail, hold_key };
        let whose = OrderLookup::Reference(&reference);
        let order = self.store.staff_step(whose, &step, None, self.point_value, now).await?;
        let order = order.ok_or_else(no_such_order)?;
        record_step(&step, &order);
        Ok(order.into())
    }

    /// Sets the units of products of an open order; 0 units take a line out. The running shop makes the change, and the order is
    /// as before until then. Waits for it for some seconds.
    pub async fn change_lines(
        &self,
        number: &str,
        changes: &[(i64, i64)],
        reason: &str,
        consent: Option<Consent>,
    ) -> Result<OrderSummary, Error> {
        let order = self.changeable(number).await?;
        let target = with_units(&order, changes, &self.terms)?;
        if target.lines == order.body.lines {
            return Ok(order.into());
        }
        Consent::check(consent, &order.body.lines, &target.lines)?;
        self.change(order, target, &format!("{changes:?}"), (reason, consent)).await
    }

    /// Delivers an open order elsewhere or otherwise. The delivery fee follows. The running shop makes the change, as for lines.
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

    /// The order without work of a former change, whose units the running shop gives back. Still with it if that takes long.
    async fn after_former_change(&self, number: &str) -> Result<Order, Error> {
        let reference = reference(number);
        let mut order = self.store.order_of_payment(&reference).await?.ok_or_else(no_such_order)?;
        for _ in 0..MAX_POLLS {
            if order.line_work.is_none() {
                break;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
            order = self.store.order_of_payment(&reference).await?.ok_or_else(no_such_order)?;
        }
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

    /// The order, its destination and its log.
    pub async fn show(&self, number: &str) -> Result<OrderDetails, Error> {
        let order = self.store.order_of_payment(&reference(number)).await?.ok_or_else(no_such_order)?;
        let log = self.store.order_log(&order, i64::MAX, LOG).await?;
        let picked = self.store.picked_lines(&order).await?;
        let log = log.into_iter().map(|entry| LogLine {
            at: entry.at,
            action: entry.action,
            by: entry.actor.map(|actor| actor.name).unwrap_or_default(),
            status: entry.to,
            note: entry.note,
            method: entry.detail.moved_by.as_ref().map_or("", MoneyMethod::word),
            reference: entry.detail.reference,
            consent: entry.detail.consent.map_or("", |consent| consent.into_str()),
        });
        let lines = order.body.lines.iter().map(|line| {
            (line.pro_id, line.label.name_la.clone(), line.label.name_en.clone(), line.quantity, line.total)
        });
        let destination = match &order.body.delivery {
            Delivery::Delivery { province, district, village, note } => [village, district, province, note],
            Delivery::Pickup { branch_name_la, branch_name_en, note, .. } => {
                [branch_name_la, branch_name_en, note, note]
            }
        };
        let mut destination: Vec<String> =
            destination.into_iter().filter(|part| !part.is_empty()).cloned().collect();
        destination.dedup();
        Ok(OrderDetails {
            customer_name: order.body.customer_name.clone(),
            phone: order.body.phone.clone(),
            destination,
            lines: lines.collect(),
            picked: picked.iter().map(|picked| picked.pro_id).collect(),
            log: log.collect(),
            summary: order.into(),
        })
    }

    /// Orders that wait for the staff, oldest first, after `last` of the previous call: 500, or fewer at the end.
    pub async fn waiting(&self, last: Option<&OrderSummary>) -> Result<Vec<OrderSummary>, Error> {
        let position = last.map_or((i64::MIN, ""), |order| (order.created_at, order.order_id.as_str()));
        Ok(self.store.orders_for_staff(position, PAGE).await?.into_iter().map(OrderSummary::from).collect())
    }
}

/// The delivery within the limits of the checkout.
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

impl From<Order> for OrderSummary {
    fn from(order: Order) -> Self {
        Self {
            refund_due: order.refund_due(),
            refund: order.refund,
            order_id: order.order_id,
            number: order.number,
            created_at: order.created_at,
            status: order.state.status.into_str(),
            method: order.method.into_str(),
            payment: order.state.money.into_str(),
            total: order.body.totals.total,
            cancel_reason: order.cancel_reason,
        }
    }
}
