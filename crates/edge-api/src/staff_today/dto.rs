//! JSON types of the back office's start page: waiting orders, sales, stock, chats and failed imports.

use std::collections::HashMap;

use heuan_proto::orders::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use heuan_edge_http::envelope::moment;

/// Pending work of the staff, and the figures of the day.
#[derive(Serialize, ToSchema)]
pub struct StaffToday {
    /// Time at which the figures were read.
    #[schema(format = DateTime)]
    pub at: String,
    #[schema(required)]
    pub orders: Option<TodayOrders>,
    /// For managers.
    #[schema(required)]
    pub sales: Option<TodaySales>,
    /// Frequent searches that found nothing, most visitors first, at most ten.
    #[schema(required)]
    pub searches: Option<Vec<MissedSearch>>,
    #[schema(required)]
    pub chats: Option<TodayChats>,
    #[schema(required)]
    pub messages: Option<TodayMessages>,
    #[schema(required)]
    pub stock: Option<TodayStock>,
    #[schema(required)]
    pub imports: Option<TodayImports>,
    /// Services that did not respond.
    pub unavailable: Vec<TodaySource>,
}

/// Source of figures: `orders` has the sales as well, `catalog` the stock and the imports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TodaySource {
    Orders,
    Catalog,
    Chat,
    Messages,
    Search,
}

/// Imports that ended with faults or an error within a week, were not dismissed, and whose file was not applied since.
#[derive(Serialize, ToSchema)]
pub struct TodayImports {
    pub failed: i64,
}

/// Orders that wait, by the view of the list that has them.
#[derive(Serialize, ToSchema)]
pub struct TodayOrders {
    to_confirm: WaitingOrders,
    to_prepare: WaitingOrders,
    to_hand_over: WaitingOrders,
    transfers: WaitingOrders,
    failed_delivery: WaitingOrders,
    refunds: WaitingOrders,
    /// Underpaid or overpaid.
    to_settle: WaitingOrders,
    /// Open orders whose delivery day is today, and those whose day has passed.
    due_today: WaitingOrders,
    overdue: WaitingOrders,
    /// Requested and not received.
    returns: WaitingOrders,
}

#[derive(Serialize, ToSchema)]
pub struct WaitingOrders {
    count: i64,
    /// Time at which the oldest of them was placed; null without one.
    #[schema(required, format = DateTime)]
    oldest: Option<String>,
    /// Kip that are due for a refund and not paid out.
    refund: i64,
}

/// Orders placed in a time, without those that await a payment, were canceled or expired.
#[derive(Serialize, ToSchema)]
pub struct TodaySales {
    /// The last seven days, each beside the same day of the week before.
    days: SalesSeries,
    /// The last eight weeks, each beside the week before.
    weeks: SalesSeries,
    /// Of the seven days, by revenue, at most ten.
    best_sellers: Vec<BestSeller>,
}

#[derive(Serialize, ToSchema)]
pub struct SalesSeries {
    /// Oldest first; the last one has not ended.
    periods: Vec<SalesPeriod>,
    /// Kip of the seven days, or of this week, without `reduced`.
    revenue: i64,
    /// Kip that were written off or given back, for goods that came back or as goodwill.
    reduced: i64,
    orders: i64,
    /// Kip of the time one week earlier, up to the same hour.
    revenue_before: i64,
    reduced_before: i64,
    orders_before: i64,
}

#[derive(Serialize, ToSchema)]
pub struct SalesPeriod {
    #[schema(format = DateTime)]
    start: String,
    /// Kip, with delivery fees and VAT, after discounts and without `reduced`.
    revenue: i64,
    /// Kip that were written off or given back, for goods that came back or as goodwill.
    reduced: i64,
    orders: i64,
    /// Kip of the whole period one week earlier.
    revenue_before: i64,
    reduced_before: i64,
    orders_before: i64,
}

#[derive(Serialize, ToSchema)]
pub struct BestSeller {
    #[schema(minimum = 1)]
    pro_id: i64,
    pro_name_la: String,
    pro_name_en: String,
    /// Image path, or empty.
    pro_img_cover: String,
    unit_la: String,
    unit_en: String,
    /// Units without those that came back.
    quantity: i64,
    /// Kip of these units, without delivery fees and discounts by points.
    revenue: i64,
    /// Kip of the time one week earlier, up to the same hour.
    revenue_before: i64,
    /// Free units; null if they are not counted or not known now.
    #[schema(required)]
    stock: Option<i64>,
}

