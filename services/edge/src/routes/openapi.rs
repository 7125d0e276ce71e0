//! OpenAPI document, generated from the handlers.

use std::sync::Arc;

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{CONTENT_SECURITY_POLICY, HeaderValue},
    web::Data,
};
use heuan_cache::{CacheStatus, Cached};
use utoipa::{
    OpenApi as _,
    openapi::{
        OpenApi,
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

use super::{openapi_common, product::ProductSort, search::SearchSort, table::RouteTable};
use crate::{
    app_state::AppState,
    body::Body,
    docs,
    problem::{ProblemBody, ProblemCode},
    respond, session,
};

const STYLE: &str = include_str!("../docs/docs.css");

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Heuan storefront API",
        description = "API of the storefront. Responses are `{success, data}`; errors are problem+json \
                       (RFC 9457) with a stable `code`. Money is whole kip, times are RFC 3339 in Vientiane time. \
                       Public reads need no token and carry an ETag.",
        license(name = "Apache-2.0", identifier = "Apache-2.0"),
    ),
    servers((url = "/", description = "This shop")),
    components(schemas(ProblemBody, ProblemCode, ProductSort, SearchSort)),
    tags(
        (name = "catalog", description = "Categories, groups and products"),
        (name = "search", description = "Product search, suggestions and popular searches"),
        (name = "promotion", description = "Promotions and their types"),
        (name = "image-search", description = "Search by photo"),
        (name = "collection", description = "Named sets of products"),
        (name = "content", description = "Menu, banners, company and pages"),
        (name = "branches", description = "Branches of the retailer"),
        (name = "weather", description = "Weather at the branches"),
        (name = "api-token", description = "API tokens for calls that are not public"),
        (name = "account", description = "Customers and their sessions"),
        (name = "contact", description = "Contact messages"),
        (name = "cart", description = "The customer's cart"),
        (name = "wishlist", description = "The customer's wishlist"),
        (name = "checkout", description = "Price quotes"),
        (name = "order", description = "Orders of a customer"),
        (name = "points", description = "Club points"),
        (name = "chat", description = "Chat with the shop"),
        (name = "inbox", description = "Staff inbox"),
        (name = "notifications", description = "Notifications of customers"),
        (name = "events", description = "Live event stream"),
        (name = "payment", description = "Calls for payment providers"),
    ),
)]
struct Frame;

/// The served forms of the document, generated at start.
pub struct Documents {
    pub table: RouteTable,
    json: Arc<Body>,
    docs: Arc<Body>,
    style: Arc<Body>,
}

impl Documents {
    pub fn new() -> anyhow::Result<Self> {
        let document = document();
        let json = serde_json::to_vec_pretty(&document)?;
        Ok(Self {
            table: RouteTable::of(&document),
            docs: Arc::new(Body::html(docs::render(&serde_json::to_value(&document)?))),
            json: Arc::new(Body::new("application/json", json)),
            style: Arc::new(Body::new("text/css; charset=utf-8", STYLE)),
        })
    }
}

/// The OpenAPI document of the handlers of [`super::api`].
pub fn document() -> OpenApi {
    let mut document = Frame::openapi();
    super::api(&mut document);
    openapi_common::add(&mut document);
    let scheme =
        HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some("A publishable key")).build();
    let components = document.components.get_or_insert_default();
    components.security_schemes.insert("publishable_key".to_owned(), SecurityScheme::Http(scheme).into());
    let token = ApiKeyValue::with_description(super::api_token::HEADER, "A token of /api/api-token");
    let token = SecurityScheme::ApiKey(ApiKey::Header(token));
    components.security_schemes.insert("api_token".to_owned(), token.into());
    let session = ApiKeyValue::with_description(session::COOKIE, "Set by registration and login");
    let session = SecurityScheme::ApiKey(ApiKey::Cookie(session));
    components.security_schemes.insert("session".to_owned(), session.into());
    document
}

#[get("/api/openapi.json")]
pub async fn document_json(request: HttpRequest, state: Data<AppState>) -> HttpResponse {
    fixed(&request, &state.shared.documents.json).await
}

#[get("/api/docs")]
pub async fn docs_page(request: HttpRequest, state: Data<AppState>) -> HttpResponse {
    let mut response = fixed(&request, &state.shared.documents.docs).await;
    // The page needs only its style sheet.
    let policy = HeaderValue::from_static("default-src 'none'; style-src 'self'; frame-ancestors 'none'");
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    response
}

#[get("/api/docs.css")]
pub async fn docs_style(request: HttpRequest, state: Data<AppState>) -> HttpResponse {
    fixed(&request, &state.shared.documents.style).await
}

async fn fixed(request: &HttpRequest, body: &Arc<Body>) -> HttpResponse {
    let answer = Cached { value: Arc::clone(body), status: CacheStatus::Hit };
    respond::with(request, answer, respond::PAGE_FRESHNESS).await
}
