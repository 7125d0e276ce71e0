//! Audit log of staff actions: each request that changes something is recorded before it is carried out, and its status
//! afterwards.

use actix_web::{
    HttpMessage as _, HttpRequest, body::BoxBody, dev::ServiceResponse, http::Method, web::Data,
};
use heuan_proto::accounts::v1 as proto;

use super::{Session, client_address};
use crate::{app_state::AppState, problem::Problem};

/// What a request did, for people; a handler inserts it into the extensions of its request.
#[derive(Clone, Debug)]
pub struct AuditDetail(pub String);

/// The entry of a request in progress.
#[derive(Clone, Debug)]
struct OpenEntry(String);

/// Routes that change nothing worth recording.
const UNRECORDED: [&str; 7] = [
    "/api/auth/staff/conversations/{cus_id}/typing",
    "/api/auth/staff/conversations/{cus_id}/read",
    // Calculates amounts, and changes nothing.
    "/api/staff/orders/quote",
    // Says that an order is open, every 20 seconds.
    "/api/staff/orders/{order_id}/presence",
    // Chooses pushes of one's own browser.
    "/api/staff/push/subscription",
    // Shows what messages would say.
    "/api/staff/news/preview",
    // One of many parts of a file; the begin of the upload is recorded.
    "/api/staff/imports/{import_id}/content",
];

/// Reads that are recorded, because they take much personal data out of the shop.
const RECORDED_READS: [&str; 1] = ["/api/staff/customers/{cus_id}/export.json"];

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

/// Records the begin of a request. Without a record the request is not carried out.
pub(super) async fn record(
    request: &HttpRequest,
    state: &AppState,
    session: &Session,
) -> Result<(), Problem> {
    let route = request.match_pattern().map(|route| without_expressions(&route));
    let route = route.unwrap_or_else(|| request.path().to_owned());
    let is_read =
        matches!(*request.method(), Method::GET | Method::HEAD) && !RECORDED_READS.contains(&route.as_str());
    if is_read || UNRECORDED.contains(&route.as_str()) {
        return Ok(());
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
