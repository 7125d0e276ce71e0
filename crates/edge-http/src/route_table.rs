//! Route table generated from the OpenAPI document: route labels for metrics, and the allowed methods for 405
//! responses.

use std::collections::HashMap;

use actix_web::dev::{Path, ResourceDef};
use utoipa::openapi::{OpenApi, path::Operation};

/// Route table by pattern: labels for metrics, and the allowed methods of a URL.
///
/// Generated from the OpenAPI document, so that it contains every documented route.
pub struct RouteTable {
    exact: HashMap<String, Route>,
    /// Patterns with a parameter, by their fixed beginning: `/api/v1/product/` for `/api/v1/product/{pro_id}`. So a request
    /// tries only the few patterns with its own beginning, because each pattern is a regular expression.
    patterns: HashMap<String, Vec<(ResourceDef, Route)>>,
}

/// One URL pattern.
#[derive(Clone, Debug)]
struct Route {
    index: usize,
    pattern: &'static str,
    allow: String,
}

/// URLs outside the API, by prefix; the last one is the fallback. Exact names first.
const OTHERS: [&str; 8] =
    ["/assets/", "/media/", "/livez", "/readyz", "/api/openapi.json", "/api/docs", "/api/", "page"];

impl RouteTable {
    pub fn of(document: &OpenApi) -> Self {
        let mut table = Self { exact: HashMap::new(), patterns: HashMap::new() };
        for (index, (path, item)) in document.paths.paths.iter().enumerate() {
            let methods = [
                ("GET, HEAD", &item.get),
                ("POST", &item.post),
                ("PUT", &item.put),
                ("PATCH", &item.patch),
                ("DELETE", &item.delete),
            ];
            let has = |operation: &Option<Operation>| operation.is_some();
            let allow: Vec<&str> =
                methods.iter().filter(|(_, operation)| has(operation)).map(|(name, _)| *name).collect();
            // The pattern is leaked once per process, because metric labels must be static.
            let pattern: &'static str = Box::leak(path.clone().into_boxed_str());
            let route = Route { index: OTHERS.len() + index, pattern, allow: allow.join(", ") };
            if let Some((start, _)) = path.split_once('{') {
                // This is the only parameter that may contain slashes, which OpenAPI cannot express.
                let spanning = path.replace("{slug}", "{slug:.+}");
                let of_start = table.patterns.entry(start.to_owned()).or_default();
                of_start.push((ResourceDef::new(spanning), route));
            } else {
                table.exact.insert(path.clone(), route);
            }
        }
        table
    }

    /// All labels, ordered by index.
    pub fn labels(&self) -> impl Iterator<Item = &'static str> {
        let mut documented: Vec<&Route> =
            self.exact.values().chain(self.patterns.values().flatten().map(|(_, route)| route)).collect();
        documented.sort_by_key(|route| route.index);
        OTHERS.into_iter().chain(documented.into_iter().map(|route| route.pattern))
    }

    /// Index and label of the route of `path`.
    pub fn label(&self, path: &str) -> (usize, &'static str) {
        if let Some(route) = self.find(path) {
            return (route.index, route.pattern);
        }
        let other = OTHERS.iter().position(|prefix| path.starts_with(prefix)).unwrap_or(OTHERS.len() - 1);
        (other, OTHERS[other])
    }

    /// The allowed methods of a documented URL.
    pub fn allowed(&self, path: &str) -> Option<&str> {
        self.find(path).map(|route| route.allow.as_str())
    }

    fn find(&self, path: &str) -> Option<&Route> {
        if !path.starts_with("/api/") {
            return None;
        }
        let by_pattern = || {
            // The longest beginning is tried first, because its patterns are more specific.
            let starts = path.rmatch_indices('/').map(|(index, _)| &path[..=index]);
            let found = starts.filter_map(|start| self.patterns.get(start)).flatten().find(|(pattern, _)| {
                let mut path = Path::new(path);
                pattern.capture_match_info(&mut path) && path.unprocessed().is_empty()
            });
            found.map(|(_, route)| route)
        };
        self.exact.get(path).or_else(by_pattern)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::json;

    use super::*;

    #[rstest]
    #[case("/api/v1/product", "/api/v1/product", Some("GET, HEAD"))]
    #[case("/api/v1/product/7", "/api/v1/product/{pro_id}", Some("GET, HEAD"))]
    #[case("/api/v1/product/7/related", "/api/v1/product/{pro_id}/related", Some("POST"))]
    #[case("/api/pages/about/us", "/api/pages/{slug}", Some("GET, HEAD"))]
    #[case("/api/staff/7/lines", "/api/staff/{order_id}/lines", Some("POST"))]
    #[case("/api/staff/imports/7", "/api/staff/imports/{import_id}", Some("GET, HEAD"))]
    #[case("/api/v1/product/7/reviews", "/api/", None)]
    #[case("/api/v1/product/", "/api/", None)]
    #[case("/media/products/1.webp", "/media/", None)]
    #[case("/la/shop", "page", None)]
    fn path_has_the_label_and_methods_of_its_most_specific_pattern(
        #[case] path: &str,
        #[case] label: &str,
        #[case] methods: Option<&str>,
    ) {
        let read = || json!({ "get": { "responses": {} } });
        let write = || json!({ "post": { "responses": {} } });
        let document = json!({
            "openapi": "3.1.0",
            "info": { "title": "", "version": "" },
            "paths": {
                "/api/v1/product": read(),
                "/api/v1/product/{pro_id}": read(),
                "/api/v1/product/{pro_id}/related": write(),
                "/api/pages/{slug}": read(),
                "/api/staff/{order_id}/lines": write(),
                "/api/staff/imports/{import_id}": read(),
            },
        });
        let table = RouteTable::of(&serde_json::from_value(document).unwrap());
        assert_eq!(table.label(path).1, label);
        assert_eq!(table.allowed(path), methods);
    }
}
