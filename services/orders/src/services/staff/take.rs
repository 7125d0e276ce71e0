//! Placement of orders that the staff take for a customer.

use heuan_rpc::Error;
use sha2::{Digest as _, Sha256};

use super::StaffOrderService;
use crate::{
    checkout::{ConfirmedAmounts, Input, discount_reason},
    order::Order,
    services::{PlaceRequest, StaffTerms},
    staff::{Actor, CommandLineOrder, StaffOrder, TAKE_ORDER, TakenOrder, security::record_order},
};

/// Maximum characters of an idempotency key.
const MAX_KEY: usize = 200;

impl StaffOrderService {
    /// Places an order of the command line, once for each key. The operator confirms the amounts of the quote unseen.
    pub async fn take_on_command_line(
        &self,
        customer_name: &str,
        key: &str,
        order: &CommandLineOrder,
    ) -> Result<Order, Error> {
        let (customer_id, discount) = (order.customer_id, order.discount);
        let quote = self.checkout.quote_for_staff(customer_id, order.input(), discount).await?;
        let confirmed = ConfirmedAmounts {
            prices: quote.lines.iter().map(|line| (line.line.pro_id, line.line.price)).collect(),
            points_discount: quote.totals.points_discount,
            delivery_fee: quote.totals.delivery_fee,
            total: quote.totals.total,
        };
        // The quote is left out, because it may differ when the command is repeated.
        let encoded = format!("{order:?}");
        let operator = Actor::operator();
        let taken = TakenOrder {
            customer_id,
            customer_name,
            key,
            encoded: encoded.as_bytes(),
            discount,
            discount_reason: &order.discount_reason,
        };
        let input = Input { confirmed: Some(confirmed), ..order.input() };
        match self.place_for_staff(&operator, taken, input).await {
            Ok(placed) => Ok(placed.order),
            // A quote has the price of the available units only.
            Err(error) if error.detail.reason == "total_changed" => Err(quote.shortage().unwrap_or(error)),
            Err(error) => Err(error),
        }
    }

    /// Refuses a discount, on goods of the price `goods`, that is more than the caller may give.
    pub fn check_discount(&self, caller: &Actor, goods: i64, discount: i64) -> Result<(), Error> {
        self.config.clerks.check_discount(caller, goods, discount)
    }

    /// Places an order for a customer, once for each key of the actor.
    pub async fn place_for_staff(
        &self,
        caller: &Actor,
        taken: TakenOrder<'_>,
        input: Input,
    ) -> Result<StaffOrder, Error> {
        if taken.key.is_empty() || taken.key.len() > MAX_KEY {
            return Err(Error::invalid("Idempotency-Key", format!("must be 1 to {MAX_KEY} characters")));
        }
        let discount_reason = discount_reason(taken.discount, taken.discount_reason)?;
        self.check_discount(caller, confirmed_price(&input), taken.discount)?;
        // Keys of the staff never equal those of the customer.
        let key = format!("staff {} {}", caller.account_id, crate::hex::write(&Sha256::digest(taken.key)));
        let terms = StaffTerms { actor: caller.clone(), discount: taken.discount, discount_reason };
        let request = PlaceRequest {
            customer_id: taken.customer_id,
            customer_name: taken.customer_name,
            key: &key,
            encoded: taken.encoded,
            client_address: "",
            staff: Some(terms),
        };
        let placed = self.orders.place_order(request, input).await?;
        record_order(TAKE_ORDER, caller, &placed);
        self.order_for_staff(caller, &placed.order_id).await
    }
}

/// Kip of the goods at the prices that were confirmed. With other prices the order is refused.
fn confirmed_price(input: &Input) -> i64 {
    let prices = input.confirmed.as_ref().map(|confirmed| confirmed.prices.as_slice()).unwrap_or_default();
    let price = |id: i64| prices.iter().find(|(pro_id, _)| *pro_id == id).map_or(0, |(_, price)| *price);
    let lines = input.items.iter().flatten();
    lines.fold(0, |sum: i64, &(pro_id, quantity)| sum.saturating_add(price(pro_id).saturating_mul(quantity)))
}
