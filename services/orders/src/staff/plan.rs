//! Plan of the day on which an open order goes out or is picked up, and the filter of the lists by it.

use heuan_rpc::Error;

use super::{Actor, DetailsChange};
use crate::{
    day::Day,
    order::{DeliveryDay, Order, Status},
};

/// The word for it in the internal log.
pub const PLAN_DELIVERY: &str = "plan_delivery";

/// A valid change of the plan.
#[derive(Clone, Debug)]
pub struct PlanChange<'a> {
    pub actor: &'a Actor,
    /// The version that the actor sees; `None` for the command line, which plans whatever the version is.
    pub version: Option<i64>,
    /// `None` deletes the plan.
    pub day: Option<DeliveryDay>,
}

impl PlanChange<'_> {
    /// Refuses a plan of a closed order.
    pub fn check(order: &Order) -> Result<(), Error> {
        DetailsChange::check(order)
    }

    /// Whether the customer is notified of the change: if the order had another day, or if no later notification names the
    /// new day.
    pub fn needs_notification(order: &Order) -> bool {
        let is_named_later = match order.state.status {
            Status::AwaitingPayment | Status::Placed | Status::Preparing | Status::DeliveryFailed => true,
            Status::Ready => !order.is_pickup(),
            _ => false,
        };
        order.delivery_day.is_some() || !is_named_later
    }

    /// Changes the order, and returns the note for the log: with the old and the new day.
    pub fn apply(&self, order: &mut Order) -> String {
        let text = |day: Option<DeliveryDay>| day.map_or_else(|| "—".to_owned(), |day| day.to_string());
        let note = format!("{} → {}", text(order.delivery_day), text(self.day));
        order.delivery_day = self.day;
        note
    }
}

/// Filter of a list by delivery day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayFilter {
    On(Day),
    /// Open orders of an earlier day.
    OverdueOn(Day),
    /// Orders without a day.
    None,
}

impl DayFilter {
    /// Parses the word or the day of a list; `None` for an empty text.
    pub fn parse(text: &str, today: Day) -> Result<Option<Self>, Error> {
        Ok(Some(match text {
            "" => return Ok(None),
            "today" => Self::On(today),
            "tomorrow" => Self::On(today.ahead(1)),
            "overdue" => Self::OverdueOn(today),
            "none" => Self::None,
            day => Self::On(Day::parse(day).ok_or_else(|| {
                let rule = "must be today, tomorrow, overdue, none or a day, such as 2026-11-21";
                Error::invalid("delivery_day", rule)
            })?),
        }))
    }
}
