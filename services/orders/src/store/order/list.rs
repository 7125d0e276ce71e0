//! Lists of all customers' orders, for the staff only.
//!
//! A page and its total are read from an index that holds every filtered column; the orders of the page are then read by
//! id. A page begins after the last order of the previous page, so that its cost does not grow with its number.

use heuan_rpc::Error;
use heuan_store::{Db, Tx, on, read, sqlx::AssertSqlSafe};

use super::{
    super::{Store, store_error},
    row::{COLUMNS, Row},
};
use crate::{
    day::Day,
    order::{DeliveryDay, Order, Status, first_slot},
    staff::{DayFilter, ListFilter, Sort, View, ViewCounts},
};

/// The statuses of [`Status::is_open`].
const OPEN: &str =
    "status IN ('awaiting_payment', 'placed', 'preparing', 'ready', 'delivering', 'delivery_failed')";

/// Conditions of a query, with the texts to bind. Other values are numbers and words of enumerations.
#[derive(Default)]
struct Conditions {
    all: Vec<String>,
    texts: Vec<String>,
}

impl Conditions {
    fn of(filter: &ListFilter, db: &Db) -> Self {
        let mut these = Self::default();
        these.add(view(filter.view, filter.caller, filter.today));
        if let Some(status) = filter.status {
            these.add(status_is(status, filter, db));
        }
        these.all.extend(filter.money.map(|money| format!("money = '{}'", money.into_str())));
        these.all.extend(filter.method.map(|method| format!("method = '{}'", method.into_str())));
        these.all.extend(filter.delivery.map(|delivery| format!("delivery = '{delivery}'")));
        these.add(of_branch(filter.view, filter.branch_id));
        if filter.branch_id.is_some() && has_branch_only(filter) {
            // The condition of the index of the branches.
            these.all.push("branch_id > 0".to_owned());
        }
        these.all.extend(filter.customer_id.map(|id| format!("customer_id = {id}")));
        these.all.extend(filter.from.map(|at| format!("created_at >= {at}")));
        these.all.extend(filter.before.map(|at| format!("created_at < {at}")));
        these.all.extend(filter.delivery_day.map(on_day));
        for term in &filter.terms {
            let contains = |spelling: &String| db.contains("search", &these.bind(spelling.clone()));
            let any: Vec<String> = term.iter().map(contains).collect();
            these.all.push(format!("({})", any.join(" OR ")));
        }
        these
    }

    /// The orders after the last one of the previous page.
    fn begin_after(&mut self, filter: &ListFilter) {
        if let Some(cursor) = &filter.cursor {
            let (key, comparison) = (key(filter), if filter.sort.descends() { "<" } else { ">" });
            let place = self.bind(cursor.order_id.clone());
            self.all.push(format!("({key}, order_id) {comparison} ({}, {place})", cursor.key));
        }
    }

    fn add(&mut self, condition: String) {
        if !condition.is_empty() {
            self.all.push(condition);
        }
    }

    /// Returns the placeholder of a text.
    fn bind(&mut self, text: String) -> String {
        self.texts.push(text);
        format!("${}", self.texts.len())
    }

    fn sql(&self) -> String {
        if self.all.is_empty() { String::new() } else { format!("WHERE {}", self.all.join(" AND ")) }
    }
}

pub(super) fn view(view: View, caller: i64, today: Day) -> String {
    match view {
        View::All => String::new(),
        View::ToConfirm => "status = 'placed'".to_owned(),
        View::ToPrepare => "status = 'preparing'".to_owned(),
        View::ToHandOver => "status IN ('ready', 'delivering')".to_owned(),
        View::Transfers => "method = 'transfer' AND money = 'pending'".to_owned(),
        View::FailedDelivery => "status = 'delivery_failed'".to_owned(),
        View::Refunds => "money = 'refund_due'".to_owned(),
        View::Returns => "return_requested = 1".to_owned(),
        View::ToSettle => "money IN ('underpaid', 'overpaid')".to_owned(),
        View::DueToday => format!("{} AND {OPEN}", on_day(DayFilter::On(today))),
        View::Overdue => on_day(DayFilter::OverdueOn(today)),
        View::Mine => format!("assignee_id > 0 AND assignee_id = {caller} AND {OPEN}"),
    }
}

