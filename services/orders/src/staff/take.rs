//! Orders that the staff take for a customer, such as on the phone.

use std::sync::Arc;

use heuan_rpc::Error;
use sha2::{Digest as _, Sha256};

use super::{Actor, StaffOrder};
use crate::{
    checkout::{Input, discount_reason},
    order::{PlaceRequest, StaffTerms},
    order_service::OrderService,
};

/// The word for it in the internal log.
pub const TAKE_ORDER: &str = "take_order";
/// Maximum characters of an idempotency key.
const MAX_KEY: usize = 200;

/// An order as a member of the staff took it.
pub struct TakenOrder<'a> {
    pub customer_id: i64,
    pub customer_name: &'a str,
    /// Idempotency key, unique for the member of the staff.
    pub key: &'a str,
    /// The input and the discount as they were sent.
    pub encoded: &'a [u8],
    pub discount: i64,
    pub discount_reason: &'a str,
}

impl OrderService {
    /// Places an order for a customer, once for each key of the actor.
    pub async fn place_for_staff(
        self: &Arc<Self>,
        caller: &Actor,
        taken: TakenOrder<'_>,
        input: Input,
    ) -> Result<StaffOrder, Error> {
        if taken.key.is_empty() || taken.key.len() > MAX_KEY {
            return Err(Error::invalid("Idempotency-Key", format!("must be 1 to {MAX_KEY} characters")));
        }
        let discount_reason = discount_reason(taken.discount, taken.discount_reason)?;
        // Keys of the staff never equal those of the customer.
        let key = format!("staff {} {}", caller.account_id, crate::hex::write(&Sha256::digest(taken.key)));
        let terms = StaffTerms { actor: caller, discount: taken.discount, discount_reason };
        let request = PlaceRequest {
            customer_id: taken.customer_id,
            customer_name: taken.customer_name,
            key: &key,
            encoded: taken.encoded,
            client_address: "",
            staff: Some(&terms),
        };
        let placed = self.place_order(request, input).await?;
        super::record_taken(caller, &placed);
        self.order_for_staff(caller, &placed.order_id).await
    }
}
