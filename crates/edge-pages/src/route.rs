//! Routes of the pages, and the queries that each prefetches.

use percent_encoding::percent_decode_str;

use heuan_edge_api::{
    branches::BranchesQuery,
    cached_query::CachedQuery,
    collection::{CollectionQuery, CollectionsQuery},
    content::{ContentQuery, is_slug},
    facet::FacetsQuery,
    group::GroupsQuery,
    product::{ProductByIdQuery, ProductQuery, ProductSort, RelatedProductsQuery},
    promotion::{PromotionTypesQuery, PromotionsQuery},
    search::SearchQuery,
};
use heuan_edge_http::params::{CanonicalUrl, Params, parse_id};

/// A page, without its language.
#[derive(Clone, Debug, PartialEq)]
pub enum Page {
    Home,
    Shop(ProductQuery),
    /// The search results list.
    Search(SearchQuery),
    Product {
        pro_id: i64,
    },
    Collections,
    Collection(CollectionQuery),
    /// The list of promotion types.
    PromotionTypes,
    /// The list of all promotions.
    Promotions,
    PromotionsOfType {
        promo_type_id: i64,
    },
    /// `path` differs from the slug for news, which have the prefix `/blogs`.
    Content {
        path: String,
        slug: String,
    },
    Sitemap,
    /// A personal page: cart, checkout, account, recently viewed. It embeds no data, and crawlers must not index it.
    Personal {
        path: &'static str,
    },
}

const CONTENT: [&str; 11] = [
    "about",
    "career",
    "contact",
    "credits",
    "helpcenter",
    "investor",
    "privacy-policy",
    "program",
    "service",
    "svnclub",
    "terms",
];

/// Paths of personal pages. `offline` is the page that the service worker shows without a connection.
const PERSONAL: [&str; 8] = [
    "cart",
    "checkout",
    "account/login",
    "account/reset",
    "account/register",
    "account/profile",
    "account/orders",
    "offline",
];

/// Paths of personal pages about one order, customer or product. The id is not part of the page, so all of them share one
/// cached page.
const PERSONAL_OF_ONE: [&str; 3] = ["account/orders/{id}", "checkout/pay/{id}", "checkout/thanks/{id}"];
const MAX_ID_LENGTH: usize = 64;

/// First segment of the paths of the back office. All of them share one cached page, also those that do not exist, so that only
/// staff learn which do.
const STAFF: &str = "staff";
const MAX_STAFF_LENGTH: usize = 256;

/// Related products of a product page.
const RELATED: i32 = 10;
/// Numbers of products on the home page; `SHOWN` and `NEWEST` in the frontend's `app/home/home-queries.ts`.
const POPULAR_ON_HOME: i32 = 10;
const NEWEST_ON_HOME: i32 = 20;

/// Query of any route, for pages that prefetch several.
pub type AnyQuery = Box<dyn CachedQuery>;

/// Returns the queries of best sellers and new arrivals, from which the home page removes products it already shows.
pub fn home_lists() -> [ProductQuery; 2] {
    let popular =
        ProductQuery { sort: Some(ProductSort::Popular), limit: POPULAR_ON_HOME, ..ProductQuery::default() };
    let newest =
        ProductQuery { sort: Some(ProductSort::Newest), limit: NEWEST_ON_HOME, ..ProductQuery::default() };
    [popular, newest]
}

/// Returns the query of the products below a product.
pub fn related_to(pro_id: i64) -> RelatedProductsQuery {
    RelatedProductsQuery { pro_id, limit: RELATED }
}

