//! Error responses: RFC 9457 problem details, without internals.

use std::fmt;

use actix_web::{
    HttpResponse, ResponseError,
    body::BoxBody,
    http::{
        StatusCode,
        header::{ALLOW, CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE},
    },
};
use heuan_proto::rpc::v1::{ExistingAccount, FieldError, LimitReached};
use heuan_rpc::{Code, Error};
use heuan_runtime::clock::rfc3339;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::{IntoResponses, ToSchema};

/// `Retry-After` in seconds when a service is down; longer than most restarts.
const OUTAGE_PAUSE_S: u64 = 2;

/// Error response of a service or of HTTP itself.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The error is boxed, because every handler returns a `Result` with it.
    error: Box<Error>,
    status: StatusCode,
    retry_after_s: Option<u64>,
    allow: Option<String>,
    /// Value of `WWW-Authenticate`.
    challenge: Option<&'static str>,
    /// Additional members of the body.
    members: Map<String, Value>,
}

/// The body of every error: RFC 9457, plus `success` and `message` as in every other body.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// URL of the documentation of this kind of error.
    #[schema(example = "/api/docs#not_found")]
    r#type: String,
    /// The HTTP status in words.
    title: &'static str,
    #[schema(example = 404)]
    status: u16,
    /// Description of the error in this request.
    detail: String,
    /// Stable code that programs may branch on.
    #[schema(value_type = ProblemCode)]
    code: &'static str,
    /// The parameter or body field at fault.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    field: String,
    /// Stable reason within `code`: why a new session is needed, what an order conflicts with.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false, example = "session")]
    reason: String,
    /// Every wrong field, when fields are wrong; `field` is the first of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<FieldProblem>,
    /// The products that cannot be had as asked, for `stock_short`, `price_changed`, `stock_share_limit`,
    /// `new_customers_stock_limit` and `line_quantity_limit`; all products for `total_changed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = Vec<ProblemLine>)]
    lines: Option<Value>,
    /// The figures of the limit that refused the request, for reasons that end in `_limit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = ProblemLimit)]
    limit: Option<Value>,
    /// Numbers of the orders for which the bank number of the payment is recorded, for `bank_number_recorded`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = Vec<String>)]
    orders: Option<Value>,
    /// The account that has the phone number or e-mail address, for `identifier_unverified`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = ProblemAccount)]
    account: Option<Value>,
    /// The current cart, for `cart_changed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, value_type = Object)]
    cart: Option<Value>,
    #[serde(flatten)]
    #[schema(ignore)]
    more: Map<String, Value>,
    /// Id of this request in the logs.
    request_id: String,
    /// Always false.
    success: bool,
    /// Same as `detail`.
    message: String,
}

/// Values of `code`; see [`Code`].
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code, reason = "describes the values in the OpenAPI document")]
pub enum ProblemCode {
    InvalidArgument,
    Unauthenticated,
    PermissionDenied,
    NotFound,
    Conflict,
    ResourceExhausted,
    DeadlineExceeded,
    Unavailable,
    Internal,
}

/// One wrong field of a body.
#[derive(Serialize, ToSchema)]
pub struct FieldProblem {
    #[schema(example = "phone")]
    field: String,
    /// Human-readable message.
    message: String,
    /// `required`, `invalid`, `too_short`, `too_long`, `common` or `taken`; absent when none of these applies.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false, example = "taken")]
    reason: String,
}

/// A line that cannot be ordered as requested.
#[derive(Serialize, ToSchema)]
pub struct ProblemLine {
    #[schema(minimum = 1)]
    pro_id: i64,
    requested: i64,
    available: i64,
    /// Kip; null when the price did not change or is not concerned.
    #[schema(required = false)]
    price_was: Option<i64>,
    /// Kip; null when the product is no longer sold or the price is not concerned.
    #[schema(required = false)]
    price_now: Option<i64>,
}

/// A limit and what counts towards it: orders, units, kip or percent, as the limit says.
#[derive(Serialize, ToSchema)]
pub struct ProblemLimit {
    max: i64,
    /// Part of the limit that was used before this request.
    used: i64,
}

/// An account whose phone number or e-mail address no code has confirmed.
#[derive(Serialize, ToSchema)]
pub struct ProblemAccount {
    #[schema(minimum = 1)]
    cus_id: i64,
    /// First and family name; may be empty.
    name: String,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    created_at: String,
}

/// Response to a request without an API token or a session.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "describes responses in the OpenAPI document")]
pub enum UnauthorizedResponse {
    /// `reason` says what is missing: `api_token` or `session`.
    #[response(status = 401, content_type = "application/problem+json")]
    Unauthenticated(ProblemBody),
}

