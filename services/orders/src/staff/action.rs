//! Steps of the staff, and when each is possible.

use heuan_rpc::{Code, Error};

use super::StepDetail;
use crate::{
    money::MAX_TOTAL,
    order::{
        Booking, MAX_ENTRIES, MoneyMethod, MoneyMovement, MovementDetails, NotCorrectable, Order, OrderEvent,
        PaymentMethod, PaymentState, Status, StockState,
    },
};

/// Maximum characters of a reason, and of a note.
const MAX_TEXT: usize = 500;

/// Permissions of a member of the staff on orders and customers. Editors have no permission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StaffRole {
    #[default]
    Clerk,
    Manager,
}

/// The member of the staff who does a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Actor {
    pub role: StaffRole,
    /// 0 for the command line.
    pub account_id: i64,
    pub name: String,
    /// IPv4 address or IPv6 /64; empty for the command line.
    pub client_address: String,
}

impl Actor {
    /// The operator's command line, with the permissions of a manager.
    pub fn operator() -> Self {
        Self { role: StaffRole::Manager, ..Self::default() }
    }
}

/// A step of the staff, with the words of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum StaffAction {
    /// The order is accepted, and its goods are prepared.
    Confirm,
    /// The goods are ready.
    Prepare,
    /// The goods have left for the customer.
    Dispatch,
    /// The customer was not met, or did not take the goods.
    FailDelivery,
    /// The customer has received the goods, and paid for them.
    HandOver,
    /// A payment was received: the unpaid amount, or another amount.
    MarkPaid,
    /// The refund was made.
    MarkRefunded,
    Cancel,
    /// Reverts the last fulfilment step.
    Undo,
    /// The actor handles the order.
    Assign,
    Unassign,
    /// Adds a note to the internal log.
    Note,
    /// The difference between payment and total is final.
    AcceptDifference,
    /// The customer wants to return goods.
    RequestReturn,
    /// Goods came back.
    ReceiveReturn,
    /// The requested return does not happen.
    DeclineReturn,
    /// A part of the price is given back without a return.
    RefundPart,
    /// A manager takes the last booking back.
    Correct,
}

/// Reason why a step is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Blocked {
    /// The status of the order does not allow it.
    Status,
    /// The units are not yet taken from the stock.
    StockPending,
    /// The customer picks the order up.
    Pickup,
    NothingToRefund,
    /// The payment provider is making the refund.
    ProviderRefunds,
    /// There is nothing to undo, or it is too late.
    UndoOver,
    AssignedToYou,
    NotAssigned,
    /// The payment is the total.
    NoDifference,
    /// The payment differs from the total.
    DifferenceOpen,
    NotPaid,
    /// All goods came back.
    NothingToReturn,
    ReturnRequested,
    NoReturnRequested,
    /// The step gives away more of the order than a clerk may.
    NeedsManager,
    NothingToCorrect,
}

/// A requested step.
#[derive(Clone, Debug)]
pub struct StaffStep<'a> {
    pub action: StaffAction,
    /// `None` for the command line.
    pub actor: Option<&'a Actor>,
    /// The version that the actor sees. `None` for steps of the command line that apply to any.
    pub version: Option<i64>,
    /// Reason and note for the internal log.
    pub note: String,
    pub detail: StepDetail,
    /// Key of the reservation of the units that leave the stock with a return that is taken back.
    pub hold_key: Option<i64>,
}

impl StaffAction {
    /// Steps whose notification waits, so that they can be undone.
    pub const fn is_fulfilment(self) -> bool {
        matches!(self, Self::Confirm | Self::Prepare | Self::Dispatch | Self::FailDelivery | Self::HandOver)
    }

    const fn needs_reason(self) -> bool {
        matches!(
            self,
            Self::FailDelivery
                | Self::Cancel
                | Self::RequestReturn
                | Self::ReceiveReturn
                | Self::DeclineReturn
                | Self::RefundPart
                | Self::Correct
        )
    }

