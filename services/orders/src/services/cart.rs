//! Cart commands. Each does one product lookup and one locked read-modify-write of the cart.

use std::sync::Arc;

use heuan_rpc::Error;
use heuan_runtime::clock::Clock;

use crate::{
    cart::{Cart, CartLimits, CartView, RepeatedLine, Set, check_quantity, repeat},
    clients::Catalog,
    config::Config,
    dependencies::Dependencies,
    product::Products,
    quoted_prices::QuotedPrices,
    store::{IdempotentAdd, Store},
};

/// Application service of carts.
pub struct CartService {
    store: Store,
    catalog: Catalog,
    config: Arc<Config>,
    clock: Clock,
}

impl CartService {
    pub fn new(dependencies: &Dependencies) -> Self {
        let Dependencies { store, catalog, config, clock, .. } = dependencies.clone();
        Self { store, catalog, config, clock }
    }

    pub async fn cart(&self, customer_id: i64) -> Result<CartView, Error> {
        let (cart, quoted) = self.store.cart_and_quoted_prices(customer_id).await?;
        self.view(cart, None, &quoted).await
    }

    /// Adds units of a product, once for each idempotency key if there is one.
    pub async fn add_to_cart(
        &self,
        customer_id: i64,
        pro_id: i64,
        quantity: i64,
        idempotency_key: &str,
    ) -> Result<CartView, Error> {
        check_quantity(quantity)?;
        check_idempotency_key(idempotency_key)?;
        let (products, quoted) = self.products_of_cart(customer_id, pro_id).await?;
        let product = products.get(pro_id).ok_or_else(|| Error::not_found("no such product"))?;
        let mut turn = self.store.lock_cart(customer_id).await?;
        let now = self.clock.now_ms();
        let add = IdempotentAdd { idempotency_key, pro_id, quantity };
        if turn.record_idempotency_key(&add, self.config.cart_key_limit(), now).await? {
            turn.cart.add(product, quantity, self.config.cart_lines, now)?;
            let units = turn.cart.line(pro_id).map_or(0, |line| line.quantity);
            self.config.limits.check_quantity(pro_id, units)?;
        }
        let cart = turn.commit().await?;
        self.view(cart, Some(products), &quoted).await
    }

    /// Adds the goods of an order of the customer, once for each idempotency key if there is one. Returns the cart, and the
    /// units that were added of each line.
    pub async fn order_to_cart(
        &self,
        customer_id: i64,
        order_id: &str,
        idempotency_key: &str,
    ) -> Result<(CartView, Vec<RepeatedLine>), Error> {
        check_idempotency_key(idempotency_key)?;
        let order = self.store.order(customer_id, order_id).await?;
        let order = order.ok_or_else(|| Error::not_found("no such order"))?;
        let mut ids = self.store.cart(customer_id).await?.ids();
        ids.extend(order.body.lines.iter().map(|line| line.pro_id));
        ids.sort_unstable();
        ids.dedup();
        let products = self.catalog.products(&ids).await?;
        let mut turn = self.store.lock_cart(customer_id).await?;
        let lines = if let Some(lines) = turn.repeated_lines(idempotency_key, order_id).await? {
            lines
        } else {
            let now = self.clock.now_ms();
            let lines = repeat(&order.body.lines, &mut turn.cart, &products, self.cart_limits(), now);
            let keys = self.config.cart_key_limit();
            turn.record_repeated_lines(idempotency_key, order_id, &lines, keys, now).await?;
            lines
        };
        let cart = turn.commit().await?;
        Ok((self.show(customer_id, cart, Some(products)).await?, lines))
    }

    fn cart_limits(&self) -> CartLimits {
        CartLimits { max_lines: self.config.cart_lines, line_quantity: self.config.limits.line_quantity }
    }

    /// Sets the units of a line. Returns the cart, and whether another device has changed the line, in which
    /// case nothing was done.
    pub async fn set_in_cart(
        &self,
        customer_id: i64,
        pro_id: i64,
        quantity: i64,
        version: Option<i64>,
    ) -> Result<(CartView, bool), Error> {
        check_quantity(quantity)?;
        self.config.limits.check_quantity(pro_id, quantity)?;
        let (products, quoted) = self.products_of_cart(customer_id, pro_id).await?;
        let mut turn = self.store.lock_cart(customer_id).await?;
        let set = turn.cart.set(pro_id, products.get(pro_id), quantity, version)?;
        let cart = turn.commit().await?;
        Ok((self.view(cart, Some(products), &quoted).await?, set == Set::Elsewhere))
    }

    pub async fn remove_from_cart(&self, customer_id: i64, pro_id: i64) -> Result<CartView, Error> {
        let mut turn = self.store.lock_cart(customer_id).await?;
        turn.cart.remove(pro_id);
        let cart = turn.commit().await?;
        self.show(customer_id, cart, None).await
    }

    pub async fn clear_cart(&self, customer_id: i64) -> Result<CartView, Error> {
        let mut turn = self.store.lock_cart(customer_id).await?;
        turn.cart.clear();
        let cart = turn.commit().await?;
        self.show(customer_id, cart, None).await
    }

    /// Fetches the product of a command and those of the existing lines in one call, and the prices shown to the customer by
    /// quotes.
    async fn products_of_cart(
        &self,
        customer_id: i64,
        pro_id: i64,
    ) -> Result<(Products, QuotedPrices), Error> {
        let (cart, quoted) = self.store.cart_and_quoted_prices(customer_id).await?;
        let mut ids = cart.ids();
        if !ids.contains(&pro_id) {
            ids.push(pro_id);
        }
        Ok((self.catalog.products(&ids).await?, quoted))
    }

    /// Renders `cart` as [`Self::view`] does, with the prices shown to the customer by quotes.
    pub(crate) async fn show(
        &self,
        customer_id: i64,
        cart: Cart,
        products: Option<Products>,
    ) -> Result<CartView, Error> {
        let quoted = self.store.quoted_prices(customer_id).await?;
        self.view(cart, products, &quoted).await
    }

    /// Renders `cart` with the fetched products; fetches again if another device has added one.
    async fn view(
        &self,
        cart: Cart,
        products: Option<Products>,
        quoted: &QuotedPrices,
    ) -> Result<CartView, Error> {
        let ids = cart.ids();
        let products = match products {
            Some(products) if products.cover(&ids) => products,
            _ => self.catalog.products(&ids).await?,
        };
        Ok(CartView::of(cart, &products, quoted))
    }
}

fn check_idempotency_key(idempotency_key: &str) -> Result<(), Error> {
    if idempotency_key.len() > 200 || idempotency_key.contains(|letter: char| letter.is_control()) {
        return Err(Error::invalid("Idempotency-Key", "must be at most 200 characters"));
    }
    Ok(())
}