/// Response of a call for staff to other accounts.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "describes responses in the OpenAPI document")]
pub enum ForbiddenResponse {
    /// Of staff; others get 404. `reason` is `role` if the role does not suffice, and `second_factor` or
    /// `second_factor_setup` before the second factor was entered or set up, `temporary_password` before a temporary password was
    /// replaced.
    #[response(status = 403, content_type = "application/problem+json")]
    NotStaff(ProblemBody),
}

/// Error responses of every call.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "describes responses in the OpenAPI document")]
pub enum ClientErrorResponses {
    /// A parameter is wrong; `field` names it.
    #[response(status = 400, content_type = "application/problem+json")]
    Invalid(ProblemBody),
    /// Too many requests; `Retry-After` says when to retry.
    #[response(status = 429, content_type = "application/problem+json")]
    RateLimited(ProblemBody),
    /// A service is down and no cached response exists.
    #[response(status = 503, content_type = "application/problem+json")]
    Unavailable(ProblemBody),
    /// A service did not respond in time; `Retry-After` says when to retry.
    #[response(status = 504, content_type = "application/problem+json")]
    GatewayTimeout(ProblemBody),
}

/// Response of a call for one resource that does not exist.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "describes responses in the OpenAPI document")]
pub enum NotFoundResponse {
    /// The resource does not exist.
    #[response(status = 404, content_type = "application/problem+json")]
    NotFound(ProblemBody),
}

impl Problem {
    pub fn not_found() -> Self {
        Error::not_found("nothing has this address").into()
    }

    /// `allow` lists the methods of this path.
    pub fn method_not_allowed(allow: String) -> Self {
        let error = Error::new(Code::InvalidArgument, "this address does not take that method");
        Self { allow: Some(allow), ..Self::with_status(error, StatusCode::METHOD_NOT_ALLOWED) }
    }

    pub fn body_too_large() -> Self {
        let error = Error::new(Code::InvalidArgument, "the request body is too large");
        Self::with_status(error, StatusCode::PAYLOAD_TOO_LARGE)
    }

    /// The problem of a body that ended before its `Content-Length`, or whose chunks are malformed.
    pub fn body_incomplete() -> Self {
        Error::new(Code::InvalidArgument, "the request body is incomplete").into()
    }

    pub fn not_json() -> Self {
        let error = Error::new(Code::InvalidArgument, "send JSON, with content-type application/json");
        Self::with_status(error, StatusCode::UNSUPPORTED_MEDIA_TYPE)
    }

    pub fn not_multipart() -> Self {
        let error = Error::new(Code::InvalidArgument, "send a form, with content-type multipart/form-data");
        Self::with_status(error, StatusCode::UNSUPPORTED_MEDIA_TYPE)
    }

    pub fn not_bytes() -> Self {
        let error =
            Error::new(Code::InvalidArgument, "send the file, with content-type application/octet-stream");
        Self::with_status(error, StatusCode::UNSUPPORTED_MEDIA_TYPE)
    }

    /// The problem of a body that did not arrive in time.
    pub fn body_too_slow() -> Self {
        let error = Error::new(Code::DeadlineExceeded, "the request body took too long to arrive");
        Self::with_status(error, StatusCode::REQUEST_TIMEOUT)
    }

    /// The problem of a body that is not an image. `error` lists the accepted types.
    pub fn not_an_image(error: Error) -> Self {
        Self::with_status(error, StatusCode::UNSUPPORTED_MEDIA_TYPE)
    }

    pub fn no_such_range() -> Self {
        let error = Error::new(Code::InvalidArgument, "the file ends before the requested range");
        Self::with_status(error, StatusCode::RANGE_NOT_SATISFIABLE)
    }

    pub fn address_too_long() -> Self {
        let error = Error::new(Code::InvalidArgument, "the address is too long");
        Self::with_status(error, StatusCode::URI_TOO_LONG)
    }

    pub fn too_many_requests(wait_s: u64) -> Self {
        let error = Error::new(Code::ResourceExhausted, "too many requests from this address");
        Self { retry_after_s: Some(wait_s), ..error.into() }
    }

    /// Sets `reason`.
    #[must_use]
    pub fn with_reason(mut self, reason: &str) -> Self {
        reason.clone_into(&mut self.error.detail.reason);
        self
    }

    /// Sets `WWW-Authenticate`.
    #[must_use]
    pub fn with_challenge(mut self, scheme: &'static str) -> Self {
        self.challenge = Some(scheme);
        self
    }

    /// Adds a member to the body: `lines`, `cart`, or a name that no other member of [`ProblemBody`] has.
    #[must_use]
    pub fn with_member(mut self, name: &str, value: Value) -> Self {
        self.members.insert(name.to_owned(), value);
        self
    }

