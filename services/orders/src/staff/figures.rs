//! Figures of the day: sales by day and by week beside the sales of the week before.

use std::collections::BTreeMap;

use crate::{day::Day, product::Label};

const WEEK_DAYS: i64 = 7;
/// Weeks that are returned, plus the week before the first one.
const WEEKS: i64 = 8;
/// Monday of the week in which the Unix time began, which was a Thursday.
const FIRST_MONDAY: i64 = -3;

impl Day {
    fn monday(self) -> Self {
        self.back((self.0 - FIRST_MONDAY).rem_euclid(WEEK_DAYS))
    }
}

/// Sales of a period: number of orders and amounts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sales {
    /// Kip without `reduced`.
    pub revenue: i64,
    /// Kip that were written off or given back, for goods that came back or as goodwill.
    pub reduced: i64,
    pub orders: i64,
}

impl std::ops::Add for Sales {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            revenue: self.revenue + other.revenue,
            reduced: self.reduced + other.reduced,
            orders: self.orders + other.orders,
        }
    }
}

impl std::iter::Sum for Sales {
    fn sum<I: Iterator<Item = Self>>(sales: I) -> Self {
        sales.fold(Self::default(), |sum, one| sum + one)
    }
}

/// A day or a week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// Unix ms.
    pub start: i64,
    pub sales: Sales,
    /// Sales of the whole period one week earlier.
    pub before: Sales,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// Oldest first; the last one has not ended.
    pub periods: Vec<Period>,
    /// Sales of the seven days, or of this week.
    pub sum: Sales,
    /// Sales one week earlier, up to the same hour.
    pub sum_before: Sales,
}

/// Sales by day, from which the series are made.
#[derive(Clone, Debug)]
pub struct DailySales {
    pub today: Day,
    /// Whole days, and today until now. Days without a sale may be absent.
    pub days: BTreeMap<Day, Sales>,
    /// Sales of the day one week ago, up to the same hour.
    pub week_ago: Sales,
}

impl DailySales {
    /// The first day that the series need.
    pub fn first(today: Day) -> Day {
        today.monday().back(WEEKS * WEEK_DAYS)
    }

    /// The last seven days.
    pub fn by_day(&self) -> Series {
        let period = |ago: i64| {
            let day = self.today.back(ago);
            Period { start: day.start(), sales: self.on(day), before: self.on(day.back(WEEK_DAYS)) }
        };
        let periods: Vec<Period> = (0..WEEK_DAYS).rev().map(period).collect();
        let sum = periods.iter().map(|period| period.sales).sum();
        let whole: Sales = periods[..periods.len() - 1].iter().map(|period| period.before).sum();
        Series { periods, sum, sum_before: whole + self.week_ago }
    }

    /// The last eight weeks.
    pub fn by_week(&self) -> Series {
        let monday = self.today.monday();
        let period = |ago: i64| {
            let start = monday.back(ago * WEEK_DAYS);
            let before = self.of_days(start.back(WEEK_DAYS), WEEK_DAYS);
            Period { start: start.start(), sales: self.of_days(start, WEEK_DAYS), before }
        };
        let periods: Vec<Period> = (0..WEEKS).rev().map(period).collect();
        let whole = self.of_days(monday.back(WEEK_DAYS), self.today.0 - monday.0);
        Series { periods, sum: self.of_days(monday, WEEK_DAYS), sum_before: whole + self.week_ago }
    }

    fn of_days(&self, first: Day, count: i64) -> Sales {
        (0..count).map(|days| self.on(Day(first.0 + days))).sum()
    }

    fn on(&self, day: Day) -> Sales {
        self.days.get(&day).copied().unwrap_or_default()
    }
}

/// Orders of a view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaitingOrders {
    pub count: i64,
    /// Time at which the oldest of them was placed.
    pub oldest: Option<i64>,
    /// Kip that are due for a refund.
    pub refund: i64,
}

/// A product of the last seven days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestSeller {
    pub pro_id: i64,
    pub label: Label,
    pub quantity: i64,
    /// Kip.
    pub revenue: i64,
    /// Revenue one week earlier, up to the same hour.
    pub revenue_before: i64,
}

/// Pending work, and the sales of the shop.
#[derive(Clone, Debug)]
pub struct Figures {
    /// In the order of [`super::View::WAITING`].
    pub waiting: [WaitingOrders; 10],
    /// Sales, for managers only.
    pub sales: Option<SalesFigures>,
}

#[derive(Clone, Debug)]
pub struct SalesFigures {
    pub days: Series,
    pub weeks: Series,
    pub best_sellers: Vec<BestSeller>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::day::DAY_MS;

    /// Saturday, 2026-11-21, in Laos.
    const SATURDAY: i64 = 1_795_194_000_000;

    /// Each day has its number of days before today plus one as orders, and a thousand kip for each.
    fn sales(today: Day, week_ago: i64) -> DailySales {
        let days = (0..70).map(|ago| (today.back(ago), each(ago + 1))).collect();
        DailySales { today, days, week_ago: each(week_ago) }
    }

    fn each(orders: i64) -> Sales {
        Sales { revenue: orders * 1000, reduced: orders * 10, orders }
    }

    #[test]
    fn week_begins_on_monday() {
        assert_eq!(Day::of(SATURDAY).monday().start(), SATURDAY - 5 * DAY_MS);
        assert_eq!(Day::of(SATURDAY + 2 * DAY_MS).monday().start(), SATURDAY + 2 * DAY_MS);
    }

    #[test]
    fn days_stand_beside_those_of_the_week_before_and_are_compared_up_to_the_same_hour() {
        let series = sales(Day::of(SATURDAY + 1), 3).by_day();
        assert_eq!(series.periods.len(), 7);
        let (first, last) = (series.periods[0], series.periods[6]);
        assert_eq!(first, Period { start: SATURDAY - 6 * DAY_MS, sales: each(7), before: each(14) });
        assert_eq!(last, Period { start: SATURDAY, sales: each(1), before: each(8) });
        assert_eq!(series.sum, each(28));
        // The days 9 to 14, and a part of day 8.
        assert_eq!(series.sum_before, each(69 + 3));
    }

    #[test]
    fn this_week_is_compared_with_the_last_one_up_to_the_same_hour() {
        let series = sales(Day::of(SATURDAY), 3).by_week();
        assert_eq!(series.periods.len(), 8);
        let last = series.periods[7];
        assert_eq!(last.start, SATURDAY - 5 * DAY_MS);
        // Monday to Saturday, and the whole week before.
        assert_eq!((last.sales, last.before), (each(21), each(70)));
        assert_eq!(series.periods[6].sales, last.before);
        assert_eq!((series.sum, series.sum_before), (each(21), each(9 + 10 + 11 + 12 + 13 + 3)));
        assert_eq!(DailySales::first(Day::of(SATURDAY)).start(), SATURDAY - (5 + 56) * DAY_MS);
    }

    #[test]
    fn monday_has_no_whole_day_of_the_week_before() {
        let series = sales(Day::of(SATURDAY + 2 * DAY_MS), 3).by_week();
        assert_eq!((series.sum, series.sum_before), (each(1), each(3)));
    }
}
