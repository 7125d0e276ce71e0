//! Lists of orders for the staff: views, filters, sorting.

use std::str::FromStr;

use heuan_rpc::Error;

use super::{
    DayFilter,
    cursor::Cursor,
    search::{Term, terms},
};
use crate::{
    day::Day,
    order::{DeliveryDay, Order, PaymentMethod, PaymentState, Status},
};

/// Maximum characters of a search.
const MAX_SEARCH: usize = 200;

/// A prepared list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum View {
    #[default]
    All,
    ToConfirm,
    ToPrepare,
    ToHandOver,
    /// Orders paid by transfer whose payment has not been found in the account.
    Transfers,
    FailedDelivery,
    Refunds,
    /// Open orders that the caller handles.
    Mine,
    /// Orders whose return is requested and not received.
    Returns,
    /// Orders that are paid in part, or too much: the staff receive the rest, or accept the difference.
    ToSettle,
    /// Open orders whose delivery day is today.
    DueToday,
    /// Open orders whose delivery day has passed.
    Overdue,
}

impl View {
    /// In the order of [`ViewCounts`].
    pub const ALL: [Self; 12] = [
        Self::All,
        Self::ToConfirm,
        Self::ToPrepare,
        Self::ToHandOver,
        Self::Transfers,
        Self::FailedDelivery,
        Self::Refunds,
        Self::Mine,
        Self::Returns,
        Self::ToSettle,
        Self::DueToday,
        Self::Overdue,
    ];

    /// Views of work that waits for any member of the staff.
    pub const WAITING: [Self; 10] = [
        Self::ToConfirm,
        Self::ToPrepare,
        Self::ToHandOver,
        Self::Transfers,
        Self::FailedDelivery,
        Self::Refunds,
        Self::ToSettle,
        Self::Returns,
        Self::DueToday,
        Self::Overdue,
    ];
}

/// Number of orders in each view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ViewCounts {
    pub all: i64,
    pub to_confirm: i64,
    pub to_prepare: i64,
    pub to_hand_over: i64,
    pub transfers: i64,
    pub failed_delivery: i64,
    pub refunds: i64,
    pub mine: i64,
    pub returns: i64,
    pub to_settle: i64,
    pub due_today: i64,
    pub overdue: i64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Sort {
    #[default]
    Newest,
    Oldest,
    TotalDesc,
    TotalAsc,
    /// Earliest first; orders without a day come last.
    DeliveryDay,
}

impl Sort {
    pub const fn is_by_time(self) -> bool {
        matches!(self, Self::Newest | Self::Oldest)
    }

    pub const fn descends(self) -> bool {
        matches!(self, Self::Newest | Self::TotalDesc)
    }

    /// The value that the list is sorted by.
    pub fn key(self, order: &Order) -> i64 {
        match self {
            Self::Newest | Self::Oldest => order.created_at,
            Self::TotalDesc | Self::TotalAsc => order.body.totals.total,
            Self::DeliveryDay => DeliveryDay::slot(order.delivery_day),
        }
    }
}

/// A list as it was requested.
#[derive(Clone, Debug, Default)]
pub struct ListRequest {
    pub view: String,
    pub search: String,
    pub status: String,
    pub payment_status: String,
    pub payment_method: String,
    pub delivery: String,
    pub branch_id: i64,
    /// 0 for all.
    pub customer_id: i64,
    pub from_ms: i64,
    pub before_ms: i64,
    pub delivery_day: String,
    pub sort: String,
    pub cursor: String,
    pub limit: i64,
}

/// A valid list.
#[derive(Clone, Debug)]
pub struct ListFilter {
    pub view: View,
    pub terms: Vec<Term>,
    pub status: Option<Status>,
    pub money: Option<PaymentState>,
    pub method: Option<PaymentMethod>,
    pub delivery: Option<&'static str>,
    pub branch_id: Option<i64>,
    pub customer_id: Option<i64>,
    /// Unix ms, inclusive.
    pub from: Option<i64>,
    /// Unix ms, exclusive.
    pub before: Option<i64>,
    pub delivery_day: Option<DayFilter>,
    pub sort: Sort,
    /// The page begins after this position.
    pub cursor: Option<Cursor>,
    /// One more than a page, so that the list knows whether another page follows.
    pub limit: i64,
    /// Account of the caller, for [`View::Mine`].
    pub caller: i64,
    /// Present day, for [`View::DueToday`] and [`View::Overdue`].
    pub today: Day,
}

impl ListFilter {
    pub fn of(request: &ListRequest, caller: i64, today: Day) -> Result<Self, Error> {
        if request.search.chars().count() > MAX_SEARCH {
            return Err(Error::invalid("search", format!("must have at most {MAX_SEARCH} characters")));
        }
        if !(1..=100).contains(&request.limit) {
            return Err(Error::invalid("limit", "must be from 1 to 100"));
        }
        let delivery = match request.delivery.as_str() {
            "" => None,
            "delivery" => Some("delivery"),
            "pickup" => Some("pickup"),
            _ => return Err(Error::invalid("delivery", "must be delivery or pickup")),
        };
        let sort = word("sort", &request.sort)?.unwrap_or_default();
        Ok(Self {
            view: word("view", &request.view)?.unwrap_or_default(),
            terms: terms(&request.search),
            status: word("status", &request.status)?,
            money: word("payment_status", &request.payment_status)?,
            method: word("payment_method", &request.payment_method)?,
            delivery,
            branch_id: positive(request.branch_id),
            customer_id: positive(request.customer_id),
            from: positive(request.from_ms),
            before: positive(request.before_ms),
            delivery_day: DayFilter::parse(&request.delivery_day, today)?,
            sort,
            cursor: match request.cursor.as_str() {
                "" => None,
                cursor => Some(Cursor::read(cursor, sort)?),
            },
            limit: request.limit + 1,
            caller,
            today,
        })
    }
}

/// The number; `None` if it is 0, which means absent.
pub fn positive(number: i64) -> Option<i64> {
    Some(number).filter(|number| *number > 0)
}

/// Parses a word of an enumeration; `None` if it is empty.
fn word<T: FromStr>(field: &str, text: &str) -> Result<Option<T>, Error> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| Error::invalid(field, "is not a word that this list knows"))
}
