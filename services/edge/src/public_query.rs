use std::{future::ready, sync::Arc};

use futures::future::BoxFuture;
use heuan_cache::Cached;
use heuan_rpc::Result;

use crate::{
    app_state::AppState,
    backends::Clients,
    body::Body,
    params::CanonicalUrl,
    routes::{branches, category, collection, content, facet, group, product, promotion, search, weather},
};

/// Cacheable queries of the public API, which pages prefetch as well.
///
/// A page embeds the response bytes of the queries that its scripts would request, so a cached page needs no further call.
#[derive(Clone, Debug, PartialEq)]
pub enum PublicQuery {
    Banner,
    Branches,
    Categories,
    Collection(collection::CollectionQuery),
    Collections,
    Company,
    Content { slug: String },
    Facets(product::ProductFilter),
    SearchProducts(search::SearchQuery),
    Groups { cat_id: Option<i64> },
    Menu,
    PopularSearches { limit: i32 },
    Pages,
    Product { pro_id: i64 },
    Products(product::ProductQuery),
    Promotions { promo_type_id: Option<i64> },
    PromotionTypes,
    Related { pro_id: i64, limit: i32 },
    Suggestions { keyword: search::SearchText, limit: i32 },
    Weather,
}

impl PublicQuery {
    /// Returns the canonical URL: the key of the response cache and of the dehydrated state.
    pub fn key(&self) -> String {
        let address = match self {
            Self::Banner => CanonicalUrl::new("/api/v1/banner"),
            Self::Branches => CanonicalUrl::new("/api/v1/branch"),
            Self::Categories => CanonicalUrl::new("/api/v1/category").with("active", Some(true)),
            Self::Collection(query) => query.address(),
            Self::Collections => CanonicalUrl::new("/api/v1/collection"),
            Self::Company => CanonicalUrl::new("/api/v1/company"),
            Self::Content { slug } => CanonicalUrl::new(format!("/api/v1/content/{slug}")),
            Self::Facets(filter) => facet::address(filter),
            Self::SearchProducts(query) => query.address(),
            Self::Groups { cat_id } => CanonicalUrl::new("/api/v1/group").with("cat_id", *cat_id),
            Self::Menu => CanonicalUrl::new("/api/v1/menu"),
            Self::Pages => CanonicalUrl::new("/api/v1/content"),
            Self::PopularSearches { limit } => {
                CanonicalUrl::new("/api/v1/suggetsearch").with("limit", Some(limit))
            }
            Self::Product { pro_id } => CanonicalUrl::new(format!("/api/v1/product/{pro_id}")),
            Self::Products(query) => query.address(),
            Self::Promotions { promo_type_id } => {
                CanonicalUrl::new("/api/v1/promotion").with("type", *promo_type_id)
            }
            Self::PromotionTypes => CanonicalUrl::new("/api/v1/pomotion/type"),
            Self::Related { pro_id, limit } => {
                CanonicalUrl::new(format!("/api/v1/product/{pro_id}/related")).with("limit", Some(limit))
            }
            Self::Suggestions { keyword, limit } => CanonicalUrl::new("/api/v1/keywork")
                .with("keyword", Some(keyword.as_str()))
                .with("limit", Some(limit)),
            Self::Weather => CanonicalUrl::new("/api/v1/weather"),
        };
        address.into_string()
    }

    /// Returns the response from the cache, or fetches it.
    pub async fn fetch_cached(&self, state: &AppState) -> Result<Cached<Arc<Body>>> {
        // Owned, because the fetch may outlive the request.
        let fetch = || {
            let (call, clients) = (self.clone(), state.clients.clone());
            async move { call.fetch(&clients).await }
        };
        match self {
            Self::Banner => content::site(state).await.map(|site| content::pick(&site, |site| &site.banner)),
            Self::Company => {
                content::site(state).await.map(|site| content::pick(&site, |site| &site.company))
            }
            Self::Menu => content::site(state).await.map(|site| content::pick(&site, |site| &site.menu)),
            Self::Pages => content::site(state).await.map(|site| content::pick(&site, |site| &site.pages)),
            // Not part of the catalog, whose revision does not invalidate them.
            Self::Branches | Self::Weather => state.cached_stale_while_revalidate(&self.key(), fetch).await,
            Self::SearchProducts(_) => self.search(state, "search").await,
            Self::Suggestions { .. } => self.search(state, "keyword").await,
            Self::PopularSearches { .. } => self.search(state, "limit").await,
            _ => state.cached_shared(&self.key(), fetch).await,
        }
    }

    /// `field` is the parameter that an error names.
    async fn search(&self, state: &AppState, field: &str) -> Result<Cached<Arc<Body>>> {
        let answer = state.cached_search(&self.key(), || self.fetch(&state.clients)).await;
        answer.map_err(|error| search::map_search_error(error, field))
    }

    /// Each future is boxed by itself, because otherwise every one would be as large as the largest.
    fn fetch<'a>(&'a self, clients: &'a Clients) -> BoxFuture<'a, Result<Body>> {
        match self {
            // These four are one call to the content service; see `content::site`.
            Self::Banner | Self::Company | Self::Menu | Self::Pages => {
                Box::pin(ready(Err(heuan_rpc::Error::internal("not fetched alone"))))
            }
            Self::Branches => Box::pin(branches::fetch(clients)),
            Self::Categories => Box::pin(category::fetch(clients)),
            Self::Collection(query) => Box::pin(collection::fetch_one(clients, query)),
            Self::Collections => Box::pin(collection::fetch_all(clients)),
            Self::Content { slug } => Box::pin(content::fetch(clients, slug)),
            Self::Facets(filter) => Box::pin(facet::fetch(clients, filter)),
            Self::SearchProducts(query) => Box::pin(search::fetch_products(clients, query)),
            Self::Groups { cat_id } => Box::pin(group::fetch(clients, *cat_id)),
            Self::PopularSearches { limit } => Box::pin(search::fetch_popular(clients, *limit)),
            Self::Product { pro_id } => Box::pin(product::fetch_one(clients, *pro_id)),
            Self::Products(query) => Box::pin(product::fetch_list(clients, query)),
            Self::Promotions { promo_type_id } => Box::pin(promotion::fetch(clients, *promo_type_id)),
            Self::PromotionTypes => Box::pin(promotion::fetch_types(clients)),
            Self::Related { pro_id, limit } => Box::pin(product::fetch_related(clients, *pro_id, *limit)),
            Self::Suggestions { keyword, limit } => {
                Box::pin(search::fetch_suggestions(clients, keyword, *limit))
            }
            Self::Weather => Box::pin(weather::fetch(clients)),
        }
    }
}