    /// The event of the state machine, if the order alone decides it; `None` for steps that change neither status nor
    /// payment, for returns and for corrections.
    pub fn event(self, order: &Order) -> Option<OrderEvent> {
        Some(match self {
            Self::Confirm => OrderEvent::Confirmed,
            Self::Prepare => OrderEvent::Prepared,
            Self::Dispatch => OrderEvent::Dispatched,
            Self::FailDelivery => OrderEvent::DeliveryFailed,
            Self::HandOver => OrderEvent::HandedOver,
            Self::MarkPaid => OrderEvent::Paid,
            Self::MarkRefunded => order.refund_event(),
            Self::AcceptDifference => OrderEvent::DifferenceAccepted,
            Self::RefundPart => OrderEvent::RefundOwed,
            Self::Cancel => OrderEvent::CancelByStaff,
            Self::Undo => OrderEvent::Undone(order.undo?.from),
            Self::Assign
            | Self::Unassign
            | Self::Note
            | Self::RequestReturn
            | Self::ReceiveReturn
            | Self::DeclineReturn
            | Self::Correct => return None,
        })
    }

    /// Reason why `caller` cannot do the step now. `None` if it is possible.
    pub fn blocked(self, order: &Order, caller: i64, now: i64) -> Option<Blocked> {
        let status = order.state.status;
        let is_kept = matches!(self, Self::Note | Self::Assign | Self::Unassign);
        if !order.is_known() && !is_kept {
            return Some(Blocked::Status);
        }
        let sold_in = |statuses: &[Status]| match order.state.units {
            _ if !statuses.contains(&status) => Some(Blocked::Status),
            StockState::Committed => None,
            _ => Some(Blocked::StockPending),
        };
        let unless = |possible: bool, why: Blocked| (!possible).then_some(why);
        match self {
            Self::Confirm => sold_in(&[Status::Placed]),
            // Goods of a failed delivery are at the branch where the customer fetches them now.
            Self::Prepare if order.is_pickup() => {
                sold_in(&[Status::Placed, Status::Preparing, Status::DeliveryFailed])
            }
            Self::Prepare => sold_in(&[Status::Placed, Status::Preparing]),
            Self::Dispatch if order.is_pickup() => Some(Blocked::Pickup),
            Self::Dispatch => sold_in(&[Status::Ready, Status::DeliveryFailed]),
            Self::FailDelivery => sold_in(&[Status::Delivering]),
            Self::HandOver if order.state.money == PaymentState::Underpaid => Some(Blocked::DifferenceOpen),
            Self::HandOver => {
                sold_in(&[Status::Placed, Status::Preparing, Status::Ready, Status::Delivering])
            }
            // A received payment is booked in every state, and an excess is refunded.
            Self::MarkPaid | Self::Note => None,
            Self::MarkRefunded if order.state.money != PaymentState::RefundDue => {
                Some(Blocked::NothingToRefund)
            }
            // Otherwise the provider and the staff would both pay.
            Self::MarkRefunded => unless(order.provider_refund().is_none(), Blocked::ProviderRefunds),
            Self::Cancel => unless(status.is_open(), Blocked::Status),
            Self::Undo => unless(order.undo.is_some_and(|undo| undo.until > now), Blocked::UndoOver),
            Self::Assign if !status.is_open() => Some(Blocked::Status),
            Self::Assign => {
                let is_theirs = order.assignee.as_ref().is_some_and(|one| one.account_id == caller);
                unless(!is_theirs, Blocked::AssignedToYou)
            }
            Self::Unassign => unless(order.assignee.is_some(), Blocked::NotAssigned),
            Self::AcceptDifference => match order.state.money {
                PaymentState::Underpaid => None,
                PaymentState::Overpaid => unless(status.is_live(), Blocked::StockPending),
                _ => Some(Blocked::NoDifference),
            },
            Self::RequestReturn if order.settlement.request.is_some() => Some(Blocked::ReturnRequested),
            Self::RequestReturn if status != Status::Completed => Some(Blocked::Status),
            Self::RequestReturn => unless(order.has_returnable_units(), Blocked::NothingToReturn),
            Self::ReceiveReturn => sold_in(&[Status::Completed])
                .or(difference_is_open(order))
                .or(unless(order.has_returnable_units(), Blocked::NothingToReturn)),
            Self::DeclineReturn => unless(order.settlement.request.is_some(), Blocked::NoReturnRequested),
            Self::RefundPart if !order.state.money.is_settled() => {
                unless(false, if status.is_live() { Blocked::NotPaid } else { Blocked::Status })
            }
            Self::RefundPart => sold_in(&LIVE)
                .or(difference_is_open(order))
                .or(unless(order.refundable() > 0, Blocked::NothingToRefund)),
            Self::Correct => unless(!order.corrections().is_empty(), Blocked::NothingToCorrect),
        }
    }

