//! Fallback route for URLs outside the API: a page, a file of the frontend's root folder, or 404.

use actix_web::{
    HttpRequest, HttpResponse, guard,
    http::Method,
    web::{self, Data},
};

use super::{PageState, assets, names_a_file};
use heuan_edge_http::{problem::Problem, session};

/// Routes of URLs whose other methods a pattern of the documented API would match. They return 405.
pub fn before_patterns(config: &mut web::ServiceConfig) {
    let not_post = guard::Not(guard::Post());
    config.service(web::resource("/api/auth/wishlist/add-all-to-cart").guard(not_post).to(fallback));
}

/// Fallback route: a page, a file of the frontend's root, or 404.
pub async fn fallback(request: HttpRequest, state: Data<PageState>) -> Result<HttpResponse, Problem> {
    session::hide_staff_address(&request, &state).await?;
    let (path, table) = (request.path(), &state.shared.route_table);
    if let Some(allow) = table.allowed(path) {
        // The route has this method but does not accept this parameter, as in `/api/staff/products/x`.
        let is_allowed = allow.split(", ").any(|method| request.method().as_str() == method);
        return Err(if is_allowed {
            Problem::not_found()
        } else {
            Problem::method_not_allowed(allow.to_owned())
        });
    }
    let is_file = ["/media/", "/assets/"].iter().any(|folder| path.starts_with(folder));
    if is_file && request.method() != Method::GET {
        return Err(Problem::method_not_allowed("GET, HEAD".to_owned()));
    }
    // `/metrics` is a path of the admin port, and not a page.
    let is_ours = ["/api", "/media", "/assets", "/metrics"]
        .iter()
        .any(|ours| path.strip_prefix(ours).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')));
    if is_ours {
        return Err(Problem::not_found());
    }
    if request.method() != Method::GET {
        return Err(Problem::method_not_allowed("GET, HEAD".to_owned()));
    }
    if let Some(file) = assets::root_file(&request, &state)? {
        return Ok(file);
    }
    if names_a_file(path) {
        return Err(Problem::not_found());
    }
    Ok(super::answer(&request, &state).await)
}
