//! What is the same for every call of the API, added to its description after the handlers have described themselves.

use utoipa::openapi::{
    Content, OpenApi, Ref, RefOr, Required, Response, ResponseBuilder,
    path::{Operation, ParameterIn},
};

use crate::problem::ProblemBody;

/// Statuses of calls with a body, whatever the call is.
const OF_BODIES: [(&str, &str); 3] = [
    ("408", "The body did not arrive in time"),
    ("413", "The body is larger than the call takes"),
    ("415", "The body is of another type than the call takes, or says none"),
];
const METHOD: (&str, &str) = ("405", "The address does not take the method; `Allow` lists those it takes");

/// Adds to each call: 405, the statuses of bodies, and that an empty optional query parameter counts as absent.
pub fn add(document: &mut OpenApi) {
    for item in document.paths.paths.values_mut() {
        for operation in [&mut item.get, &mut item.post, &mut item.put].into_iter().flatten() {
            describe(operation, true);
        }
        // An empty parameter never widens what is deleted: `?id=` is refused.
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
        // What the handler says itself is more precise.
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
