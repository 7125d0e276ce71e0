//! Quotes of the checkout, and drafts of orders.

use std::{collections::HashMap, sync::Arc};

use heuan_rpc::Error;
use heuan_runtime::clock::Clock;

use crate::{
    checkout::{
        CheckoutLines, DraftLine, Input, ItemSource, Quote, ShownTerms, cart_changed, check_method, too_much,
    },
    clients::Catalog,
    config::Config,
    dependencies::Dependencies,
    money::{self, Reductions},
    order::PaymentMethod,
    payment::Payments,
    quoted_prices::QuotedPrice,
    store::Store,
};

/// Application service of the checkout: the price of an order now, and the payment methods.
pub struct CheckoutService {
    store: Store,
    catalog: Catalog,
    config: Arc<Config>,
    clock: Clock,
    payments: Arc<Payments>,
}

impl CheckoutService {
    pub fn new(dependencies: &Dependencies) -> Self {
        let Dependencies { store, catalog, payments, config, clock, .. } = dependencies.clone();
        Self { store, catalog, config, clock, payments }
    }

    /// The offered payment methods. Sandbox payments are excluded after a catalog other than the demo was imported,
    /// according to the catalog's last response.
    pub fn payment_methods(&self) -> Vec<PaymentMethod> {
        self.payments.methods(self.catalog.was_only_demo())
    }

    /// Kip of one redeemed point.
    pub fn point_value(&self) -> i64 {
        self.config.point_value
    }

    /// Calculates the price of an order, and records that the customer has seen these prices and terms. A quote repeated under
    /// its `key` reports the same changes again.
    pub async fn quote(&self, customer_id: i64, input: Input, key: &str) -> Result<Quote, Error> {
        if key.len() > 200 {
            return Err(Error::invalid("Idempotency-Key", "must be at most 200 characters"));
        }
        let payment_method = input.payment_method.clone();
        let (wanted, delivered, points) = input.for_quote(&self.payment_methods())?;
        let draft = self.draft(customer_id, &wanted, key).await?;
        // Evaluated again, because the draft has updated the demo state.
        let methods = self.payment_methods();
        if !payment_method.is_empty() {
            check_method(&payment_method, &methods)?;
        }
        let points_balance = self.store.points_balance(customer_id).await?;
        let terms = self.config.terms();
        let reduced = Reductions { points: points.min(points_balance), discount: 0 };
        let totals = money::totals(&draft.priced(), reduced, delivered, &terms).ok_or_else(too_much)?;

        let now = self.clock.now_ms();
        let shown = draft.lines.iter().filter(|line| line.price() != line.seen);
        let price = |line: &DraftLine| {
            line.price().map(|price| QuotedPrice { pro_id: line.pro_id, price, previous_price: line.seen })
        };
        let shown: Vec<QuotedPrice> = shown.filter_map(price).collect();
        let shown_terms = ShownTerms::of(&terms);
        if !shown.is_empty() || self.store.shown_terms(customer_id).await? != Some(shown_terms) {
            self.store.show(customer_id, shown, shown_terms, key, now).await?;
        }
        Ok(Quote::of(draft, totals, points_balance, methods))
    }

    /// Calculates the price of an order that the staff take. `customer_id` 0 means that no customer is chosen yet. The
    /// prices do not count as seen by the customer.
    pub async fn quote_for_staff(
        &self,
        customer_id: i64,
        input: Input,
        discount: i64,
    ) -> Result<Quote, Error> {
        let payment_method = input.payment_method.clone();
        let (wanted, delivered, points) = input.for_quote(&self.payment_methods())?;
        if wanted.is_cart() {
            return Err(Error::invalid("items", "are needed"));
        }
        let mut draft = self.draft(customer_id, &wanted, "").await?;
        draft.show(&HashMap::new());
        let methods = self.payment_methods();
        if !payment_method.is_empty() {
            check_method(&payment_method, &methods)?;
        }
        let points_balance = if customer_id > 0 { self.store.points_balance(customer_id).await? } else { 0 };
        let reduced = Reductions { points: points.min(points_balance), discount };
        let totals = money::totals(&draft.priced(), reduced, delivered, &self.config.terms());
        Ok(Quote::of(draft, totals.ok_or_else(too_much)?, points_balance, methods))
    }

    /// Makes one call to the catalog, whatever the number of lines. Prices shown only by a quote under `key` do not
    /// count as seen.
    pub(crate) async fn draft(
        &self,
        customer_id: i64,
        wanted: &ItemSource,
        key: &str,
    ) -> Result<CheckoutLines, Error> {
        let cart = self.store.cart(customer_id).await?;
        let (items, cart_version) = match wanted {
            ItemSource::Items { items, .. } => (items.clone(), None),
            ItemSource::Cart { version } => {
                if version.is_some_and(|version| version != cart.version) {
                    return Err(cart_changed());
                }
                let items = cart.lines.iter().map(|line| (line.pro_id, line.quantity)).collect();
                (items, Some(cart.version))
            }
        };
        if items.is_empty() {
            return Err(Error::invalid("items", "the cart is empty"));
        }
        let quoted = self.store.quoted_prices(customer_id).await?;
        let ids: Vec<i64> = items.iter().map(|(pro_id, _)| *pro_id).collect();
        let products = self.catalog.products(&ids).await?;
        let line = |(pro_id, quantity)| {
            let in_cart = cart.line(pro_id);
            let shown_in_cart = in_cart.map(|line| (line.price, line.priced_at));
            let seen = quoted.price_before(key, pro_id, shown_in_cart);
            DraftLine::of(pro_id, quantity, &products, in_cart, seen)
        };
        let lines = items.into_iter().map(line).collect();
        Ok(CheckoutLines { lines, cart_version })
    }
}
