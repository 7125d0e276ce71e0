//! Payment provider of cash on delivery. It makes no calls, because the staff record the payment.

use async_trait::async_trait;
use heuan_rpc::Error;

use super::{NewPayment, Provider};
use crate::order::{PaymentDetails, PaymentMethod};

/// Cash on delivery, recorded by the staff.
pub struct Cash;

#[async_trait]
impl Provider for Cash {
    fn name(&self) -> &'static str {
        "cod"
    }

    fn method(&self) -> PaymentMethod {
        PaymentMethod::Cod
    }

    async fn create(&self, _: &NewPayment<'_>) -> Result<PaymentDetails, Error> {
        Ok(PaymentDetails::default())
    }
}
