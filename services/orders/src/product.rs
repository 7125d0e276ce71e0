//! Products as carts, wishlists and orders use them: price, stock and label, and units of a reservation.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

/// Data shown for a product that the catalog no longer has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    pub name_la: String,
    pub name_en: String,
    pub img_cover: String,
    pub unit_la: String,
    pub unit_en: String,
}

/// The product fields needed by this service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    pub pro_id: i64,
    /// `None` if not for sale.
    pub price: Option<i64>,
    pub original_price: Option<i64>,
    /// Available units, at most a second old; only a reservation is reliable. `None` if not for sale.
    pub stock: Option<i64>,
    pub vatrate: i64,
    pub label: Label,
}

/// Price and stock of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    pub price: i64,
    pub stock: i64,
}

/// The catalog's response for the requested products.
#[derive(Clone, Debug, Default)]
pub struct Products {
    asked: HashSet<i64>,
    found: HashMap<i64, Product>,
}

/// Units of a product in the stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockLine {
    pub pro_id: i64,
    pub quantity: i64,
}

impl Product {
    pub fn offer(&self) -> Option<Offer> {
        Some(Offer { price: self.price?, stock: self.stock? })
    }
}

impl Products {
    /// The response for `ids`, without a product yet.
    pub fn requested(ids: &[i64]) -> Self {
        Self { asked: ids.iter().copied().collect(), ..Self::default() }
    }

    /// Adds products of the response.
    pub fn add(&mut self, products: impl IntoIterator<Item = Product>) {
        self.found.extend(products.into_iter().map(|it| (it.pro_id, it)));
    }

    /// `None` if the product does not exist, or was not requested.
    pub fn get(&self, pro_id: i64) -> Option<&Product> {
        self.found.get(&pro_id)
    }

    /// Whether all products in `ids` were requested from the catalog.
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