impl Page {
    /// Parses a path without language and without a slash at either end.
    pub fn parse(path: &str, query: &str) -> Option<Self> {
        let path = percent_decode_str(path).decode_utf8().ok()?;
        let params = Params::of_page(query);
        if let Some(path) = personal(&path) {
            return Some(Self::Personal { path });
        }
        let mut segments = path.split('/');
        let page = match (segments.next()?, segments.next()) {
            ("", None) => Self::Home,
            ("shop", None) => SearchQuery::parse_lenient(&params)
                .map_or_else(|| Self::Shop(ProductQuery::parse_lenient(&params)), Self::Search),
            ("shop", Some(id)) => Self::Product { pro_id: parse_id("pro_id", id).ok()? },
            ("collections", None) => Self::Collections,
            ("promotion", None) => Self::PromotionTypes,
            ("promotions", None) => Self::Promotions,
            ("promotion", Some(id)) => Self::PromotionsOfType { promo_type_id: parse_id("type", id).ok()? },
            ("sitemap", None) => Self::Sitemap,
            ("homeguru" | "investor", _) => Self::content(&path, &path)?,
            ("blogs", Some("news")) => Self::content(&path, path.strip_prefix("blogs/")?)?,
            (word, None) if CONTENT.contains(&word) => Self::content(word, word)?,
            (word, None) => {
                Self::Collection(CollectionQuery::parse_lenient(word.strip_prefix("by-")?, &params)?)
            }
            _ => return None,
        };
        let deepest = if path.starts_with("blogs/") { 3 } else { 2 };
        (path.split('/').count() <= deepest).then_some(page)
    }

    fn content(path: &str, slug: &str) -> Option<Self> {
        is_slug(slug).then(|| Self::Content { path: path.to_owned(), slug: slug.to_owned() })
    }

    /// Returns the queries that the page requires, besides the queries of every page.
    pub fn prefetch(&self) -> Vec<AnyQuery> {
        match self {
            Self::Home => {
                let [popular, newest] = home_lists();
                vec![Box::new(PromotionsQuery { promo_type_id: None }), Box::new(popular), Box::new(newest)]
            }
            Self::Shop(query) => {
                let list: AnyQuery = Box::new(query.clone());
                [list].into_iter().chain(query.filter.category.map(groups_of)).collect()
            }
            // The page itself shows that search is down and offers the categories.
            Self::Search(query) => query.category.map(groups_of).into_iter().collect(),
            Self::Product { pro_id } => {
                vec![Box::new(ProductByIdQuery { pro_id: *pro_id }), Box::new(related_to(*pro_id))]
            }
            Self::Collections => vec![Box::new(CollectionsQuery)],
            Self::Collection(query) => vec![Box::new(query.clone())],
            Self::PromotionTypes | Self::Promotions => {
                vec![Box::new(PromotionTypesQuery), Box::new(PromotionsQuery { promo_type_id: None })]
            }
            Self::PromotionsOfType { promo_type_id } => {
                let promo_type_id = Some(*promo_type_id);
                vec![Box::new(PromotionTypesQuery), Box::new(PromotionsQuery { promo_type_id })]
            }
            Self::Content { slug, .. } => vec![Box::new(ContentQuery { slug: slug.clone() })],
            Self::Sitemap => vec![Box::new(GroupsQuery { cat_id: None })],
            Self::Personal { .. } => Vec::new(),
        }
    }

