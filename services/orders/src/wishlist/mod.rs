//! Wishlist rules: the list, and adding all of it to the cart.

use heuan_rpc::Error;
use serde::{Deserialize, Serialize};

use crate::{
    cart::Cart,
    product::{Label, Product, Products},
};

/// Maximum of `orders.wishlist_items`.
pub const MAX_ITEMS: usize = 200;

/// Newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Wishlist(pub Vec<WishlistItem>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WishlistItem {
    pub pro_id: i64,
    pub label: Label,
}

impl Wishlist {
    /// Adds a product in front, up to `max_items`. An existing product keeps its position.
    pub fn add(&mut self, product: &Product, max_items: usize) -> Result<(), Error> {
        if self.0.iter().any(|item| item.pro_id == product.pro_id) {
            return Ok(());
        }
        if self.0.len() >= max_items {
            return Err(Error::conflict("wishlist_full", format!("a wishlist holds {max_items} products")));
        }
        self.0.insert(0, WishlistItem { pro_id: product.pro_id, label: product.label.clone() });
        Ok(())
    }

    pub fn remove(&mut self, pro_id: i64) {
        self.0.retain(|item| item.pro_id != pro_id);
    }

    pub fn ids(&self) -> Vec<i64> {
        self.0.iter().map(|item| item.pro_id).collect()
    }
}

/// The displayed wishlist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemView {
    pub pro_id: i64,
    pub label: Label,
    pub price: Option<i64>,
    pub original_price: Option<i64>,
    pub stock: i64,
    pub in_cart: bool,
}

pub fn view(wishlist: Wishlist, products: &Products, cart: &Cart) -> Vec<ItemView> {
    let show = |item: WishlistItem| {
        let product = products.get(item.pro_id);
        let offer = product.and_then(Product::offer);
        ItemView {
            pro_id: item.pro_id,
            label: product.map_or(item.label, |product| product.label.clone()),
            price: offer.map(|offer| offer.price),
            original_price: product.and_then(|product| product.original_price),
            stock: offer.map_or(0, |offer| offer.stock.max(0)),
            in_cart: cart.line(item.pro_id).is_some(),
        }
    };
    wishlist.0.into_iter().map(show).collect()
}

/// Reason why an item was not added to the cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    OutOfStock,
    InCart,
    NotForSale,
    CartFull,
}

/// Result of adding everything to the cart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddedAll {
    pub added: Vec<i64>,
    pub skipped: Vec<(i64, Skip)>,
}

/// Adds one of each to `cart`, up to `max_lines` lines; oldest first, so that the cart has the order of the
/// wishlist.
pub fn add_all(
    wishlist: &Wishlist,
    cart: &mut Cart,
    max_lines: usize,
    products: &Products,
    now: i64,
) -> AddedAll {
    let mut done = AddedAll::default();
    for item in wishlist.0.iter().rev() {
        let pro_id = item.pro_id;
        let product = products.get(pro_id);
        let skip = match product.and_then(Product::offer) {
            None => Some(Skip::NotForSale),
            Some(_) if cart.line(pro_id).is_some() => Some(Skip::InCart),
            Some(offer) if offer.stock <= 0 => Some(Skip::OutOfStock),
            Some(_) if cart.lines.len() >= max_lines => Some(Skip::CartFull),
            Some(_) => None,
        };
        match (skip, product) {
            // All reasons for a refusal were checked above.
            (None, Some(product)) if cart.add(product, 1, max_lines, now).is_ok() => done.added.push(pro_id),
            (skip, _) => done.skipped.push((pro_id, skip.unwrap_or(Skip::NotForSale))),
        }
    }
    done
}
