//! In-memory services that count calls, and fail on demand.

use std::{
    collections::BTreeMap,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use futures::{Stream, StreamExt as _};
use heuan_proto::{
    branches::v1 as branches,
    catalog::v1::{self as catalog, *},
};
use tokio::sync::broadcast;
use tokio_stream::wrappers::BroadcastStream;
use tonic::{Request, Response, Status, service::Routes};

use crate::staff_imports_fake::FakeImports;

type GrpcResult<T> = Result<Response<T>, Status>;

#[derive(Clone)]
pub struct Fake(Arc<Inner>);

struct Inner {
    products: Mutex<BTreeMap<i64, ProductDetail>>,
    calls: Mutex<Vec<&'static str>>,
    down: AtomicBool,
    unwritten: AtomicBool,
    branches_down: AtomicBool,
    banner: Mutex<String>,
    imports: FakeImports,
    events: broadcast::Sender<Result<WatchProductsResponse, Status>>,
}

pub fn product(pro_id: i64, name: &str, price: i64) -> ProductDetail {
    let product = Product {
        pro_id,
        cat_id: 1,
        prog_id: 101,
        name_la: format!("{name} ລາວ"),
        name_en: name.to_owned(),
        img_cover: format!("products/{pro_id}.png"),
        price: Some(price),
        original_price: Some(price + 1000),
        stock: Some(7),
        vatrate: 10,
        brand: "Hinphet".to_owned(),
        revision: pro_id,
        ..Product::default()
    };
    ProductDetail {
        product: Some(product),
        description_la: "ຄຳອະທິບາຍ".to_owned(),
        description_en: format!("About {name}"),
        attributes_json: r#"{"weight_kg": 50, "colour": {"la": "ແດງ", "en": "red"}}"#.to_owned(),
    }
}

#[allow(clippy::unnecessary_wraps, reason = "as messages want it")]
fn text(la: &str, en: &str) -> Option<Text> {
    Some(Text { la: la.to_owned(), en: en.to_owned() })
}

impl Fake {
    pub fn new() -> Self {
        let products = (1..=25).map(|id| (id, product(id, &format!("Cement {id}"), 1000 * id))).collect();
        Self(Arc::new(Inner {
            products: Mutex::new(products),
            calls: Mutex::default(),
            down: AtomicBool::new(false),
            unwritten: AtomicBool::new(false),
            branches_down: AtomicBool::new(false),
            banner: Mutex::default(),
            imports: FakeImports::default(),
            events: broadcast::channel(100).0,
        }))
    }

    pub fn routes(&self) -> Routes {
        Routes::new(catalog_service_server::CatalogServiceServer::new(self.clone()))
            .add_service(content_service_server::ContentServiceServer::new(self.clone()))
            .add_service(catalog_import_service_server::CatalogImportServiceServer::new(
                self.imports().clone(),
            ))
            .add_service(branches::branches_service_server::BranchesServiceServer::new(self.clone()))
            .add_service(branches::weather_service_server::WeatherServiceServer::new(self.clone()))
    }

    /// The calls for imports and exports.
    pub fn imports(&self) -> &FakeImports {
        &self.0.imports
    }

    /// Changes a product, and notifies watches.
    pub fn put(&self, detail: ProductDetail) {
        let pro_id = detail.product.as_ref().unwrap().pro_id;
        self.products().insert(pro_id, detail.clone());
        let event = WatchProductsResponse { revision: 1000, changed: vec![detail], ..Default::default() };
        // There may be no watch.
        let _ = self.0.events.send(Ok(event));
    }

    pub fn remove(&self, pro_id: i64) {
        self.products().remove(&pro_id);
        let event =
            WatchProductsResponse { revision: 1001, removed_pro_ids: vec![pro_id], ..Default::default() };
        let _ = self.0.events.send(Ok(event));
    }

    /// Notifies watches without a change.
    pub fn stir(&self) {
        let sections = vec!["content".to_owned()];
        let event =
            WatchProductsResponse { revision: 1002, changed_sections: sections, ..Default::default() };
        let _ = self.0.events.send(Ok(event));
    }

    /// From now on every call fails, and the watch breaks.
    pub fn set_down(&self, down: bool) {
        self.0.down.store(down, Ordering::SeqCst);
        if down {
            let _ = self.0.events.send(Err(Status::unavailable("down")));
        }
    }

    /// Sets the banner of the active promotion.
    pub fn hang(&self, banner: &str) {
        banner.clone_into(&mut self.0.banner.lock().unwrap());
    }

    pub fn set_branches_down(&self, down: bool) {
        self.0.branches_down.store(down, Ordering::SeqCst);
    }

    /// Removes all operator content: menu, company, pages.
    pub fn unwrite(&self) {
        self.0.unwritten.store(true, Ordering::SeqCst);
        self.stir();
    }

    fn is_unwritten(&self) -> bool {
        self.0.unwritten.load(Ordering::SeqCst)
    }

    /// The calls since the last time.
    pub fn take_calls(&self) -> Vec<&'static str> {
        std::mem::take(&mut *self.0.calls.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn products(&self) -> std::sync::MutexGuard<'_, BTreeMap<i64, ProductDetail>> {
        self.0.products.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, call: &'static str) -> Result<(), Status> {
        self.0.calls.lock().unwrap_or_else(PoisonError::into_inner).push(call);
        if self.0.down.load(Ordering::SeqCst) { Err(Status::unavailable("down")) } else { Ok(()) }
    }

    fn all(&self) -> Vec<Product> {
        self.products().values().filter_map(|detail| detail.product.clone()).collect()
    }
}

fn category() -> Category {
    Category {
        cat_id: 1,
        name_la: "ວັດສະດຸກໍ່ສ້າງ".to_owned(),
        name_en: "Building Materials".to_owned(),
        img: "categories/1.png".to_owned(),
        product_count: 25,
    }
}

fn group() -> Group {
    Group {
        prog_id: 101,
        cat_id: 1,
        name_la: "ຊີມັງ".to_owned(),
        name_en: "Cement".to_owned(),
        product_count: 25,
    }
}

fn collection(name: &str) -> Collection {
    Collection {
        name: name.to_owned(),
        title_la: "ຂາຍດີ".to_owned(),
        title_en: "Best sellers".to_owned(),
        image: String::new(),
        product_count: 25,
    }
}

#[tonic::async_trait]
impl catalog_service_server::CatalogService for Fake {
    async fn list_categories(&self, _: Request<ListCategoriesRequest>) -> GrpcResult<ListCategoriesResponse> {
        self.count("ListCategories")?;
        Ok(Response::new(ListCategoriesResponse { categories: vec![category()] }))
    }

    async fn list_groups(&self, request: Request<ListGroupsRequest>) -> GrpcResult<ListGroupsResponse> {
        self.count("ListGroups")?;
        let wanted = request.into_inner().cat_ids;
        let of_wanted = [group()].into_iter().filter(|one| wanted.is_empty() || wanted.contains(&one.cat_id));
        let empty = Group { prog_id: 102, name_en: "Sand".to_owned(), product_count: 0, ..group() };
        let groups = of_wanted.flat_map(|one| [one, empty.clone()]).collect();
        Ok(Response::new(ListGroupsResponse { groups }))
    }

    async fn list_products(&self, request: Request<ListProductsRequest>) -> GrpcResult<ListProductsResponse> {
        self.count("ListProducts")?;
        let ListProductsRequest { page, limit, filter, .. } = request.into_inner();
        let min = filter.and_then(|filter| filter.min_price).unwrap_or(0);
        let all: Vec<Product> = self.all().into_iter().filter(|one| one.price >= Some(min)).collect();
        let skip = (page as usize - 1) * limit as usize;
        let products = all.iter().skip(skip).take(limit as usize).cloned().collect();
        Ok(Response::new(ListProductsResponse { products, total: all.len() as i64 }))
    }

    async fn get_product_facets(
        &self,
        request: Request<GetProductFacetsRequest>,
    ) -> GrpcResult<GetProductFacetsResponse> {
        self.count("GetProductFacets")?;
        let min = request.into_inner().filter.and_then(|filter| filter.min_price).unwrap_or(0);
        let prices: Vec<i64> = self.all().iter().filter_map(|one| one.price).collect();
        let count = prices.iter().filter(|price| **price >= min).count() as i64;
        let facets = ProductFacets {
            categories: vec![FacetCount { id: 1, count }],
            groups: vec![FacetCount { id: 101, count }],
            brands: vec![BrandCount { brand: "Hinphet".to_owned(), count }],
            min_price: prices.iter().min().copied(),
            max_price: prices.iter().max().copied(),
            in_stock: count,
            on_sale: 0,
        };
        Ok(Response::new(GetProductFacetsResponse { facets: Some(facets) }))
    }

    async fn batch_get_products(
        &self,
        request: Request<BatchGetProductsRequest>,
    ) -> GrpcResult<BatchGetProductsResponse> {
        self.count("BatchGetProducts")?;
        let products = self.products();
        let of = |id: &i64| products.get(id).and_then(|detail| detail.product.clone());
        let products = request.into_inner().pro_ids.iter().filter_map(of).collect();
        Ok(Response::new(BatchGetProductsResponse { products, only_demo: true }))
    }

    async fn get_product(&self, request: Request<GetProductRequest>) -> GrpcResult<GetProductResponse> {
        self.count("GetProduct")?;
        let product = self.products().get(&request.into_inner().pro_id).cloned();
        let product = product.ok_or_else(|| Status::not_found("no such product"))?;
        Ok(Response::new(GetProductResponse {
            product: Some(product),
            category: Some(category()),
            group: Some(group()),
        }))
    }

    async fn list_related_products(
        &self,
        request: Request<ListRelatedProductsRequest>,
    ) -> GrpcResult<ListRelatedProductsResponse> {
        self.count("ListRelatedProducts")?;
        let ListRelatedProductsRequest { pro_id, limit } = request.into_inner();
        if !self.products().contains_key(&pro_id) {
            return Err(Status::not_found("no such product"));
        }
        Ok(Response::new(ListRelatedProductsResponse {
            products: self
                .all()
                .into_iter()
                .filter(|one| one.pro_id != pro_id)
                .take(limit as usize)
                .collect(),
        }))
    }

    async fn list_collections(
        &self,
        _: Request<ListCollectionsRequest>,
    ) -> GrpcResult<ListCollectionsResponse> {
        self.count("ListCollections")?;
        Ok(Response::new(ListCollectionsResponse { collections: vec![collection("popular")] }))
    }

    async fn get_collection(
        &self,
        request: Request<GetCollectionRequest>,
    ) -> GrpcResult<GetCollectionResponse> {
        self.count("GetCollection")?;
        let request = request.into_inner();
        if request.name != "popular" {
            return Err(Status::not_found("no such collection"));
        }
        let products: Vec<Product> = self.all().into_iter().take(request.limit as usize).collect();
        Ok(Response::new(GetCollectionResponse {
            collection: Some(collection("popular")),
            total: products.len() as i64,
            products,
        }))
    }

    async fn list_promotion_types(
        &self,
        _: Request<ListPromotionTypesRequest>,
    ) -> GrpcResult<ListPromotionTypesResponse> {
        self.count("ListPromotionTypes")?;
        let kind = catalog::PromotionType {
            promo_type_id: 1,
            name_la: "ຫຼຸດລາຄາ".to_owned(),
            name_en: "Monthly deals".to_owned(),
        };
        let idle =
            catalog::PromotionType { promo_type_id: 5, name_en: "Clearance".to_owned(), ..kind.clone() };
        Ok(Response::new(ListPromotionTypesResponse { types: vec![kind, idle] }))
    }

    async fn list_promotions(
        &self,
        request: Request<ListPromotionsRequest>,
    ) -> GrpcResult<ListPromotionsResponse> {
        self.count("ListPromotions")?;
        let ListPromotionsRequest { promo_type_id, products_each, .. } = request.into_inner();
        let each = products_each as usize;
        let promotion = Promotion {
            promo_id: 9,
            promo_type_id: 1,
            title_en: "Paint".to_owned(),
            ends: "2026-11-30".to_owned(),
            banner: self.0.banner.lock().unwrap().clone(),
            product_count: 25,
            products: self.all().into_iter().take(each).collect(),
            ..Promotion::default()
        };
        let runs = promo_type_id.is_none_or(|wanted| wanted == promotion.promo_type_id);
        Ok(Response::new(ListPromotionsResponse {
            promotions: runs.then_some(promotion).into_iter().collect(),
        }))
    }

    type WatchProductsStream = Pin<Box<dyn Stream<Item = Result<WatchProductsResponse, Status>> + Send>>;

    async fn watch_products(
        &self,
        _: Request<WatchProductsRequest>,
    ) -> GrpcResult<Self::WatchProductsStream> {
        self.count("WatchProducts")?;
        let live = BroadcastStream::new(self.0.events.subscribe());
        let changed = self.products().values().cloned().collect();
        let first = WatchProductsResponse { revision: 25, changed, ..Default::default() };
        let listed = WatchProductsResponse { revision: 25, snapshot_complete: true, ..Default::default() };
        let live = live.map(|event| event.unwrap_or_else(|_| Err(Status::data_loss("too slow"))));
        let events = futures::stream::iter([Ok(first), Ok(listed)]).chain(live);
        Ok(Response::new(Box::pin(events)))
    }
}

const PAGES: [&str; 9] = [
    "about",
    "career",
    "contact",
    "homeguru",
    "homeguru/39",
    "investor",
    "investor/ir-relations",
    "news",
    "news/1",
];

#[tonic::async_trait]
impl content_service_server::ContentService for Fake {
    async fn get_storefront(&self, _: Request<GetStorefrontRequest>) -> GrpcResult<GetStorefrontResponse> {
        self.count("GetStorefront")?;
        if self.is_unwritten() {
            return Ok(Response::new(GetStorefrontResponse::default()));
        }
        let leaf = MenuItem {
            id: 2,
            label: text("ໂປຣ", "Deals"),
            href: "/promotion/1".to_owned(),
            ..Default::default()
        };
        let menu = MenuItem {
            id: 1,
            label: text("ຮ້ານ", "Shop"),
            href: "#".to_owned(),
            children: vec![leaf],
            ..Default::default()
        };
        let banner = Banner {
            id: 1,
            image: "banners/1.png".to_owned(),
            title: text("ສີ", "Paint"),
            href: "/shop".to_owned(),
        };
        let company = Company {
            name: "Heuan".to_owned(),
            legal_name: text("ເຮືອນ", "Heuan Ltd"),
            address: text("ບ້ານໂພນທັນ", "Phonthan Village"),
            hotline: "020 0000 1234".to_owned(),
            customer_service: "021 000 1235".to_owned(),
            points_per_kip: 200_000,
            social: vec![NamedLink {
                name: "facebook".to_owned(),
                url: "https://facebook.example/heuan".to_owned(),
            }],
            ..Default::default()
        };
        Ok(Response::new(GetStorefrontResponse {
            menu: vec![menu],
            messages: vec![Message { text: text("ຍິນດີ", "Welcome"), href: String::new() }],
            hero: Some(Hero {
                title: text("ເຮືອນດີ", "A good home"),
                text: None,
                tiles: vec![HeroTile {
                    image: "banners/1.png".to_owned(),
                    title: text("ສີ", "Paint"),
                    href: "/shop?category=3".to_owned(),
                    ..Default::default()
                }],
            }),
            banners: vec![banner],
            company: Some(company),
            popular_searches: vec![PopularSearch { text: "ຊີມັງ".to_owned(), count: 0 }],
            // The last page has no link.
            page_slugs: PAGES
                .into_iter()
                .filter(|slug| !slug.ends_with(char::is_numeric))
                .chain(["zebra"])
                .map(Into::into)
                .collect(),
        }))
    }

    async fn get_page(&self, request: Request<GetPageRequest>) -> GrpcResult<GetPageResponse> {
        self.count("GetPage")?;
        let slug = request.into_inner().slug;
        if self.is_unwritten() || !PAGES.contains(&slug.as_str()) {
            return Err(Status::not_found("no such page"));
        }
        let is_article = slug.contains("/1");
        let page = Page {
            slug,
            image: if is_article { "news/1.jpg".to_owned() } else { String::new() },
            date: if is_article { "2026-11-02".to_owned() } else { String::new() },
            title: text("ກ່ຽວກັບ", "About us"),
            paragraphs: text("ວັກໜຶ່ງ", "First paragraph").into_iter().collect(),
            ..Default::default()
        };
        Ok(Response::new(GetPageResponse { page: Some(page) }))
    }

    async fn list_pages(&self, _: Request<ListPagesRequest>) -> GrpcResult<ListPagesResponse> {
        self.count("ListPages")?;
        let pages = ["about", "news/1"].map(|slug| PageLink { slug: slug.to_owned(), ..Default::default() });
        Ok(Response::new(ListPagesResponse { pages: pages.into() }))
    }
}

#[tonic::async_trait]
impl branches::branches_service_server::BranchesService for Fake {
    async fn list_branches(
        &self,
        _: Request<branches::ListBranchesRequest>,
    ) -> GrpcResult<branches::ListBranchesResponse> {
        self.count("ListBranches")?;
        if self.0.branches_down.load(Ordering::SeqCst) {
            return Err(Status::unavailable("branches are down"));
        }
        let branch = branches::Branch {
            b_id: 1,
            b_code: "HQ01".to_owned(),
            b_name_eng: "Vientiane HQ".to_owned(),
            b_f_phone: "020 0000 101".to_owned(),
            lat: Some(17.98),
            lng: None,
            b_show_map: true,
            ..Default::default()
        };
        Ok(Response::new(branches::ListBranchesResponse { branches: vec![branch] }))
    }
}

#[tonic::async_trait]
impl branches::weather_service_server::WeatherService for Fake {
    async fn list_weather(
        &self,
        _: Request<branches::ListWeatherRequest>,
    ) -> GrpcResult<branches::ListWeatherResponse> {
        self.count("ListWeather")?;
        if self.0.branches_down.load(Ordering::SeqCst) {
            return Err(Status::unavailable("branches are down"));
        }
        let weather = branches::Weather {
            branch_id: 1,
            branch_name_en: "Vientiane HQ".to_owned(),
            city_name_la: "ວຽງຈັນ".to_owned(),
            city_name_en: "Vientiane".to_owned(),
            temperature: 31.4,
            feels_like: 35.0,
            humidity: 58.0,
            wind_speed: 1.8,
            condition: branches::WeatherCondition::FewClouds.into(),
            is_day: false,
            read_at: 1_795_237_200_000,
            ..Default::default()
        };
        let estimated = branches::Weather { branch_id: 2, estimated: true, ..Default::default() };
        Ok(Response::new(branches::ListWeatherResponse { weather: vec![weather, estimated] }))
    }
}