fn on_day(filter: DayFilter) -> String {
    match filter {
        DayFilter::On(day) => {
            let (first, end) = (first_slot(day), first_slot(day.ahead(1)));
            format!("delivery_slot >= {first} AND delivery_slot < {end}")
        }
        // There are many orders of earlier days, but few open ones. The expression keeps the planner from the index of
        // the days.
        DayFilter::OverdueOn(day) => format!("delivery_slot + 0 < {} AND {OPEN}", first_slot(day)),
        // Most orders may have no day, so the expression is needed here as well.
        DayFilter::None => format!("delivery_slot + 0 = {}", DeliveryDay::slot(None)),
    }
}

/// The column or the expression that a list is sorted by. Few orders are planned for one day or overdue. For them the
/// expression keeps the planner from an index of the time or the total, which would read all orders until the page is full.
fn key(filter: &ListFilter) -> String {
    let is_of_days = matches!(filter.delivery_day, Some(DayFilter::On(_) | DayFilter::OverdueOn(_)))
        || matches!(filter.view, View::DueToday | View::Overdue);
    let column = filter.sort.column();
    if is_of_days { format!("{column} + 0") } else { column.to_owned() }
}

/// The condition of a branch. A requested return belongs to the branch that is to receive the goods.
pub(super) fn of_branch(view: View, branch_id: Option<i64>) -> String {
    let column = if view == View::Returns { "return_branch_id" } else { "branch_id" };
    branch_id.map(|id| format!("{column} = {id}")).unwrap_or_default()
}

/// Whether the list has no condition but the branch. With another one, the index of the branches would read each order of the
/// branch.
fn has_branch_only(filter: &ListFilter) -> bool {
    filter.view == View::All && filter.status.is_none() && is_of_branch_at_most(filter)
}

/// Whether a list by time has no condition but its view, its status and its branch.
fn is_of_branch_at_most(filter: &ListFilter) -> bool {
    filter.terms.is_empty()
        && filter.money.is_none()
        && filter.method.is_none()
        && filter.delivery.is_none()
        && filter.customer_id.is_none()
        && filter.delivery_day.is_none()
        && filter.sort.is_by_time()
}

/// The `WHERE` clause of the conditions that are not empty, or an empty text.
pub(super) fn where_all<const N: usize>(conditions: [String; N]) -> String {
    let set: Vec<String> = conditions.into_iter().filter(|condition| !condition.is_empty()).collect();
    if set.is_empty() { String::new() } else { format!(" WHERE {}", set.join(" AND ")) }
}

/// The condition of a status. There are many ended orders. With another condition or sort order, the index of
/// the status would read each of them, so the expression keeps the planner from it.
fn status_is(status: Status, filter: &ListFilter, db: &Db) -> String {
    let is_plain = is_of_branch_at_most(filter) && filter.branch_id.is_none();
    let word = status.into_str();
    if status.is_open() || is_plain {
        format!("status = '{word}'")
    } else {
        // The unary plus of SQLite makes no text for each row, as an empty suffix does. PostgreSQL has it for numbers alone.
        let expression = match db {
            Db::Sqlite { .. } => "+status",
            Db::Pg(_) => "status || ''",
        };
        format!("{expression} = '{word}'")
    }
}

/// The query of a page, with the texts to bind.
fn page(filter: &ListFilter, mut conditions: Conditions) -> (String, Vec<String>) {
    conditions.begin_after(filter);
    let (key, direction) = (key(filter), if filter.sort.descends() { "DESC" } else { "ASC" });
    let sql = format!(
        "SELECT {COLUMNS} FROM (SELECT order_id AS page_id FROM customer_order {} \
           ORDER BY {key} {direction}, order_id {direction} LIMIT {}) page \
         JOIN customer_order ON order_id = page_id ORDER BY {key} {direction}, order_id {direction}",
        conditions.sql(),
        filter.limit
    );
    (sql, conditions.texts)
}

