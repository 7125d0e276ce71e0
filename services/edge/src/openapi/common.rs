//! Common parts of all OpenAPI operations, added after the handlers were collected.

use utoipa::openapi::{
    Content, OpenApi, Ref, RefOr, Required, Response, ResponseBuilder,
    path::{Operation, ParameterIn},
};

use heuan_edge_http::problem::ProblemBody;

/// Common error statuses of calls with a body.
const OF_BODIES: [(&str, &str); 3] = [
    ("408", "The body did not arrive in time"),
    ("413", "The body is larger than the limit of the call"),
    ("415", "The content type is missing or not accepted by the call"),
];
const METHOD: (&str, &str) = ("405", "The method is not allowed; `Allow` lists the allowed ones");

/// Adds to each call: 405, the statuses of bodies, and that an empty optional query parameter counts as absent.
pub fn add(document: &mut OpenApi) {
    for item in document.paths.paths.values_mut() {
        for operation in [&mut item.get, &mut item.post, &mut item.put, &mut item.patch].into_iter().flatten()
        {
            describe(operation, true);
        }
        // For DELETE an empty parameter must not widen the deletion: `?id=` is refused.
        if let Some(operation) = &mut item.delete {
            describe(operation, false);
        }
    }
}

fn describe(operation: &mut Operation, takes_empty: bool) {
    let mut statuses = vec![METHOD];
    if operation.request_body.is_some() {
        statuses.extend(OF_BODIES);
    }
    for (status, description) in statuses {
        // The handler's own description is more precise.
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