    pub fn code(&self) -> Code {
        self.error.code
    }

    /// The stable word of the failure, or empty.
    pub fn reason(&self) -> &str {
        &self.error.detail.reason
    }

    /// Whether a service was overloaded.
    pub fn is_overload(&self) -> bool {
        self.error.is_overload()
    }

    /// The problem of a rejection by actix or an extractor. The text of the rejection is not sent.
    pub fn of(error: &actix_web::Error) -> Self {
        if let Some(problem) = error.as_error::<Self>() {
            return problem.clone();
        }
        let status = error.as_response_error().status_code();
        let code = match status.as_u16() {
            401 => Code::Unauthenticated,
            403 => Code::PermissionDenied,
            404 => Code::NotFound,
            413 => return Self::body_too_large(),
            503 => Code::Unavailable,
            504 | 408 => Code::DeadlineExceeded,
            400..500 => Code::InvalidArgument,
            _ => return Error::internal(error).into(),
        };
        Self::with_status(Error::new(code, "the request is not understood"), status)
    }

    fn with_status(error: Error, status: StatusCode) -> Self {
        let retry_after_s = match error.code {
            _ if error.detail.retry_after_ms > 0 => {
                Some(error.detail.retry_after_ms.unsigned_abs().div_ceil(1000))
            }
            Code::Unavailable | Code::DeadlineExceeded => Some(OUTAGE_PAUSE_S),
            Code::ResourceExhausted => Some(1),
            _ => None,
        };
        let mut members = lines(&error);
        if let Some(LimitReached { max, used }) = error.detail.limit {
            let limit = serde_json::to_value(ProblemLimit { max, used }).unwrap_or_default();
            members.insert("limit".to_owned(), limit);
        }
        if let Some(ExistingAccount { customer_id, name, created_at_ms }) = error.detail.account.clone() {
            let created_at = rfc3339(created_at_ms);
            let account = ProblemAccount { cus_id: customer_id, name, created_at };
            members.insert("account".to_owned(), serde_json::to_value(account).unwrap_or_default());
        }
        if !error.detail.orders.is_empty() {
            members.insert("orders".to_owned(), error.detail.orders.clone().into());
        }
        Self { error: Box::new(error), status, retry_after_s, allow: None, challenge: None, members }
    }

    /// Adds the member `error` with the text of `message`, which some calls in the specification have.
    #[must_use]
    pub fn with_error(self) -> Self {
        let error = self.message().to_owned().into();
        self.with_member("error", error)
    }

    fn message(&self) -> &str {
        if self.error.code == Code::Internal {
            "something went wrong on our side"
        } else {
            &self.error.message
        }
    }