/// The query of the numbers of [`View::ALL`].
fn counts(caller: i64, branch_id: Option<i64>, today: Day) -> String {
    let counts = View::ALL.map(|one| {
        // The condition of the index of the branches.
        let branches = if one == View::All && branch_id.is_some() { "branch_id > 0" } else { "" };
        let rule = where_all([view(one, caller, today), of_branch(one, branch_id), branches.to_owned()]);
        format!("(SELECT COUNT(*) FROM customer_order{rule})")
    });
    format!("SELECT {}", counts.join(", "))
}

impl Store {
    /// One page, with the number of orders over all pages, both read at one moment.
    pub async fn staff_orders(&self, filter: &ListFilter) -> Result<(Vec<Order>, i64), Error> {
        let conditions = Conditions::of(filter, &self.db);
        let counted = (conditions.sql(), conditions.texts.clone());
        let (sql, texts) = page(filter, conditions);
        let mut tx = self.db.snapshot().await.map_err(store_error)?;
        let rows: Vec<Row> = on!(tx, |conn| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for text in &texts {
                query = query.bind(text);
            }
            query.fetch_all(conn).await.map_err(store_error)?
        });
        let is_whole = filter.cursor.is_none() && (rows.len() as i64) < filter.limit;
        let total = if is_whole { rows.len() as i64 } else { count_matching(&mut tx, counted).await? };
        tx.commit().await.map_err(store_error)?;
        Ok((rows.into_iter().map(Order::try_from).collect::<Result<_, _>>()?, total))
    }

    /// The number of orders in each view, of one branch or of all.
    pub async fn view_counts(
        &self,
        caller: i64,
        branch_id: Option<i64>,
        today: Day,
    ) -> Result<ViewCounts, Error> {
        let sql = counts(caller, branch_id, today);
        let row: (i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64) = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).fetch_one(pool).await.map_err(store_error)?
        });
        let (
            all,
            to_confirm,
            to_prepare,
            to_hand_over,
            transfers,
            failed_delivery,
            refunds,
            mine,
            returns,
            to_settle,
            due_today,
            overdue,
        ) = row;
        Ok(ViewCounts {
            all,
            to_confirm,
            to_prepare,
            to_hand_over,
            transfers,
            failed_delivery,
            refunds,
            mine,
            returns,
            to_settle,
            due_today,
            overdue,
        })
    }
}

/// The query of the number of orders over all pages.
fn total(conditions: &str) -> String {
    format!("SELECT COUNT(*) FROM customer_order {conditions}")
}

async fn count_matching(tx: &mut Tx, (conditions, texts): (String, Vec<String>)) -> Result<i64, Error> {
    let sql = total(&conditions);
    Ok(on!(*tx, |conn| {
        let mut query = sqlx::query_scalar(AssertSqlSafe(sql));
        for text in &texts {
            query = query.bind(text);
        }
        query.fetch_one(conn).await.map_err(store_error)?
    }))
}

impl Sort {
    const fn column(self) -> &'static str {
        match self {
            Self::Newest | Self::Oldest => "created_at",
            Self::TotalDesc | Self::TotalAsc => "total",
            Self::DeliveryDay => "delivery_slot",
        }
    }
}

#[cfg(test)]
mod tests {
    use heuan_testkit::{Engine, TestDb};
    use rstest::rstest;

    use super::*;
    use crate::staff::ListRequest;