    /// Returns the queries without which the page still works: lists below its content, and names of filters.
    pub fn prefetch_optional(&self) -> Vec<AnyQuery> {
        match self {
            Self::Shop(query) => {
                let facets: AnyQuery = Box::new(FacetsQuery(query.filter.clone()));
                let names = query
                    .filter
                    .promotion
                    .map(|_| -> AnyQuery { Box::new(PromotionsQuery { promo_type_id: None }) });
                [facets].into_iter().chain(names).collect()
            }
            Self::Search(query) => vec![Box::new(query.clone())],
            Self::Content { slug, .. } => match slug.split_once('/') {
                None if slug == "contact" || slug == "career" => vec![Box::new(BranchesQuery)],
                Some((list @ ("news" | "homeguru"), _)) => {
                    vec![Box::new(ContentQuery { slug: list.to_owned() })]
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Returns the path and query after the language, with only the parameters that the page depends on.
    pub fn url(&self) -> String {
        let address = match self {
            Self::Home => CanonicalUrl::new(""),
            Self::Shop(query) => return tail("/shop", query.address()),
            Self::Search(query) => return tail("/shop", query.address()),
            Self::Product { pro_id } => CanonicalUrl::new(format!("/shop/{pro_id}")),
            Self::Collections => CanonicalUrl::new("/collections"),
            Self::Collection(query) => return tail(&self.path(), query.address()),
            Self::PromotionTypes => CanonicalUrl::new("/promotion"),
            Self::Promotions => CanonicalUrl::new("/promotions"),
            Self::PromotionsOfType { promo_type_id } => {
                CanonicalUrl::new(format!("/promotion/{promo_type_id}"))
            }
            Self::Content { path, .. } => CanonicalUrl::new(format!("/{path}")),
            Self::Sitemap => CanonicalUrl::new("/sitemap"),
            Self::Personal { path } => CanonicalUrl::new(format!("/{path}")),
        };
        address.into_string()
    }

    /// Returns the canonical path after the language: without sorting and filters that show the same products.
    pub fn canonical(&self) -> String {
        match self {
            Self::Shop(query) => CanonicalUrl::new("/shop")
                .with("brand", query.filter.brand.as_ref())
                .with("category", query.filter.category)
                .with("group", query.filter.group)
                .with("page", Some(query.page).filter(|page| *page > 1))
                .with("promotion", query.filter.promotion)
                .into_string(),
            Self::Collection(query) => CanonicalUrl::new(self.path())
                .with("page", Some(query.page).filter(|page| *page > 1))
                .into_string(),
            _ => self.url(),
        }
    }

    /// Returns the URL for server-side rendering as the storefront's links write it, if the page is server-rendered.
    pub fn ssr_url(&self) -> Option<String> {
        match self {
            Self::Home
            | Self::Product { .. }
            | Self::PromotionTypes
            | Self::Promotions
            | Self::PromotionsOfType { .. } => Some(self.url()),
            Self::Shop(query) => Some(query.as_written("/shop").into_string()),
            _ => None,
        }
    }

    /// Whether the page is an article of the news or a guide.
    pub fn is_article(&self) -> bool {
        let Self::Content { slug, .. } = self else { return false };
        matches!(slug.split_once('/'), Some(("news" | "homeguru", _)))
    }

    /// Returns the key of this page in `preload.json`.
    pub fn chunk(&self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Shop(_) | Self::Search(_) => "shop",
            Self::Product { .. } => "product",
            Self::Collections => "collections",
            Self::Collection(_) => "collection",
            Self::PromotionTypes | Self::Promotions | Self::PromotionsOfType { .. } => "promotion",
            Self::Content { .. } => "content",
            Self::Sitemap => "sitemap",
            Self::Personal { path } => match *path {
                "account/login" => "login",
                "account/reset" => "reset",
                "account/register" => "register",
                "account/profile" => "profile",
                "account/orders" => "orders",
                "account/orders/{id}" => "order",
                "offline" => "offline",
                "checkout" => "checkout",
                "checkout/pay/{id}" => "pay",
                "checkout/thanks/{id}" => "thanks",
                STAFF => "staff",
                _ => "cart",
            },
        }
    }

    fn path(&self) -> String {
        match self {
            Self::Collection(query) => {
                let name =
                    percent_encoding::utf8_percent_encode(&query.name, heuan_edge_api::collection::PATH_PART);
                format!("/by-{name}")
            }
            _ => self.url(),
        }
    }
}

fn groups_of(cat_id: i64) -> AnyQuery {
    Box::new(GroupsQuery { cat_id: Some(cat_id) })
}

/// Returns the pattern of the personal page at `path`.
fn personal(path: &str) -> Option<&'static str> {
    if path.split('/').next() == Some(STAFF) && path.len() <= MAX_STAFF_LENGTH {
        return Some(STAFF);
    }
    let of_one = |pattern: &&str| {
        let id = pattern.strip_suffix("{id}").and_then(|start| path.strip_prefix(start));
        id.is_some_and(is_id)
    };
    let fixed = PERSONAL.into_iter().find(|personal| *personal == path);
    fixed.or_else(|| PERSONAL_OF_ONE.into_iter().find(of_one))
}

fn is_id(text: &str) -> bool {
    let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'~'));
    is_word && (1..=MAX_ID_LENGTH).contains(&text.len())
}