    /// Whether the step adds to the payments, refunds or returns.
    pub const fn is_of_money(self) -> bool {
        matches!(
            self,
            Self::MarkPaid
                | Self::MarkRefunded
                | Self::AcceptDifference
                | Self::ReceiveReturn
                | Self::RefundPart
                | Self::Correct
        )
    }

    pub fn undo_is_over() -> Error {
        Error::conflict("action_not_possible", Blocked::UndoOver.message(Status::Placed))
    }
}

/// The statuses of [`Status::is_live`].
const LIVE: [Status; 6] = [
    Status::Placed,
    Status::Preparing,
    Status::Ready,
    Status::Delivering,
    Status::DeliveryFailed,
    Status::Completed,
];

fn difference_is_open(order: &Order) -> Option<Blocked> {
    let is_open = matches!(order.state.money, PaymentState::Underpaid | PaymentState::Overpaid);
    is_open.then_some(Blocked::DifferenceOpen)
}

impl Blocked {
    pub(super) fn message(self, status: Status) -> String {
        match self {
            Self::Status if status == Status::Other => {
                "the order is in a state of a newer release".to_owned()
            }
            Self::Status => format!("the order is {}", status.into_str()),
            Self::StockPending => "the stock of its goods is not updated yet; try again".to_owned(),
            Self::Pickup => "the customer fetches this order; hand it over instead".to_owned(),
            Self::NothingToRefund => "nothing is to be refunded for this order".to_owned(),
            Self::ProviderRefunds => {
                "the payment provider is making the refund; wait until it has, or has refused".to_owned()
            }
            Self::UndoOver => "the last step can no longer be undone".to_owned(),
            Self::AssignedToYou => "the order is already assigned to you".to_owned(),
            Self::NotAssigned => "the order is not assigned".to_owned(),
            Self::NoDifference => "the payment does not differ from the total".to_owned(),
            Self::DifferenceOpen => {
                "the payment differs from the total; receive the rest, or accept the difference".to_owned()
            }
            Self::NotPaid => "the order is not paid".to_owned(),
            Self::NothingToReturn => "all goods of the order came back".to_owned(),
            Self::ReturnRequested => "a return is requested; receive or decline it".to_owned(),
            Self::NoReturnRequested => "no return is requested".to_owned(),
            Self::NeedsManager => "this is more than a clerk may give; ask a manager".to_owned(),
            Self::NothingToCorrect => "the staff have booked nothing that can be corrected".to_owned(),
        }
    }
}

