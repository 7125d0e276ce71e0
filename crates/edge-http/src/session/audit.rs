//! Audit log of staff actions: each request that changes something is recorded before it is carried out, and its status
//! afterwards.

use actix_web::{
    HttpMessage as _, HttpRequest, body::BoxBody, dev::ServiceResponse, http::Method, web::Data,
};
use heuan_proto::accounts::v1 as proto;

use super::{Session, client_address};
use crate::{app_state::AppState, problem::Problem};

/// Description of a request for the audit log. A handler inserts it into the extensions of its request. It has no personal data,
/// because the log outlives the erasure of a customer's data.
#[derive(Clone, Debug)]
pub struct AuditDetail(pub String);

impl AuditDetail {
    /// Sets the detail of a request, which replaces an earlier one: first the requested change, later the completed
    /// one.
    pub fn set(request: &HttpRequest, detail: String) {
        request.extensions_mut().insert(Self(detail));
    }
}

/// The entry of a request in progress.
#[derive(Clone, Debug)]
struct OpenEntry(String);

/// Routes that change nothing worth recording.
const UNRECORDED_ROUTES: [&str; 8] = [
    "/api/auth/staff/conversations/{cus_id}/typing",
    "/api/auth/staff/conversations/{cus_id}/read",
    // It calculates amounts, and changes nothing.
    "/api/staff/orders/quote",
    // It reads the orders that match a bank statement, and changes nothing. Recording a payment is another
    // call.
    "/api/staff/orders/transfer-matches",
    // It reports every 20 seconds that an order is open.
    "/api/staff/orders/{order_id}/presence",
    // It chooses the pushes of the caller's own browser.
    "/api/staff/push/subscription",
    // It shows the text of messages.
    "/api/staff/news/preview",
    // It sends one of many parts of a file; the start of the upload is recorded.
    "/api/staff/imports/{import_id}/content",
];

/// Query parameters that may be the name or number of a customer. The log outlives the erasure of a customer's data, so it only
/// records that they were given.
const PERSONAL_FILTERS: [&str; 1] = ["search"];
/// Maximum length of the value of a filter in the log; longer than any number, day or word.
const MAX_FILTER: usize = 40;
/// Maximum filters of a request in the log; no call has more.
const MAX_FILTERS: usize = 20;

/// Whether a route is a file, such as `orders.csv`. A file takes much data out of the shop, so its download is
/// recorded.
fn is_file(route: &str) -> bool {
    route.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

/// The filter of an exported file, such as `view=to_confirm from=2026-11-21 search`.
fn filter_detail(query: &str) -> String {
    let mut filters = Vec::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()).take(MAX_FILTERS) {
        let is_word = |text: &str| {
            let is_known = |one: char| one.is_ascii_alphanumeric() || matches!(one, '-' | '_');
            text.len() <= MAX_FILTER && !text.is_empty() && text.chars().all(is_known)
        };
        if !is_word(&name) || value.is_empty() {
            continue;
        }
        let is_shown = is_word(&value) && !PERSONAL_FILTERS.contains(&name.as_ref());
        filters.push(if is_shown { format!("{name}={value}") } else { name.into_owned() });
    }
    filters.join(" ")
}

/// The route as documented: `{pro_id:[0-9]+}` is `{pro_id}`.
fn without_expressions(route: &str) -> String {
    let mut parts = route.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (parameter, rest) = part.split_once('}').unwrap_or((part, ""));
        let name = parameter.split(':').next().unwrap_or_default();
        text.extend(["{", name, "}", rest]);
    }
    text
}

/// Records the start of a request. Without a record the request is not carried out.
pub(super) async fn record(
    request: &HttpRequest,
    state: &AppState,
    session: &Session,
) -> Result<(), Problem> {
    let route = request.match_pattern().map(|route| without_expressions(&route));
    let route = route.unwrap_or_else(|| request.path().to_owned());
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    if (is_read && !is_file(&route)) || UNRECORDED_ROUTES.contains(&route.as_str()) {
        return Ok(());
    }
    if is_read {
        request.extensions_mut().insert(AuditDetail(filter_detail(request.query_string())));
    }
    let parameters: Vec<&str> = request.match_info().iter().map(|(_, value)| value).collect();
    let rpc_request = proto::RecordAuditRequest {
        actor_id: session.customer_id,
        actor_name: session.full_name(),
        role: proto::Role::from(session.role).into(),
        action: format!("{} {route}", request.method()),
        subject: parameters.join(" "),
        client_address: client_address(request, state),
    };
    let mut client = state.clients.staff();
    let recorded = state.call("RecordAudit", client.record_audit(rpc_request)).await?;
    request.extensions_mut().insert(OpenEntry(recorded.entry_id));
    Ok(())
}

/// Records the status of a response, if its request was recorded. Called by the middleware; the response does not wait.
pub fn complete(response: &ServiceResponse<BoxBody>) {
    let mut extensions = response.request().extensions_mut();
    let Some(OpenEntry(entry_id)) = extensions.remove() else { return };
    let detail = extensions.remove().map(|AuditDetail(detail)| detail).unwrap_or_default();
    let status = i32::from(response.status().as_u16());
    let Some(state) = response.request().app_data::<Data<AppState>>() else { return };
    let state = AppState::clone(state);
    actix_web::rt::spawn(async move {
        let mut client = state.clients.staff();
        let rpc_request = proto::CompleteAuditRequest { entry_id, status, detail };
        if let Err(error) = state.call("CompleteAudit", client.complete_audit(rpc_request)).await {
            tracing::warn!(%error, "the end of a staff action was not recorded");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_is_recorded_and_other_reads_are_not() {
        for (route, is_recorded) in [
            ("/api/staff/orders.csv", true),
            ("/api/staff/audit.csv", true),
            ("/api/staff/customers/{cus_id}/export.json", true),
            ("/api/staff/orders", false),
            ("/api/staff/customers/{cus_id}", false),
        ] {
            assert_eq!(is_file(route), is_recorded, "{route}");
        }
    }

    #[test]
    fn filter_of_a_file_is_recorded_without_personal_data() {
        let query = "view=to_confirm&from=2026-11-21&search=Noy+Keo&status=&branch=020%2055&%0a=1";
        assert_eq!(filter_detail(query), "view=to_confirm from=2026-11-21 search branch");
    }

    #[test]
    fn route_is_recorded_as_documented() {
        for (route, documented) in [
            ("/api/staff/products/{pro_id:[0-9]+}/stock", "/api/staff/products/{pro_id}/stock"),
            ("/api/staff/orders/{order_id}", "/api/staff/orders/{order_id}"),
            ("/api/staff/products/bulk", "/api/staff/products/bulk"),
        ] {
            assert_eq!(without_expressions(route), documented);
        }
    }
}
