//! Metrics of the stock held by unpaid orders.

use heuan_rpc::Error;

use super::OrderService;

/// Maximum unpaid orders read for one measurement.
const MAX_ORDERS: i64 = 5_000;
/// Products with fewer units are ignored, because a single order may hold most of them.
const MIN_UNITS: i64 = 10;

impl OrderService {
    /// Updates `orders_unpaid_units`, `orders_held_stock_ratio` and `orders_products_mostly_held`.
    pub(crate) async fn measure_held_stock(&self) -> Result<(), Error> {
        let held = self.store.held_unpaid(MAX_ORDERS).await?;
        let ids: Vec<i64> = held.keys().copied().collect();
        let on_hand = self.catalog.on_hand(&ids).await?;
        let (mut units, mut stock, mut mostly_held) = (0, 0, 0);
        for (pro_id, held) in held {
            let there = on_hand.get(&pro_id).copied().unwrap_or_default() + held.sold;
            units += held.units;
            stock += there;
            mostly_held += i64::from(held.units >= MIN_UNITS && held.units * 5 >= there * 4);
        }
        let ratio = if stock > 0 { units as f64 / stock as f64 } else { 0.0 };
        metrics::gauge!("orders_unpaid_units").set(units as f64);
        metrics::gauge!("orders_held_stock_ratio").set(ratio);
        metrics::gauge!("orders_products_mostly_held").set(mostly_held as f64);
        Ok(())
    }
}