impl StaffStep<'_> {
    /// Checks the texts of a request. `reason` and `note` together become the note of the log.
    pub fn text(action: StaffAction, reason: &str, note: &str) -> Result<String, Error> {
        let (reason, note) = (reason.trim(), note.trim());
        if reason.chars().count() > MAX_TEXT || reason.contains(char::is_control) {
            let rule = format!("a reason has at most {MAX_TEXT} characters and no line breaks");
            return Err(Error::invalid("reason", rule));
        }
        let is_text = note.chars().all(|one| one == '\n' || !one.is_control());
        if note.chars().count() > MAX_TEXT || !is_text {
            let rule = format!("a note has at most {MAX_TEXT} characters and no control characters");
            return Err(Error::invalid("note", rule));
        }
        if action.needs_reason() && reason.is_empty() {
            return Err(Error::invalid("reason", "say why"));
        }
        if action == StaffAction::Note && note.is_empty() {
            return Err(Error::invalid("note", "write a note"));
        }
        let parts = [reason, note].into_iter().filter(|part| !part.is_empty());
        Ok(parts.collect::<Vec<_>>().join("\n"))
    }

    /// The event of the state machine; `None` for steps that change neither status nor payment, and for returns.
    pub fn event(&self, order: &Order) -> Option<OrderEvent> {
        match (self.action, self.detail.amount) {
            (StaffAction::MarkPaid, Some(amount)) => Some(order.payment_event(amount)),
            (action, _) => action.event(order),
        }
    }

    /// Kip that the step receives, writes off, makes due or pays out; `None` for returns and other steps.
    pub fn moved(&self, order: &Order) -> Option<i64> {
        match self.action {
            StaffAction::MarkPaid => Some(self.detail.amount.unwrap_or_else(|| order.unpaid())),
            StaffAction::HandOver => self.moves_money(order).then(|| order.unpaid()),
            StaffAction::MarkRefunded => Some(order.refund_due()),
            StaffAction::AcceptDifference => Some(order.unpaid().max(order.excess())),
            StaffAction::RefundPart => self.detail.amount,
            _ => None,
        }
    }

    /// Whether the step receives or pays out money.
    fn moves_money(&self, order: &Order) -> bool {
        match self.action {
            StaffAction::MarkPaid | StaffAction::MarkRefunded => true,
            StaffAction::HandOver => order.state.money == PaymentState::Due,
            _ => false,
        }
    }

    /// Method by which the step receives or pays out money; `None` for other steps.
    pub fn moves_by(&self, order: &Order) -> Option<MoneyMethod> {
        let method = || self.detail.method.clone().or_else(|| order.method.usual_money_method());
        self.moves_money(order).then(method).flatten()
    }

    /// The movement details of the step, for the payments and refunds of the order.
    pub fn movement_details(&self) -> MovementDetails {
        MovementDetails {
            method: self.detail.method.clone(),
            reference: self.detail.reference.clone(),
            by: self.actor.map_or(0, |actor| actor.account_id),
            provider: Some(false),
        }
    }

    /// Whether the command line repeats a step that has been done before. A payment that is marked as another one is no
    /// repetition.
    pub fn is_done_before(&self, order: &Order) -> bool {
        if self.action == StaffAction::MarkPaid {
            return self.version.is_none() && !self.detail.repeats_reference && self.is_booked(order);
        }
        let event = self.event(order);
        let changed = event.and_then(|event| order.state.transition(event, order.spent_points()));
        self.version.is_none() && changed.is_some_and(|(to, _)| to == order.state)
    }

    /// Whether the payment is already booked: the whole amount to be paid, or the amount with the same reference. The
    /// provider may have confirmed the payment meanwhile, or reported the payment of the code with this reference.
    fn is_booked(&self, order: &Order) -> bool {
        let Some(amount) = self.detail.amount else { return order.state.money.is_settled() };
        let (method, reference) = (self.moves_by(order), &self.detail.reference);
        let is_same = |one: &MoneyMovement| {
            (&one.details.method, &one.details.reference, one.amount) == (&method, reference, amount)
        };
        let payments = &order.settlement.payments;
        let mut open = order.open_of_staff(payments).into_iter().filter_map(|index| payments.get(index));
        let is_reported = |one: &MoneyMovement| {
            let is_of_code = *reference == order.reference && one.amount == amount;
            one.details.provider == Some(true) && (is_of_code || is_same(one))
        };
        !reference.is_empty() && (open.any(is_same) || payments.iter().any(is_reported))
    }

    /// Whether the step takes the last return back.
    pub fn corrects_return(&self) -> bool {
        self.action == StaffAction::Correct && self.detail.booking == Some(Booking::Return)
    }

    /// Whether the step records the last return again, with other lines.
    pub fn changes_return(&self) -> bool {
        self.corrects_return() && !self.detail.lines.is_empty()
    }

    /// The order without its last return, which the step corrects.
    pub(super) fn before_return(&self, order: &Order, now: i64) -> Result<Order, Error> {
        let mut before = order.clone();
        before.correct(Booking::Return, &self.movement_details(), now).map_err(NotCorrectable::error)?;
        Ok(before)
    }

    /// Refuses a step that is not possible now.
    pub fn check(&self, order: &Order, now: i64) -> Result<(), Error> {
        self.check_correction()?;
        let caller = self.actor.map_or(0, |actor| actor.account_id);
        // The command line may also cancel an expired order. A late payment of it is then refunded.
        let is_late_cancellation = self.version.is_none()
            && self.action == StaffAction::Cancel
            && order.state.status == Status::Expired;
        match self.action.blocked(order, caller, now) {
            Some(why) if !is_late_cancellation => {
                return Err(Error::conflict("action_not_possible", why.message(order.state.status)));
            }
            _ => {}
        }
        self.check_amount(order)?;
        let has_means = self.detail.method.is_some() || !self.detail.reference.is_empty();
        if has_means && !self.moves_money(order) {
            return Err(Error::invalid("method", "no money is received or paid out by this step"));
        }
        if matches!(self.action, StaffAction::RequestReturn | StaffAction::ReceiveReturn) {
            order.check_return(&self.detail.lines)?;
        } else if self.changes_return() {
            self.before_return(order, now)?.check_return(&self.detail.lines)?;
        } else if self.detail.branch.is_some() {
            return Err(Error::invalid("branch_id", "only a return has a branch"));
        }
        let settlement = &order.settlement;
        let entries = settlement.payments.len().max(settlement.dues.len()).max(settlement.returns.len());
        if self.action.is_of_money() && self.action != StaffAction::MarkRefunded && entries >= MAX_ENTRIES {
            let text = format!("an order has at most {MAX_ENTRIES} payments, refunds or returns");
            return Err(Error::conflict("settlement_full", text));
        }
        Ok(())
    }

    /// The command line has the role of the operator.
    fn check_correction(&self) -> Result<(), Error> {
        if self.action != StaffAction::Correct {
            let has_one = self.detail.booking.is_some();
            return if has_one {
                Err(Error::invalid("booking", "only a correction has one"))
            } else {
                Ok(())
            };
        }
        if !self.corrects_return() && (!self.detail.lines.is_empty() || self.detail.delivery_fee) {
            return Err(Error::invalid("lines", "only the correction of a return has lines"));
        }
        if self.actor.is_some_and(|actor| actor.role != StaffRole::Manager) {
            let mut error = Error::new(Code::PermissionDenied, "only a manager corrects a booking");
            "role".clone_into(&mut error.detail.reason);
            return Err(error);
        }
        let rule = "must be payment, refund, write_off, goodwill, hand_over or return";
        self.detail.booking.map(drop).ok_or_else(|| Error::invalid("booking", rule))
    }

    fn check_amount(&self, order: &Order) -> Result<(), Error> {
        let wrong = |rule: String| Err(Error::invalid("amount", rule));
        match (self.action, self.detail.amount) {
            (StaffAction::MarkPaid, Some(amount)) if !(1..=MAX_TOTAL).contains(&amount) => {
                wrong(format!("must be from 1 to {MAX_TOTAL} kip"))
            }
            (StaffAction::MarkPaid, None) if order.state.money.is_settled() => {
                wrong("say how much was received: the order is paid, and more than the total is refunded".to_owned())
            }
            // The code contains the amount, and its provider reports the payment.
            (StaffAction::MarkPaid, Some(amount))
                if self.moves_by(order) == Some(MoneyMethod::Qr)
                    && order.method == PaymentMethod::Qr
                    && (order.state.money.is_settled() || amount != order.unpaid()) =>
            {
                wrong(
                    "the provider of the QR code reports its payment; say by which other method this amount was received"
                        .to_owned(),
                )
            }
            (StaffAction::RefundPart, amount) => {
                let refundable = order.refundable();
                match amount {
                    Some(amount) if (1..=refundable).contains(&amount) => Ok(()),
                    _ => wrong(format!("must be from 1 to {refundable} kip, what is paid and not refunded")),
                }
            }
            (StaffAction::AcceptDifference, _)
                if order.state.money == PaymentState::Underpaid && self.note.is_empty() =>
            {
                Err(Error::invalid("reason", "say why"))
            }
            _ => Ok(()),
        }
    }
}
