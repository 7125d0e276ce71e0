//! Common parts of all OpenAPI operations, which are added after the handlers were collected.

use utoipa::openapi::{
    Content, OpenApi, Ref, RefOr, Required, Response, ResponseBuilder,
    path::{Operation, ParameterIn},
};

use heuan_edge_http::{middleware::SEARCH_PATHS, problem::ProblemBody, session::is_of_staff};

/// Common error statuses of operations with a body.
const OF_BODIES: [(&str, &str); 3] = [
    ("408", "The body did not arrive in time"),
    ("413", "The body is larger than the limit of the call"),
    ("415", "The content type is missing or not accepted by the call"),
];
/// Error statuses of all operations for the staff.
const OF_STAFF: [(&str, &str); 3] = [
    ("401", "The API token is missing or has expired; `reason` is `api_token`"),
    (
        "403",
        "`reason` is `role` for staff whose role does not suffice, `second_factor` or `second_factor_setup` before the second \
         factor was entered or set up, `temporary_password` before a temporary password was replaced",
    ),
    ("404", "The resource does not exist, or the account has no role of the staff"),
];
/// Error status of calls that need a credential.
const OF_CREDENTIALS: (&str, &str) = ("401", "`reason` says what is missing: `api_token` or `session`");
const METHOD: (&str, &str) = ("405", "The method is not allowed; `Allow` lists the allowed ones");
const ADDRESS: (&str, &str) = ("414", "The address is too long");
const HEAD: (&str, &str) = ("431", "The address and the headers are larger than 32 KiB");

/// Adds to each call: 405, 414, 431, the statuses of bodies, credentials and the back office, and that an empty optional query
/// parameter counts as absent.
pub fn add(document: &mut OpenApi) {
    for (path, item) in &mut document.paths.paths {
        let of_staff: &[(&str, &str)] = if is_of_staff(path) { &OF_STAFF } else { &[] };
        let mut of_path = [&[METHOD, HEAD][..], of_staff].concat();
        // A long URL of a search has a long text, which is refused with 400.
        if !SEARCH_PATHS.contains(&path.as_str()) {
            of_path.push(ADDRESS);
        }
        for operation in [&mut item.get, &mut item.post, &mut item.put, &mut item.patch].into_iter().flatten()
        {
            describe(operation, true, &of_path);
        }
        // For DELETE an empty parameter must not widen the deletion: `?id=` is refused.
        if let Some(operation) = &mut item.delete {
            describe(operation, false, &of_path);
        }
    }
}

fn describe(operation: &mut Operation, takes_empty: bool, of_path: &[(&'static str, &'static str)]) {
    let mut statuses = of_path.to_vec();
    if operation.security.is_some() {
        statuses.push(OF_CREDENTIALS);
    }
    if operation.request_body.is_some() {
        statuses.extend(OF_BODIES);
    }
    for (status, description) in statuses {
        // The description of the handler is more precise, so it stays.
        operation.responses.responses.entry(status.to_owned()).or_insert_with(|| problem(description));
    }
    for parameter in operation.parameters.iter_mut().flatten() {
        let RefOr::T(parameter) = parameter else { continue };
        if takes_empty && parameter.parameter_in == ParameterIn::Query && parameter.required != Required::True
        {
            let extensions = parameter.extensions.get_or_insert_default();
            extensions.insert("allowEmptyValue".to_owned(), true.into());
        }
    }
}

fn problem(description: &str) -> RefOr<Response> {
    let schema = Ref::from_schema_name(<ProblemBody as utoipa::ToSchema>::name());
    let content = Content::new(Some(schema));
    ResponseBuilder::new()
        .description(description)
        .content("application/problem+json", content)
        .build()
        .into()
}