/// Returns `path` with the query of an API URL.
fn tail(path: &str, address: CanonicalUrl) -> String {
    let address = address.into_string();
    let query = address.split_once('?').map_or("", |(_, query)| query);
    format!("{path}?{query}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn urls(queries: &[AnyQuery]) -> Vec<String> {
        queries.iter().map(|query| query.url().into_string()).collect()
    }

    #[rstest]
    #[case("", "home")]
    #[case("shop", "shop")]
    #[case("shop/101002", "product")]
    #[case("collections", "collections")]
    #[case("by-popular", "collection")]
    #[case("by-%E0%BA%AB%E0%BA%B4%E0%BA%99", "collection")]
    #[case("promotion", "promotion")]
    #[case("promotion/1", "promotion")]
    #[case("promotions", "promotion")]
    #[case("blogs/news", "content")]
    #[case("blogs/news/1", "content")]
    #[case("homeguru/39", "content")]
    #[case("investor/ir-relations", "content")]
    #[case("privacy-policy", "content")]
    #[case("credits", "content")]
    #[case("sitemap", "sitemap")]
    #[case("account/login", "login")]
    #[case("account/reset", "reset")]
    #[case("account/orders", "orders")]
    #[case("account/orders/01K9-x_7", "order")]
    #[case("cart", "cart")]
    #[case("offline", "offline")]
    #[case("staff", "staff")]
    #[case("staff/100001", "staff")]
    #[case("staff/orders", "staff")]
    #[case("staff/orders/01K9-x_7", "staff")]
    #[case("staff/orders/print", "staff")]
    #[case("staff/orders/transfers", "staff")]
    #[case("staff/customers", "staff")]
    #[case("staff/customers/100001", "staff")]
    #[case("staff/people", "staff")]
    #[case("staff/audit", "staff")]
    #[case("staff/messages", "staff")]
    #[case("staff/outbox", "staff")]
    #[case("staff/news", "staff")]
    #[case("staff/templates", "staff")]
    #[case("staff/security", "staff")]
    #[case("staff/products", "staff")]
    #[case("staff/products/101002", "staff")]
    #[case("staff/content", "staff")]
    #[case("staff/content/promotion~3", "staff")]
    #[case("staff/nowhere/at/all", "staff")]
    #[case("checkout", "checkout")]
    #[case("checkout/pay/01K9", "pay")]
    #[case("checkout/thanks/01K9", "thanks")]
    fn specified_routes_are_pages(#[case] path: &str, #[case] chunk: &str) {
        assert_eq!(Page::parse(path, "").map(|page| page.chunk()), Some(chunk));
    }

    #[rstest]
    #[case("nowhere")]
    #[case("shop/abc")]
    #[case("shop/0")]
    #[case("shop/1/2")]
    #[case("shop//1")]
    #[case("by-")]
    #[case("blogs")]
    #[case("blogs/other")]
    #[case("blogs/news/1/2")]
    #[case("about/us")]
    #[case("homeguru/39/x")]
    #[case("investor/..")]
    #[case("account/orders/")]
    #[case("account/orders/a/b")]
    #[case("account/orders/..")]
    #[case("checkout/pay/<script>")]
    #[case("checkout/7")]
    #[case("/evil.example")]
    #[case("%ff")]
    fn unknown_path_has_no_route(#[case] path: &str) {
        assert_eq!(Page::parse(path, ""), None);
    }

    #[test]
    fn pages_of_the_back_office_are_one_page_whether_they_exist_or_not() {
        let urls = ["staff", "staff/orders", "staff/orders/01K9", "staff/nowhere"]
            .map(|path| Page::parse(path, "").unwrap().url());
        assert_eq!(urls, ["/staff"; 4]);
        assert_eq!(Page::parse("staffing", ""), None);
    }

    #[test]
    fn page_depends_only_on_its_own_parameters() {
        let page = Page::parse("shop", "utm_source=x&sort=newest&category=3&in_stock=maybe").unwrap();
        assert_eq!(page.url(), "/shop?category=3&limit=24&page=1&sort=newest");
        assert_eq!(page.canonical(), "/shop?category=3");
    }

    #[test]
    fn rendered_page_has_the_url_of_the_frontend_s_links() {
        let ssr_url = |query| Page::parse("shop", query).unwrap().ssr_url();
        assert_eq!(ssr_url("page=1&utm_source=x").as_deref(), Some("/shop"));
        assert_eq!(
            ssr_url("sort=newest&page=2&category=3").as_deref(),
            Some("/shop?category=3&page=2&sort=newest")
        );
        assert_eq!(ssr_url("q=saw"), None);
        assert_eq!(Page::parse("cart", "").unwrap().ssr_url(), None);
    }

    #[test]
    fn search_page_is_parsed_by_either_parameter_name() {
        let page = Page::parse("shop", "q=ຊີມັງ&category=1&utm_source=x").unwrap();
        assert_eq!(Some(&page), Page::parse("shop", "category=1&search=ຊີມັງ").as_ref());
        assert_eq!(urls(&page.prefetch()), ["/api/v1/group?cat_id=1"]);
        let [list] = &urls(&page.prefetch_optional())[..] else { panic!("a search has one optional query") };
        assert!(list.starts_with("/api/v1/search-product?category=1&"), "{list}");
    }

    /// Path and query as the frontend's links write them.
    fn as_written(page: &Page) -> String {
        match page {
            Page::Shop(query) => query.as_written("/shop").into_string(),
            Page::Search(query) => query.as_written("/shop").into_string(),
            Page::Collection(query) => query.as_written(&page.path()).into_string(),
            page => page.url(),
        }
    }

    /// The frontend's tests read the same table.
    #[test]
    fn odd_address_is_the_page_that_the_frontend_shows() {
        let table = include_str!("../../../frontend/src/features/catalog/shop/odd-queries.json");
        let table: Vec<(String, String)> = serde_json::from_str(table).unwrap();
        for (address, expected) in table {
            let address = if address.starts_with('/') { address } else { format!("/shop?{address}") };
            let (path, query) = address.split_once('?').unwrap_or((&address, ""));
            let page = Page::parse(path.trim_start_matches('/'), query).unwrap();
            assert_eq!(as_written(&page), expected, "{address}");
        }
    }

    #[test]
    fn order_id_is_not_in_the_rendered_page() {
        let page = Page::parse("account/orders/01K9", "").unwrap();
        assert_eq!(page, Page::parse("account/orders/01KA", "").unwrap());
        assert!(page.prefetch().is_empty());
        assert!(!page.url().contains("01K9"));
    }

    #[test]
    fn news_keep_their_url() {
        let page = Page::parse("blogs/news/1", "").unwrap();
        assert_eq!(urls(&page.prefetch()), ["/api/v1/content/news/1"]);
        assert_eq!(page.canonical(), "/blogs/news/1");
    }

    proptest! {
        #[test]
        fn any_path_is_parsed_without_panic(path in ".{0,60}", query in ".{0,60}") {
            if let Some(page) = Page::parse(&path, &query) {
                let _ = (page.prefetch(), page.prefetch_optional(), page.url(), page.canonical());
            }
        }
    }
}
