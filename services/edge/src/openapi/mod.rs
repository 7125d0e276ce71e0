//! OpenAPI document, generated from the handlers.

mod common;
mod docs;

use std::sync::Arc;

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{CONTENT_SECURITY_POLICY, HeaderValue},
    web::{Data, ServiceConfig},
};
use heuan_cache::{CacheStatus, Cached};
use utoipa::{
    OpenApi as _,
    openapi::{
        Components, OpenApi, Ref, RefOr, Schema,
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

use heuan_edge_api::{
    self as routes, cart::Cart, product::ProductSort, search::SearchSort, staff_products::StaffProductSort,
};
use heuan_edge_http::{
    body::Body,
    header_names,
    problem::{ProblemBody, ProblemCode},
    respond, session,
};

const STYLE: &str = include_str!("docs/docs.css");

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
    components(schemas(Cart, ProblemBody, ProblemCode, ProductSort, SearchSort, StaffProductSort)),
    tags(
        (name = "catalog", description = "Categories, groups and products"),
        (name = "search", description = "Product search, suggestions and popular searches"),
        (name = "promotion", description = "Promotions and their types"),
        (name = "image-search", description = "Search by image"),
        (name = "collection", description = "Named sets of products"),
        (name = "content", description = "Menu, banners, company and pages"),
        (name = "branches", description = "Branches of the retailer"),
        (name = "weather", description = "Weather at the branches"),
        (name = "api-token", description = "API tokens for calls that are not public"),
        (name = "account", description = "Customers and their sessions"),
        (name = "contact", description = "Contact messages"),
        (name = "cart", description = "The customer's cart"),
        (name = "wishlist", description = "The customer's wishlist"),
        (name = "viewed-products", description = "Products that the customer looked at"),
        (name = "checkout", description = "Price quotes"),
        (name = "order", description = "Orders of a customer"),
        (name = "points", description = "Club points"),
        (name = "chat", description = "Chat with the shop"),
        (name = "inbox", description = "Staff inbox"),
        (name = "staff-people", description = "Back office: members of staff and their roles"),
        (name = "staff-customers", description = "Back office: customers, their points and sessions"),
        (name = "staff-audit", description = "Back office: log of staff actions"),
        (name = "staff-messages", description = "Back office: messages of the contact form"),
        (name = "staff-today", description = "Back office: what waits, and the figures of the day"),
        (name = "staff-searches", description = "Back office: searches of visitors, synonyms, pinned and blocked searches. Other accounts get 404"),
        (name = "staff-news", description = "Back office: news of the shop to customers who agreed"),
        (name = "staff-outbox", description = "Back office: e-mails, SMS and WhatsApp messages to customers"),
        (name = "staff-orders", description = "Back office: orders of all customers"),
        (name = "staff-content", description = "Back office: promotions, banners, pages, menu, categories and branches. Other accounts get 404"),
        (name = "staff-imports", description = "Back office: import and export of the catalog. Other accounts get 404"),
        (name = "staff-products", description = "Back office: products, stock and the ledger of changes. Other accounts get 404"),
        (name = "notifications", description = "Notifications of customers"),
        (name = "events", description = "Live event stream"),
        (name = "payment", description = "Calls for payment providers"),
        (name = "messages", description = "Calls for providers of SMS and WhatsApp"),
    ),
)]
struct Frame;

/// The served forms of the document, generated at start.
pub struct Documents {
    json: Arc<Body>,
    docs: Arc<Body>,
    style: Arc<Body>,
}

impl Documents {
    /// Renders the forms of `document`.
    pub fn new(document: &OpenApi) -> anyhow::Result<Self> {
        let json = serde_json::to_vec_pretty(document)?;
        Ok(Self {
            docs: Arc::new(Body::html(docs::render(&serde_json::to_value(document)?))),
            json: Arc::new(Body::new("application/json", json)),
            style: Arc::new(Body::new("text/css; charset=utf-8", STYLE)),
        })
    }
}

/// The OpenAPI document of the handlers of [`routes::api`].
pub fn document() -> OpenApi {
    let mut document = Frame::openapi();
    routes::api(&mut document);
    common::add(&mut document);
    let scheme =
        HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some("A publishable key")).build();
    let components = document.components.get_or_insert_default();
    describe_cart(components);
    components.security_schemes.insert("publishable_key".to_owned(), SecurityScheme::Http(scheme).into());
    let token = ApiKeyValue::with_description(header_names::API_TOKEN, "A token of /api/api-token");
    let token = SecurityScheme::ApiKey(ApiKey::Header(token));
    components.security_schemes.insert("api_token".to_owned(), token.into());
    let session = ApiKeyValue::with_description(
        session::COOKIE,
        "Set by registration and login; `__Host-heuan_session` over https. A request with the header \
         `x-heuan-background`, which a page sends by itself and not for its user, does not extend it",
    );
    let session = SecurityScheme::ApiKey(ApiKey::Cookie(session));
    components.security_schemes.insert("session".to_owned(), session.into());
    document
}

/// Names the type of the member `cart` of a problem, which the module of problems does not know.
fn describe_cart(components: &mut Components) {
    if let Some(RefOr::T(Schema::Object(problem))) = components.schemas.get_mut("Problem") {
        let mut cart = Ref::from_schema_name("Cart");
        "The current cart, for `cart_changed`.".clone_into(&mut cart.description);
        problem.properties.insert("cart".to_owned(), cart.into());
    }
}

#[get("/api/openapi.json")]
pub async fn document_json(request: HttpRequest, documents: Data<Documents>) -> HttpResponse {
    fixed(&request, &documents.json).await
}

#[get("/api/docs")]
pub async fn docs_page(request: HttpRequest, documents: Data<Documents>) -> HttpResponse {
    let mut response = fixed(&request, &documents.docs).await;
    // The page needs only its style sheet.
    let policy = HeaderValue::from_static("default-src 'none'; style-src 'self'; frame-ancestors 'none'");
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    response
}

#[get("/api/docs.css")]
pub async fn docs_style(request: HttpRequest, documents: Data<Documents>) -> HttpResponse {
    fixed(&request, &documents.style).await
}

async fn fixed(request: &HttpRequest, body: &Arc<Body>) -> HttpResponse {
    let answer = Cached { value: Arc::clone(body), status: CacheStatus::Hit };
    respond::with(request, answer, respond::PAGE_FRESHNESS).await
}

/// Registers the document and its page.
pub fn routes(config: &mut ServiceConfig) {
    config.service(document_json).service(docs_page).service(docs_style);
}
