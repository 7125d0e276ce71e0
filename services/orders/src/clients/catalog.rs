use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use heuan_proto::catalog::v1::{
    self as wire, catalog_service_client::CatalogServiceClient, stock_service_client::StockServiceClient,
};
use heuan_rpc::{Code, Error, Transport};

use crate::cart::Label;

/// The most products one call may name.
const MAX_BATCH: usize = 200;

/// A product as this service needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    pub pro_id: i64,
    /// None is not for sale.
    pub price: Option<i64>,
    pub original_price: Option<i64>,
    /// Free units, at most a second old; only a reservation is sure. None is not for sale.
    pub stock: Option<i64>,
    pub vatrate: i64,
    pub label: Label,
}

/// What a product can be bought for, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    pub price: i64,
    pub stock: i64,
}

/// What the catalog said about the products it was asked for.
#[derive(Clone, Debug, Default)]
pub struct Products {
    asked: HashSet<i64>,
    found: HashMap<i64, Product>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockLine {
    pub pro_id: i64,
    pub quantity: i64,
}

/// What a reservation stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    Held,
    Sold,
    /// It ran out, was released, or was taken back.
    Over,
}

impl Product {
    pub fn offer(&self) -> Option<Offer> {
        Some(Offer { price: self.price?, stock: self.stock? })
    }
}

impl Products {
    /// None when there is no such product, or it was not asked for.
    pub fn get(&self, pro_id: i64) -> Option<&Product> {
        self.found.get(&pro_id)
    }

    /// Whether the catalog was asked for all of `ids`.
    pub fn cover(&self, ids: &[i64]) -> bool {
        ids.iter().all(|id| self.asked.contains(id))
    }
}

impl FromIterator<Product> for Products {
    fn from_iter<T: IntoIterator<Item = Product>>(products: T) -> Self {
        let found: HashMap<i64, Product> = products.into_iter().map(|it| (it.pro_id, it)).collect();
        Self { asked: found.keys().copied().collect(), found }
    }
}

/// The catalog: products by id, and its stock.
#[derive(Clone)]
pub struct Catalog {
    products: CatalogServiceClient<Transport>,
    stock: StockServiceClient<Transport>,
    /// What the catalog last said of itself.
    only_demo: Arc<AtomicBool>,
}

impl Catalog {
    pub fn new(transport: Transport) -> Self {
        Self {
            products: CatalogServiceClient::new(transport.clone()),
            stock: StockServiceClient::new(transport),
            only_demo: Arc::new(AtomicBool::new(true)),
        }
    }

    /// The products of `ids` that there are: one call for any number up to 200, and none for none.
    pub async fn products(&self, ids: &[i64]) -> Result<Products, Error> {
        let mut products = Products { asked: ids.iter().copied().collect(), ..Products::default() };
        for ids in ids.chunks(MAX_BATCH) {
            let request = wire::BatchGetProductsRequest { pro_ids: ids.to_vec() };
            let answer = self.products.clone().batch_get_products(request).await?.into_inner();
            self.only_demo.store(answer.only_demo, Ordering::Relaxed);
            products.found.extend(answer.products.into_iter().map(|it| (it.pro_id, it.into())));
        }
        Ok(products)
    }

    /// Units that are not sold yet, held ones included, by product.
    pub async fn on_hand(&self, ids: &[i64]) -> Result<HashMap<i64, i64>, Error> {
        let mut on_hand = HashMap::with_capacity(ids.len());
        for ids in ids.chunks(MAX_BATCH) {
            let request = wire::BatchGetStockRequest { pro_ids: ids.to_vec() };
            let answer = self.stock.clone().batch_get_stock(request).await?.into_inner();
            on_hand.extend(answer.stocks.into_iter().map(|it| (it.pro_id, it.available + it.reserved)));
        }
        Ok(on_hand)
    }

    /// Whether nothing but the demo catalog had been imported when products were last fetched.
    pub fn was_only_demo(&self) -> bool {
        self.only_demo.load(Ordering::Relaxed)
    }

    /// Whether nothing but the demo catalog has been imported.
    pub async fn is_only_demo(&self) -> Result<bool, Error> {
        // Any product: the answer says it whether the product exists or not.
        self.products(&[1]).await?;
        Ok(self.was_only_demo())
    }

    /// Holds every line under `id` or none, and says what the id stands for now.
    pub async fn reserve(&self, id: &str, lines: &[StockLine], ttl_ms: i64) -> Result<Hold, Error> {
        let request = wire::ReserveStockRequest {
            reservation_id: id.to_owned(),
            lines: lines
                .iter()
                .map(|line| wire::StockLine { pro_id: line.pro_id, quantity: line.quantity })
                .collect(),
            ttl_ms,
        };
        let answer = self.stock.clone().reserve_stock(request).await?.into_inner();
        Ok(match answer.reservation.map(|it| it.state()).unwrap_or_default() {
            wire::ReservationState::Held => Hold::Held,
            wire::ReservationState::Committed => Hold::Sold,
            _ => Hold::Over,
        })
    }

    /// Sells what is held under `id`. False when the hold is over.
    pub async fn commit(&self, id: &str) -> Result<bool, Error> {
        let request = wire::CommitReservationRequest { reservation_id: id.to_owned() };
        match self.stock.clone().commit_reservation(request).await.map_err(Error::from) {
            Ok(_) => Ok(true),
            Err(error) if error.code == Code::Conflict || error.code == Code::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Ends the hold under `id`, or takes back what was sold by it.
    pub async fn release(&self, id: &str) -> Result<(), Error> {
        let request = wire::ReleaseReservationRequest { reservation_id: id.to_owned() };
        match self.stock.clone().release_reservation(request).await.map_err(Error::from) {
            Ok(_) => Ok(()),
            Err(error) if error.code == Code::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }
}

impl From<wire::Product> for Product {
    fn from(from: wire::Product) -> Self {
        Self {
            pro_id: from.pro_id,
            price: from.price,
            original_price: from.original_price,
            stock: from.stock,
            vatrate: from.vatrate,
            label: Label {
                name_la: from.name_la,
                name_en: from.name_en,
                img_cover: from.img_cover,
                unit_la: from.unit_la,
                unit_en: from.unit_en,
            },
        }
    }
}
