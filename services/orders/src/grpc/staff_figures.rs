//! Protobuf messages of the figures of the day: waiting orders, sales by day and week, best sellers.

use heuan_proto::orders::v1 as wire;

use crate::staff::{BestSeller, Figures, Period, Sales, SalesFigures, Series, WaitingOrders};

impl From<Figures> for wire::GetStaffFiguresResponse {
    fn from(from: Figures) -> Self {
        let Figures { waiting, sales } = from;
        let [
            to_confirm,
            to_prepare,
            to_hand_over,
            transfers,
            failed_delivery,
            refunds,
            to_settle,
            returns,
            due_today,
            overdue,
        ] = waiting.map(|one| Some(one.into()));
        let (days, weeks, best_sellers) = match sales {
            Some(SalesFigures { days, weeks, best_sellers }) => {
                (Some(days.into()), Some(weeks.into()), best_sellers.into_iter().map(Into::into).collect())
            }
            None => (None, None, Vec::new()),
        };
        Self {
            to_confirm,
            to_prepare,
            to_hand_over,
            transfers,
            failed_delivery,
            refunds,
            to_settle,
            returns,
            due_today,
            overdue,
            days,
            weeks,
            best_sellers,
        }
    }
}

impl From<WaitingOrders> for wire::WaitingOrders {
    fn from(from: WaitingOrders) -> Self {
        let WaitingOrders { count, oldest, refund } = from;
        Self { count, oldest_ms: oldest, refund }
    }
}

impl From<Sales> for wire::Sales {
    fn from(from: Sales) -> Self {
        let Sales { revenue, reduced, orders } = from;
        Self { revenue, orders, reduced }
    }
}

impl From<Period> for wire::SalesPeriod {
    fn from(from: Period) -> Self {
        let Period { start, sales, before } = from;
        Self { start_ms: start, sales: Some(sales.into()), before: Some(before.into()) }
    }
}

impl From<Series> for wire::SalesSeries {
    fn from(from: Series) -> Self {
        let Series { periods, sum, sum_before } = from;
        let periods = periods.into_iter().map(Into::into).collect();
        Self { periods, sum: Some(sum.into()), sum_before: Some(sum_before.into()) }
    }
}

impl From<BestSeller> for wire::BestSeller {
    fn from(from: BestSeller) -> Self {
        let BestSeller { pro_id, label, quantity, revenue, revenue_before } = from;
        Self {
            pro_id,
            name_la: label.name_la,
            name_en: label.name_en,
            img_cover: label.img_cover,
            unit_la: label.unit_la,
            unit_en: label.unit_en,
            quantity,
            revenue,
            revenue_before,
        }
    }
}