/// A search without a result.
#[derive(Serialize, ToSchema)]
pub struct MissedSearch {
    pub text: String,
    /// Distinct visitors within the time of popular searches.
    pub visitors: i64,
}

/// Conversations that wait for the staff.
#[derive(Serialize, ToSchema)]
pub struct TodayChats {
    /// Conversations with messages that no member of the staff has read.
    pub unread: i64,
    /// Conversations whose last message is the customer's, read or not.
    pub unanswered: i64,
}

/// Messages of the contact form that are not done.
#[derive(Serialize, ToSchema)]
pub struct TodayMessages {
    pub open: i64,
}

/// Products with little stock.
#[derive(Serialize, ToSchema)]
pub struct TodayStock {
    /// Products with one to `low_stock` free units.
    pub low: i64,
    /// Products without a free unit.
    pub out: i64,
    pub low_stock: i64,
}

impl TryFrom<&proto::GetStaffFiguresResponse> for TodayOrders {
    type Error = Error;

    fn try_from(from: &proto::GetStaffFiguresResponse) -> Result<Self> {
        let waiting = |waiting: &Option<proto::WaitingOrders>| {
            let waiting = waiting.as_ref().ok_or_else(missing)?;
            let oldest = waiting.oldest_ms.map(moment).transpose()?;
            Ok::<_, Error>(WaitingOrders { count: waiting.count, oldest, refund: waiting.refund })
        };
        Ok(Self {
            to_confirm: waiting(&from.to_confirm)?,
            to_prepare: waiting(&from.to_prepare)?,
            to_hand_over: waiting(&from.to_hand_over)?,
            transfers: waiting(&from.transfers)?,
            failed_delivery: waiting(&from.failed_delivery)?,
            refunds: waiting(&from.refunds)?,
            to_settle: waiting(&Some(from.to_settle.unwrap_or_default()))?,
            returns: waiting(&Some(from.returns.unwrap_or_default()))?,
            due_today: waiting(&Some(from.due_today.unwrap_or_default()))?,
            overdue: waiting(&Some(from.overdue.unwrap_or_default()))?,
        })
    }
}

impl TodaySales {
    /// Builds the figures. `stock` has the free units of the best sellers.
    pub fn new(from: proto::GetStaffFiguresResponse, stock: &HashMap<i64, i64>) -> Result<Self> {
        let best_sellers = from.best_sellers.into_iter().map(|product| BestSeller {
            stock: stock.get(&product.pro_id).copied(),
            pro_id: product.pro_id,
            pro_name_la: product.name_la,
            pro_name_en: product.name_en,
            pro_img_cover: product.img_cover,
            unit_la: product.unit_la,
            unit_en: product.unit_en,
            quantity: product.quantity,
            revenue: product.revenue,
            revenue_before: product.revenue_before,
        });
        Ok(Self {
            best_sellers: best_sellers.collect(),
            days: from.days.ok_or_else(missing)?.try_into()?,
            weeks: from.weeks.ok_or_else(missing)?.try_into()?,
        })
    }
}

impl TryFrom<proto::SalesSeries> for SalesSeries {
    type Error = Error;

    fn try_from(from: proto::SalesSeries) -> Result<Self> {
        let (sum, before) = (from.sum.unwrap_or_default(), from.sum_before.unwrap_or_default());
        Ok(Self {
            periods: from.periods.into_iter().map(SalesPeriod::try_from).collect::<Result<_>>()?,
            revenue: sum.revenue,
            reduced: sum.reduced,
            orders: sum.orders,
            revenue_before: before.revenue,
            reduced_before: before.reduced,
            orders_before: before.orders,
        })
    }
}

impl TryFrom<proto::SalesPeriod> for SalesPeriod {
    type Error = Error;

    fn try_from(from: proto::SalesPeriod) -> Result<Self> {
        let (sales, before) = (from.sales.unwrap_or_default(), from.before.unwrap_or_default());
        Ok(Self {
            start: moment(from.start_ms)?,
            revenue: sales.revenue,
            reduced: sales.reduced,
            orders: sales.orders,
            revenue_before: before.revenue,
            reduced_before: before.reduced,
            orders_before: before.orders,
        })
    }
}

fn missing() -> Error {
    Error::internal("response without figures")
}
