//! Payment provider of bank transfers. It returns the account of the shop as the instructions of a payment.

use async_trait::async_trait;
use heuan_rpc::Error;

use super::{NewPayment, Provider};
use crate::{
    config::Config,
    order::{BankAccount, PaymentDetails, PaymentMethod},
};

/// Bank transfer with the order's reference. The staff check the account and record the transfer with `heuan
/// orders paid`.
pub struct Transfer {
    account: BankAccount,
    sandbox: bool,
    /// Whether the account is the demo account, which does not exist.
    is_demo: bool,
}

impl Transfer {
    /// `None` without a configured account.
    pub fn of(config: &Config) -> Option<Self> {
        if config.transfer_account.is_empty() {
            return None;
        }
        let account = BankAccount {
            bank: config.transfer_bank.clone(),
            account: config.transfer_account.clone(),
            holder: config.transfer_holder.clone(),
        };
        Some(Self { account, sandbox: config.has_sandbox(), is_demo: config.has_demo_account() })
    }
}

#[async_trait]
impl Provider for Transfer {
    fn name(&self) -> &'static str {
        "transfer"
    }

    fn method(&self) -> PaymentMethod {
        PaymentMethod::Transfer
    }

    fn is_play_money(&self) -> bool {
        self.is_demo
    }

    async fn create(&self, _: &NewPayment<'_>) -> Result<PaymentDetails, Error> {
        Ok(PaymentDetails {
            account: Some(self.account.clone()),
            sandbox: self.sandbox,
            ..PaymentDetails::default()
        })
    }
}
