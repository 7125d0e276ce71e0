//! Route `GET /api/staff/orders.csv`: streams a filtered list of orders, at most 20,000, as CSV.

use std::collections::VecDeque;

use actix_web::{HttpRequest, HttpResponse, get, web::Data};
use bytes::Bytes;
use futures::stream;
use heuan_proto::orders::v1::{self as proto, StaffOrderSummary as Summary};
use heuan_rpc::{Error, Result};

use super::list::{FilterQuery, fetch_page, filter};
use crate::{api_state::ApiState, csv::CsvText};
use heuan_edge_http::{
    envelope::moment,
    params::Params,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, UnauthorizedResponse},
    session::Staff,
};

/// Orders of one call to the service, and maximum orders of a file.
const PAGE: i32 = 100;
const MAX_ORDERS: i64 = 20_000;

const HEADER: [&str; 34] = [
    "number",
    "created_at",
    "status",
    "status_since",
    "payment_method",
    "payment_status",
    "total",
    "refund",
    "cus_id",
    "customer_name",
    "phone",
    "delivery",
    "branch",
    "province",
    "district",
    "village",
    "note",
    "units",
    "assignee",
    "received",
    "received_by",
    "received_references",
    "refunded",
    "refunded_by",
    "refunded_references",
    "unpaid",
    "excess",
    "refundable",
    "delivery_day",
    "delivery_part",
    "written_off",
    "discount",
    "delivery_fee",
    "vat",
];

/// Exports a list of orders as CSV, in its order. Money is kip. Lists of more than 20,000 orders are refused; choose fewer days.
///
/// `total` is after `discount`, and `delivery_fee` and `vat` are parts of it. `written_off` is what the shop no longer collects of it.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "export_staff_orders",
    security(("api_token" = [], "session" = [])),
    params(FilterQuery),
    responses((status = 200, description = "UTF-8 with a byte-order mark", body = String, content_type = "text/csv"), UnauthorizedResponse, ForbiddenResponse, NotFoundResponse, ClientErrorResponses),
)]
#[get("/api/staff/orders.csv")]
pub async fn export(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let mut pages = Pages { request: filter(&staff, &params)?, left: MAX_ORDERS };
    pages.request.limit = PAGE;
    // The first page is fetched before the response begins, so that errors are reported as such.
    let first = pages.next(&state).await?;
    let total = first.total;
    if total > MAX_ORDERS {
        let rule = format!("the list has {total} orders, and a file at most {MAX_ORDERS}; choose fewer days");
        return Err(Problem::from(Error::invalid("from", rule)).with_reason("too_many"));
    }
    let mut csv = CsvText::new(&HEADER);
    add(&mut csv, first.orders)?;
    let ready = VecDeque::from([csv.take_text()]);
    let body = stream::try_unfold((state, pages, ready), async |(state, mut pages, mut ready)| {
        if let Some(text) = ready.pop_front() {
            return Ok::<_, actix_web::Error>(Some((Bytes::from(text), (state, pages, ready))));
        }
        if pages.is_over() {
            return Ok(None);
        }
        let page = pages.next(&state).await.map_err(Problem::from)?;
        let mut csv = CsvText::empty();
        add(&mut csv, page.orders).map_err(Problem::from)?;
        Ok(Some((Bytes::from(csv.take_text()), (state, pages, ready))))
    });
    Ok(CsvText::download("orders.csv").streaming(body))
}

/// The pages of a list. An error in a later page aborts the download, so that an incomplete file is recognized.
struct Pages {
    request: proto::ListStaffOrdersRequest,
    /// Orders that may still follow; 0 after the last page.
    left: i64,
}

impl Pages {
    async fn next(&mut self, state: &ApiState) -> Result<proto::ListStaffOrdersResponse> {
        let page = fetch_page(state, self.request.clone()).await?;
        self.request.cursor.clone_from(&page.next_cursor);
        self.left = if page.next_cursor.is_empty() { 0 } else { self.left - i64::from(PAGE) };
        Ok(page)
    }

    fn is_over(&self) -> bool {
        self.left <= 0
    }
}

fn add(csv: &mut CsvText, orders: Vec<Summary>) -> Result<()> {
    for order in orders {
        let delivery = order.delivery.unwrap_or_default();
        let branch = match delivery.branch_name_la.as_str() {
            "" => delivery.branch_name_en.as_str(),
            name => name,
        };
        let planned = order.delivery_day.unwrap_or_default();
        let assignee = order.assignee.map(|assignee| assignee.name).unwrap_or_default();
        csv.push(&[
            &order.number,
            &moment(order.created_at_ms)?,
            &order.status,
            &moment(order.status_since_ms)?,
            &order.payment_method,
            &order.payment_status,
            &order.total.to_string(),
            &order.refund.to_string(),
            &order.customer_id.to_string(),
            &order.customer_name,
            &order.phone,
            &delivery.method,
            branch,
            &delivery.province,
            &delivery.district,
            &delivery.village,
            &delivery.note,
            &order.count.to_string(),
            &assignee,
            &kip(&order.payments),
            &distinct(&order.payments, |one| &one.method),
            &distinct(&order.payments, |one| &one.reference),
            &kip(&order.payouts),
            &distinct(&order.payouts, |one| &one.method),
            &distinct(&order.payouts, |one| &one.reference),
            &order.unpaid.to_string(),
            &order.excess.to_string(),
            &order.refundable.to_string(),
            &planned.day,
            &planned.part,
            &order.waived.to_string(),
            &order.discount.to_string(),
            &order.delivery_fee.to_string(),
            &order.vat.to_string(),
        ]);
    }
    Ok(())
}

fn kip(moved: &[proto::MoneyMovement]) -> String {
    moved.iter().map(|one| one.amount).sum::<i64>().to_string()
}

/// The distinct texts of amounts, separated by semicolons.
fn distinct(moved: &[proto::MoneyMovement], text: fn(&proto::MoneyMovement) -> &String) -> String {
    let mut texts: Vec<&str> = Vec::new();
    for text in moved.iter().map(text).filter(|text| !text.is_empty()) {
        if !texts.contains(&text.as_str()) {
            texts.push(text);
        }
    }
    texts.join("; ")
}
