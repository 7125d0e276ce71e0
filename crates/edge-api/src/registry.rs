//! Registration of handlers with either the HTTP server or the OpenAPI document, so that each is listed once.

use actix_web::{dev::HttpServiceFactory, web::ServiceConfig};
use utoipa::openapi::OpenApi;
use utoipa_actix_web::OpenApiFactory;

/// Receives the documented handlers: the app of a worker, which serves them, or the OpenAPI document, which describes
/// them. So they are listed once, and workers do not generate the document.
pub trait Registry: Sized {
    /// Adds a handler.
    fn service<H>(&mut self, handler: H) -> &mut Self
    where
        H: HttpServiceFactory + OpenApiFactory + 'static;

    /// Adds the handlers of a module.
    fn configure(&mut self, part: fn(&mut Self)) -> &mut Self {
        part(self);
        self
    }
}

impl Registry for ServiceConfig {
    fn service<H>(&mut self, handler: H) -> &mut Self
    where
        H: HttpServiceFactory + OpenApiFactory + 'static,
    {
        Self::service(self, handler)
    }
}

impl Registry for OpenApi {
    fn service<H>(&mut self, handler: H) -> &mut Self
    where
        H: HttpServiceFactory + OpenApiFactory + 'static,
    {
        let mut schemas = Vec::new();
        handler.schemas(&mut schemas);
        self.components.get_or_insert_default().schemas.extend(schemas);
        self.paths.merge(handler.paths());
        self
    }
}
