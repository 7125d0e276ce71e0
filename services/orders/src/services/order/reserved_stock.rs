//! Metrics of the stock reserved by unpaid orders.

use heuan_rpc::Error;

use super::OrderService;

/// Maximum unpaid orders read for one measurement.
const MAX_ORDERS: i64 = 5_000;
/// Products with fewer units are ignored, because a single order may hold most of them.
const MIN_UNITS: i64 = 10;

impl OrderService {
    /// Updates `orders_unpaid_units`, `orders_reserved_stock_ratio` and `orders_products_mostly_reserved`.
    pub(crate) async fn measure_reserved_stock(&self) -> Result<(), Error> {
        let reserved = self.store.reserved_unpaid(MAX_ORDERS).await?;
        let ids: Vec<i64> = reserved.keys().copied().collect();
        let on_hand = self.catalog.on_hand(&ids).await?;
        let (mut units, mut stock, mut mostly_reserved) = (0, 0, 0);
        for (pro_id, reserved) in reserved {
            let there = on_hand.get(&pro_id).copied().unwrap_or_default() + reserved.sold;
            units += reserved.units;
            stock += there;
            mostly_reserved += i64::from(reserved.units >= MIN_UNITS && reserved.units * 5 >= there * 4);
        }
        let ratio = if stock > 0 { units as f64 / stock as f64 } else { 0.0 };
        metrics::gauge!("orders_unpaid_units").set(units as f64);
        metrics::gauge!("orders_reserved_stock_ratio").set(ratio);
        metrics::gauge!("orders_products_mostly_reserved").set(mostly_reserved as f64);
        Ok(())
    }
}