    /// Otherwise the database reads all orders.
    #[rstest]
    #[case("due_today", "", "", "SEARCH customer_order USING")]
    #[case("overdue", "", "", "INDEX customer_order_status_branch (status=?)")]
    #[case("", "tomorrow", "", "customer_order_delivery_slot (delivery_slot>? AND delivery_slot<?)")]
    #[case("", "overdue", "total_desc", "INDEX customer_order_status_branch (status=?)")]
    #[case("", "", "delivery_day", "COVERING INDEX customer_order_delivery_slot")]
    #[case("to_prepare", "", "delivery_day", "SEARCH customer_order USING")]
    #[tokio::test]
    async fn page_of_delivery_days_is_read_from_an_index(
        #[case] view: &str,
        #[case] delivery_day: &str,
        #[case] sort: &str,
        #[case] index: &str,
    ) {
        let [view, delivery_day, sort] = [view, delivery_day, sort].map(str::to_owned);
        let request = ListRequest { view, delivery_day, sort, limit: 50, ..ListRequest::default() };
        let steps = plan_of(&request).await;
        assert!(steps.iter().any(|step| step.contains(index)), "{steps:?}");
        assert!(!steps.iter().any(|step| step == "SCAN customer_order"), "{steps:?}");
    }

    /// Otherwise the database reads all orders.
    #[rstest]
    #[case("", "", "customer_order_branch (branch_id=?)")]
    #[case("", "oldest", "customer_order_branch (branch_id=?)")]
    #[case("", "total_desc", "COVERING INDEX customer_order_list_total")]
    #[case("to_prepare", "", "COVERING INDEX customer_order_status_branch (status=?)")]
    #[case("due_today", "", "SEARCH customer_order USING COVERING INDEX")]
    #[tokio::test]
    async fn page_of_a_branch_is_read_from_an_index(
        #[case] view: &str,
        #[case] sort: &str,
        #[case] index: &str,
    ) {
        let [view, sort] = [view, sort].map(str::to_owned);
        let steps =
            plan_of(&ListRequest { view, sort, branch_id: 4, limit: 50, ..ListRequest::default() }).await;
        assert!(steps.iter().any(|step| step.contains(index)), "{steps:?}");
    }

    /// Otherwise the database reads each order of a status.
    #[tokio::test]
    async fn numbers_of_a_branch_are_read_from_indexes_alone() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::MIGRATIONS).await.unwrap();
        let steps = explain(&db, &counts(1, Some(4), Day(20_778))).await;
        let open =
            steps.iter().filter(|step| step.contains("COVERING INDEX customer_order_status_branch")).count();
        assert!(open >= 4, "{steps:?}");
        assert!(
            !steps.iter().any(|step| step.starts_with("SCAN customer_order USING COVERING")),
            "{steps:?}"
        );
    }

    /// Otherwise the database reads an index that has every filtered column, of four times as many bytes.
    #[rstest]
    #[case("", "")]
    #[case("completed", "total_asc")]
    #[tokio::test]
    async fn hits_of_a_search_are_counted_within_the_index_of_the_searched_text(
        #[case] status: &str,
        #[case] sort: &str,
    ) {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::MIGRATIONS).await.unwrap();
        let [search, status, sort] = ["noy", status, sort].map(str::to_owned);
        let request = ListRequest { search, status, sort, limit: 50, ..ListRequest::default() };
        let filter = ListFilter::of(&request, 1, Day(20_778)).unwrap();
        let steps = explain(&db, &total(&Conditions::of(&filter, &db).sql())).await;
        assert_eq!(steps, ["SCAN customer_order USING COVERING INDEX customer_order_search"]);
    }

    async fn plan_of(request: &ListRequest) -> Vec<String> {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::MIGRATIONS).await.unwrap();
        let filter = ListFilter::of(request, 1, Day(20_778)).unwrap();
        let (sql, _) = page(&filter, Conditions::of(&filter, &db));
        explain(&db, &sql).await
    }

    /// The steps of the query's plan.
    async fn explain(db: &Db, sql: &str) -> Vec<String> {
        let sql = format!("EXPLAIN QUERY PLAN {sql}");
        let steps: Vec<(i64, i64, i64, String)> =
            read!(*db, |pool| sqlx::query_as(AssertSqlSafe(sql)).fetch_all(pool).await.unwrap());
        steps.into_iter().map(|(.., step)| step).collect()
    }
}