    /// Renders the response with the request id.
    pub fn render(&self, request_id: &str) -> HttpResponse {
        let code = self.error.code;
        if code == Code::Internal {
            tracing::error!(request_id, cause = %self.error.message, "request failed");
        }
        let message = self.message().to_owned();
        let detail = &self.error.detail;
        let mut more = self.members.clone();
        let body = ProblemBody {
            r#type: format!("/api/docs#{}", code.name()),
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            detail: message.clone(),
            code: code.name(),
            field: detail.field.clone(),
            reason: detail.reason.clone(),
            errors: detail.errors.iter().map(FieldProblem::from).collect(),
            lines: more.remove("lines"),
            limit: more.remove("limit"),
            orders: more.remove("orders"),
            account: more.remove("account"),
            cart: more.remove("cart"),
            more,
            request_id: request_id.to_owned(),
            success: false,
            message,
        };
        // Serializing strings and numbers cannot fail.
        let bytes = serde_json::to_vec(&body).unwrap_or_default();
        let mut response = HttpResponse::with_body(self.status, BoxBody::new(bytes));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(actix_web::http::header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after_s {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(allow) = self.allow.as_deref().and_then(|allow| HeaderValue::from_str(allow).ok()) {
            headers.insert(ALLOW, allow);
        }
        if let Some(scheme) = self.challenge {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static(scheme));
        }
        response
    }
}

/// Returns the lines of a rejected reservation or order as JSON.
fn lines(error: &Error) -> Map<String, Value> {
    let short = error.detail.shortages.iter().map(|short| ProblemLine {
        pro_id: short.pro_id,
        requested: short.requested,
        available: short.available,
        price_was: None,
        price_now: None,
    });
    let changed = error.detail.lines.iter().map(|line| ProblemLine {
        pro_id: line.pro_id,
        requested: line.requested,
        available: line.available,
        price_was: line.price_was,
        price_now: line.price_now,
    });
    let lines: Vec<ProblemLine> = short.chain(changed).collect();
    if lines.is_empty() {
        return Map::new();
    }
    // Serializing numbers cannot fail.
    Map::from_iter([("lines".to_owned(), serde_json::to_value(lines).unwrap_or_default())])
}

impl From<&FieldError> for FieldProblem {
    fn from(error: &FieldError) -> Self {
        let FieldError { field, message, reason } = error.clone();
        Self { field, message, reason }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let status = match error.detail.reason.as_str() {
            // 422 as in the Idempotency-Key draft: the request is valid, but its key belongs to another one.
            "idempotency_key_reused" => StatusCode::UNPROCESSABLE_ENTITY,
            "too_large" => StatusCode::PAYLOAD_TOO_LARGE,
            _ => StatusCode::from_u16(error.code.http_status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
        };
        Self::with_status(error, status)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

/// Response without a request id. The middleware replaces it; it is only sent for responses outside the
/// middleware.
impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn rendered(problem: impl Into<Problem>) -> (HttpResponse, serde_json::Value) {
        let response = problem.into().render("id-1");
        let (response, body) = response.into_parts();
        let bytes = actix_web::body::to_bytes(body).await.unwrap();
        (response.set_body(BoxBody::new(())), serde_json::from_slice(&bytes).unwrap())
    }

    #[actix_web::test]
    async fn every_code_has_its_status_and_name() {
        for code in Code::ALL {
            let (response, body) = rendered(Error::new(code, "why")).await;
            assert_eq!(response.status().as_u16(), code.http_status());
            assert_eq!(body["code"], code.name());
            assert_eq!(body["success"], false);
            assert_eq!(body["request_id"], "id-1");
        }
    }

    #[actix_web::test]
    async fn problem_names_the_field_and_hides_internals() {
        let (_, body) = rendered(Error::invalid("min_price", "must be a number")).await;
        assert_eq!(body["field"], "min_price");
        let (_, body) = rendered(Error::internal("password of the database")).await;
        assert!(!body.to_string().contains("password"), "{body}");
        assert!(body.get("field").is_none());
    }

    #[actix_web::test]
    async fn every_invalid_field_is_reported() {
        let mut error = Error::invalid("phone", "is not a number");
        for field in ["phone", "fname"] {
            let (field, message) = (field.to_owned(), "is wrong".to_owned());
            error.detail.errors.push(FieldError { field, message, reason: "invalid".to_owned() });
        }
        let (_, body) = rendered(error).await;
        assert_eq!(body["field"], "phone");
        assert_eq!(
            body["errors"][1],
            serde_json::json!({"field": "fname", "message": "is wrong", "reason": "invalid"})
        );
    }

    #[actix_web::test]
    async fn conflict_carries_the_current_state() {
        let problem = Problem::from(Error::conflict("cart_changed", "the cart has changed"))
            .with_member("cart", serde_json::json!({"count": 2}))
            .with_member("hint", "look again".into());
        let (_, body) = rendered(problem).await;
        assert_eq!((&body["reason"], &body["cart"]["count"]), (&"cart_changed".into(), &2.into()));
        assert_eq!(body["hint"], "look again");
        let (_, body) = rendered(Error::not_found("nothing")).await;
        for absent in ["reason", "errors", "lines", "cart", "more"] {
            assert!(body.get(absent).is_none(), "{absent}");
        }
    }

    #[actix_web::test]
    async fn insufficient_stock_names_its_lines() {
        let short = heuan_proto::rpc::v1::StockShortage { pro_id: 7, requested: 3, available: 1 };
        let (response, body) = rendered(Error::stock_short(vec![short])).await;
        assert_eq!((response.status().as_u16(), &body["reason"]), (409, &"stock_short".into()));
        let line = serde_json::json!({"pro_id": 7, "requested": 3, "available": 1, "price_was": null, "price_now": null});
        assert_eq!(body["lines"], serde_json::json!([line]));
    }

    #[actix_web::test]
    async fn retry_delay_is_rounded_up_to_seconds() {
        let mut error = Error::new(Code::ResourceExhausted, "later");
        error.detail.retry_after_ms = 1001;
        let (response, _) = rendered(error).await;
        assert_eq!(response.headers().get(RETRY_AFTER).unwrap(), "2");
    }

    #[actix_web::test]
    async fn retryable_problem_has_retry_after() {
        let stalled = Error::new(Code::DeadlineExceeded, "it takes too long");
        for problem in [Problem::too_many_requests(7), Error::unavailable("down").into(), stalled.into()] {
            assert!(rendered(problem).await.0.headers().contains_key(RETRY_AFTER));
        }
    }
}
