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
    patterns: Vec<(ResourceDef, Route)>,
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
        let mut table = Self { exact: HashMap::new(), patterns: Vec::new() };
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
            // Leaked once per process, because metric labels must be static.
            let pattern: &'static str = Box::leak(path.clone().into_boxed_str());
            let route = Route { index: OTHERS.len() + index, pattern, allow: allow.join(", ") };
            if path.contains('{') {
                // The only parameter that may contain slashes, which OpenAPI cannot express.
                let spanning = path.replace("{slug}", "{slug:.+}");
                table.patterns.push((ResourceDef::new(spanning), route));
            } else {
                table.exact.insert(path.clone(), route);
            }
        }
        table
    }

    /// All labels, ordered by index.
    pub fn labels(&self) -> impl Iterator<Item = &'static str> {
        let mut documented: Vec<&Route> =
            self.exact.values().chain(self.patterns.iter().map(|(_, route)| route)).collect();
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
            let found = self.patterns.iter().find(|(pattern, _)| {
                let mut path = Path::new(path);
                pattern.capture_match_info(&mut path) && path.unprocessed().is_empty()
            });
            found.map(|(_, route)| route)
        };
        self.exact.get(path).or_else(by_pattern)
    }
}
