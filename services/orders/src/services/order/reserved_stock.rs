//! Metrics of the stock reserved by unpaid orders, and by reservations that have no order.

use std::collections::{HashMap, HashSet};

use heuan_rpc::Error;

use super::OrderService;
use crate::{clients::HeldStock, order::ReservedUnits};

/// Maximum unpaid orders read for one measurement.
const MAX_ORDERS: i64 = 5_000;
/// Products with fewer units are ignored, because a single order may hold most of them.
const MIN_UNITS: i64 = 10;

/// Reserved stock of the products that have any.
#[derive(Debug, Default, PartialEq, Eq)]
struct ReservedStock {
    units: i64,
    /// Stock of these products, including units that are already sold to unpaid orders.
    stock: i64,
    /// Number of products of which at least four fifths are reserved.
    mostly_reserved: i64,
}

impl OrderService {
    /// Updates `orders_unpaid_units`, `orders_reserved_stock_ratio` and `orders_products_mostly_reserved`.
    pub(crate) async fn measure_reserved_stock(&self) -> Result<(), Error> {
        let held = self.catalog.held().await?;
        let reserved = self.store.reserved_unpaid(MAX_ORDERS).await?;
        let ids: Vec<i64> = reserved.keys().copied().filter(|id| !held.contains_key(id)).collect();
        let on_hand = self.catalog.on_hand(&ids).await?;
        let ReservedStock { units, stock, mostly_reserved } = ReservedStock::of(&reserved, &held, &on_hand);
        let ratio = if stock > 0 { units as f64 / stock as f64 } else { 0.0 };
        metrics::gauge!("orders_unpaid_units").set(units as f64);
        metrics::gauge!("orders_reserved_stock_ratio").set(ratio);
        metrics::gauge!("orders_products_mostly_reserved").set(mostly_reserved as f64);
        Ok(())
    }
}

impl ReservedStock {
    /// Sums the units of unpaid orders and of held reservations. A crash between reservation and order leaves a reservation
    /// without an order, which holds units as well. Units of an unpaid order are counted once. `on_hand` has the stock of
    /// products without held units.
    fn of(
        reserved: &HashMap<i64, ReservedUnits>,
        held: &HashMap<i64, HeldStock>,
        on_hand: &HashMap<i64, i64>,
    ) -> Self {
        let products: HashSet<i64> = reserved.keys().chain(held.keys()).copied().collect();
        let mut sum = Self::default();
        for pro_id in products {
            let of_orders = reserved.get(&pro_id).copied().unwrap_or_default();
            let without_held =
                || HeldStock { on_hand: on_hand.get(&pro_id).copied().unwrap_or_default(), held: 0 };
            let in_catalog = held.get(&pro_id).copied().unwrap_or_else(without_held);
            let units = of_orders.sold + in_catalog.held.max(of_orders.units - of_orders.sold);
            let stock = in_catalog.on_hand + of_orders.sold;
            sum.units += units;
            sum.stock += stock;
            sum.mostly_reserved += i64::from(units >= MIN_UNITS && units * 5 >= stock * 4);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpaid(units: i64, sold: i64) -> ReservedUnits {
        ReservedUnits { units, sold, selling: 0 }
    }

    #[test]
    fn units_of_an_unpaid_order_are_counted_once() {
        // 4 of 6 units in unpaid orders are held, and 2 were given to cash orders.
        let reserved = HashMap::from([(1, unpaid(6, 2))]);
        let held = HashMap::from([(1, HeldStock { on_hand: 98, held: 4 })]);
        let sum = ReservedStock::of(&reserved, &held, &HashMap::new());
        assert_eq!(sum, ReservedStock { units: 6, stock: 100, mostly_reserved: 0 });
    }

    #[test]
    fn units_of_a_reservation_without_an_order_are_counted() {
        let held = HashMap::from([
            (1, HeldStock { on_hand: 20, held: 18 }),
            (2, HeldStock { on_hand: 10, held: 3 }),
        ]);
        let reserved = HashMap::from([(2, unpaid(1, 0))]);
        let sum = ReservedStock::of(&reserved, &held, &HashMap::new());
        assert_eq!(sum, ReservedStock { units: 21, stock: 30, mostly_reserved: 1 });
    }

    #[test]
    fn units_of_cash_orders_are_counted_without_a_held_one() {
        let reserved = HashMap::from([(1, unpaid(10, 10))]);
        let sum = ReservedStock::of(&reserved, &HashMap::new(), &HashMap::from([(1, 2)]));
        assert_eq!(sum, ReservedStock { units: 10, stock: 12, mostly_reserved: 1 });
    }
}
