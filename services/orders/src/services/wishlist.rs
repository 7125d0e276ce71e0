//! Wishlist commands. Each change is one locked read-modify-write of the wishlist.

use std::sync::Arc;

use heuan_rpc::Error;
use heuan_runtime::clock::Clock;

use super::CartService;
use crate::{
    cart::CartView,
    clients::Catalog,
    config::Config,
    dependencies::Dependencies,
    store::Store,
    wishlist::{AddedAll, ItemView, Wishlist, add_all, view},
};

/// Application service of wishlists.
pub struct WishlistService {
    store: Store,
    catalog: Catalog,
    config: Arc<Config>,
    clock: Clock,
    cart: Arc<CartService>,
}

impl WishlistService {
    pub fn new(dependencies: &Dependencies, cart: Arc<CartService>) -> Self {
        let Dependencies { store, catalog, config, clock, .. } = dependencies.clone();
        Self { store, catalog, config, clock, cart }
    }

    pub async fn wishlist(&self, customer_id: i64) -> Result<Vec<ItemView>, Error> {
        let wishlist = self.store.wishlist(customer_id).await?;
        self.show_wishlist(customer_id, wishlist).await
    }

    pub async fn add_to_wishlist(&self, customer_id: i64, pro_id: i64) -> Result<Vec<ItemView>, Error> {
        let products = self.catalog.products(&[pro_id]).await?;
        let product = products.get(pro_id).ok_or_else(|| Error::not_found("no such product"))?;
        let mut turn = self.store.lock_wishlist(customer_id).await?;
        turn.wishlist.add(product, self.config.wishlist_items)?;
        let wishlist = turn.commit().await?;
        self.show_wishlist(customer_id, wishlist).await
    }

    pub async fn remove_from_wishlist(&self, customer_id: i64, pro_id: i64) -> Result<Vec<ItemView>, Error> {
        let mut turn = self.store.lock_wishlist(customer_id).await?;
        turn.wishlist.remove(pro_id);
        let wishlist = turn.commit().await?;
        self.show_wishlist(customer_id, wishlist).await
    }

    pub async fn clear_wishlist(&self, customer_id: i64) -> Result<Vec<ItemView>, Error> {
        let mut turn = self.store.lock_wishlist(customer_id).await?;
        turn.wishlist.0.clear();
        turn.commit().await?;
        Ok(Vec::new())
    }

    /// Adds one of each product on the wishlist to the cart, under one lock of the cart.
    pub async fn wishlist_to_cart(&self, customer_id: i64) -> Result<(CartView, AddedAll), Error> {
        let wishlist = self.store.wishlist(customer_id).await?;
        let mut ids = wishlist.ids();
        ids.extend(self.store.cart(customer_id).await?.ids());
        ids.sort_unstable();
        ids.dedup();
        let products = self.catalog.products(&ids).await?;
        let mut turn = self.store.lock_cart(customer_id).await?;
        let done = add_all(&wishlist, &mut turn.cart, self.config.cart_lines, &products, self.clock.now_ms());
        let cart = turn.commit().await?;
        Ok((self.cart.show(customer_id, cart, Some(products)).await?, done))
    }

    async fn show_wishlist(&self, customer_id: i64, wishlist: Wishlist) -> Result<Vec<ItemView>, Error> {
        let cart = self.store.cart(customer_id).await?;
        let products = self.catalog.products(&wishlist.ids()).await?;
        Ok(view(wishlist, &products, &cart))
    }
}
