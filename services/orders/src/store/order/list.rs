//! Lists of all customers' orders, for the staff only.
//!
//! A page and its total are read from an index that holds every filtered column; the orders of the page are then read by
//! id. A page begins after the last order of the one before, so that its cost does not grow with its number.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, sqlx::AssertSqlSafe};

use super::{
    super::{Store, fault},
    row::{COLUMNS, Row},
};
use crate::{
    order::{Order, Status},
    staff::{ListFilter, Sort, View, ViewCounts},
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
    fn of(filter: &ListFilter) -> Self {
        let mut these = Self::default();
        these.add(view(filter.view, filter.caller));
        if let Some(status) = filter.status {
            these.add(status_is(status, filter));
        }
        these.all.extend(filter.money.map(|money| format!("money = '{}'", money.into_str())));
        these.all.extend(filter.method.map(|method| format!("method = '{}'", method.into_str())));
        these.all.extend(filter.delivery.map(|delivery| format!("delivery = '{delivery}'")));
        these.add(of_branch(filter.view, filter.branch_id));
        these.all.extend(filter.customer_id.map(|id| format!("customer_id = {id}")));
        these.all.extend(filter.from.map(|at| format!("created_at >= {at}")));
        these.all.extend(filter.before.map(|at| format!("created_at < {at}")));
        for term in &filter.terms {
            let place = these.bind(format!("%{term}%"));
            these.all.push(format!("search LIKE {place}"));
        }
        these
    }

    /// The orders after the last one of the previous page.
    fn begin_after(&mut self, filter: &ListFilter) {
        if let Some(cursor) = &filter.cursor {
            let (key, comparison) = (filter.sort.column(), if filter.sort.descends() { "<" } else { ">" });
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

pub(super) fn view(view: View, caller: i64) -> String {
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
        View::Mine => format!("assignee_id > 0 AND assignee_id = {caller} AND {OPEN}"),
    }
}

/// A requested return belongs to the branch that is to receive the goods.
pub(super) fn of_branch(view: View, branch_id: Option<i64>) -> String {
    let column = if view == View::Returns { "return_branch_id" } else { "branch_id" };
    branch_id.map(|id| format!("{column} = {id}")).unwrap_or_default()
}

/// The `WHERE` clause of the conditions that are not empty, or an empty text.
pub(super) fn where_all(conditions: [String; 2]) -> String {
    let set: Vec<String> = conditions.into_iter().filter(|condition| !condition.is_empty()).collect();
    if set.is_empty() { String::new() } else { format!(" WHERE {}", set.join(" AND ")) }
}

/// Ended orders are many. With another condition or order their own index would read each of them, so that the
/// expression keeps the planner from it.
fn status_is(status: Status, filter: &ListFilter) -> String {
    let is_plain = filter.terms.is_empty()
        && filter.money.is_none()
        && filter.method.is_none()
        && filter.delivery.is_none()
        && filter.branch_id.is_none()
        && filter.customer_id.is_none()
        && filter.sort.is_by_time();
    let word = status.into_str();
    if status.is_open() || is_plain {
        format!("status = '{word}'")
    } else {
        format!("status || '' = '{word}'")
    }
}

impl Store {
    /// One page, with the number of orders over all pages, both of one moment.
    pub async fn staff_orders(&self, filter: &ListFilter) -> Result<(Vec<Order>, i64), Error> {
        let mut conditions = Conditions::of(filter);
        let counted = (conditions.sql(), conditions.texts.clone());
        conditions.begin_after(filter);
        let (key, direction) = (filter.sort.column(), if filter.sort.descends() { "DESC" } else { "ASC" });
        let sql = format!(
            "SELECT {COLUMNS} FROM (SELECT order_id AS page_id FROM customer_order {} \
               ORDER BY {key} {direction}, order_id {direction} LIMIT {}) page \
             JOIN customer_order ON order_id = page_id ORDER BY {key} {direction}, order_id {direction}",
            conditions.sql(),
            filter.limit
        );
        let mut tx = self.db.snapshot().await.map_err(fault)?;
        let rows: Vec<Row> = on!(tx, |conn| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for text in &conditions.texts {
                query = query.bind(text);
            }
            query.fetch_all(conn).await.map_err(fault)?
        });
        let is_whole = filter.cursor.is_none() && (rows.len() as i64) < filter.limit;
        let total = if is_whole { rows.len() as i64 } else { count_matching(&mut tx, counted).await? };
        tx.commit().await.map_err(fault)?;
        Ok((rows.into_iter().map(Order::try_from).collect::<Result<_, _>>()?, total))
    }

    /// The number of orders in each view, of one branch or of all.
    pub async fn view_counts(&self, caller: i64, branch_id: Option<i64>) -> Result<ViewCounts, Error> {
        let counts = View::ALL.map(|one| {
            let rule = where_all([view(one, caller), of_branch(one, branch_id)]);
            format!("(SELECT COUNT(*) FROM customer_order{rule})")
        });
        let sql = format!("SELECT {}", counts.join(", "));
        let row: (i64, i64, i64, i64, i64, i64, i64, i64, i64, i64) = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).fetch_one(pool).await.map_err(fault)?
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
        })
    }
}

async fn count_matching(tx: &mut Tx, (conditions, texts): (String, Vec<String>)) -> Result<i64, Error> {
    let sql = format!("SELECT COUNT(*) FROM customer_order {conditions}");
    Ok(on!(*tx, |conn| {
        let mut query = sqlx::query_scalar(AssertSqlSafe(sql));
        for text in &texts {
            query = query.bind(text);
        }
        query.fetch_one(conn).await.map_err(fault)?
    }))
}

impl Sort {
    const fn column(self) -> &'static str {
        if self.is_by_time() { "created_at" } else { "total" }
    }
}
