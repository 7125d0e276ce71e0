//! Payment methods. Each is a [`Provider`]; its results become events of the order's state machine, whether received by
//! webhook or poll.

mod cash;
mod emvco;
mod sandbox;
mod transfer;
mod webhook_signature;

use std::sync::Arc;

use async_trait::async_trait;
use heuan_rpc::Error;
use heuan_runtime::clock::Clock;

pub use emvco::Merchant;
pub use sandbox::{BankAction, Sandbox};

use crate::{
    config::Config,
    order::{PaymentDetails, PaymentMethod},
    store::Store,
};

/// A payment provider.
///
/// All calls are idempotent: `reference` identifies the payment forever.
#[async_trait]
pub trait Provider: Send + Sync {
    /// The provider's name in the URL of its webhook.
    fn name(&self) -> &'static str;

    fn method(&self) -> PaymentMethod;

    /// Whether the provider takes no real money, for demo shops.
    fn is_play_money(&self) -> bool {
        false
    }

    /// Creates a payment, and returns the instructions for the customer.
    async fn create(&self, payment: &NewPayment<'_>) -> Result<PaymentDetails, Error>;

    /// Changes the amount of a payment that has not been made, and returns the new instructions. A repetition changes
    /// nothing. Refused with `payment_made` if the customer has paid another amount.
    async fn change(&self, payment: &NewPayment<'_>) -> Result<PaymentDetails, Error> {
        self.create(payment).await
    }

    /// Verifies the signature of a webhook and parses it.
    fn read(&self, signature: &str, body: &[u8]) -> Result<WebhookEvent, Error> {
        let _ = (signature, body);
        Err(Error::not_found("this provider has no webhooks"))
    }

    /// The status of a payment. `None` if the provider cannot be queried.
    async fn poll(&self, reference: &str) -> Result<Option<PaymentStatus>, Error> {
        let _ = reference;
        Ok(None)
    }

    /// Takes back the code of a payment that has not been made, so that it can no longer be paid. Returns the status
    /// afterwards: failed if the code is taken back, paid if the customer was faster, pending if it can still be paid. A
    /// repetition changes nothing.
    async fn cancel(&self, reference: &str) -> Result<PaymentStatus, Error> {
        let _ = reference;
        Ok(PaymentStatus::Pending)
    }

    /// Refunds a payment, so that `amount` is the sum of all its refunds; a repetition changes nothing. Returns false if it
    /// must be done manually, as after a refusal (conflict, not found, invalid argument).
    async fn refund(&self, reference: &str, amount: i64) -> Result<bool, Error> {
        let _ = (reference, amount);
        Ok(false)
    }
}

/// A payment to be created.
#[derive(Clone, Copy, Debug)]
pub struct NewPayment<'a> {
    pub reference: &'a str,
    /// Kip.
    pub amount: i64,
    pub pay_until: Option<i64>,
}

/// A webhook: the current status of a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookEvent {
    pub reference: String,
    pub standing: PaymentStatus,
}

/// Status of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentStatus {
    Pending,
    Paid { amount: i64 },
    Failed,
}

/// The configured payment methods.
pub struct Payments {
    providers: Vec<Arc<dyn Provider>>,
    pub sandbox: Option<Arc<Sandbox>>,
    ends_with_demo: bool,
}

impl Payments {
    pub async fn open(config: &Config, store: &Store, clock: &Clock) -> Result<Self, Error> {
        let mut providers: Vec<Arc<dyn Provider>> = vec![Arc::new(cash::Cash)];
        if let Some(transfer) = transfer::Transfer::of(config) {
            providers.push(Arc::new(transfer));
        }
        let mut sandbox = None;
        if config.has_sandbox() {
            let opened = Arc::new(Sandbox::open(config, store.clone(), clock.clone()).await?);
            providers.push(opened.clone());
            sandbox = Some(opened);
        }
        Ok(Self { providers, sandbox, ends_with_demo: config.ends_with_demo })
    }

    /// Whether sandbox payments are offered, given whether only the demo catalog has been imported. An explicit setting
    /// (`orders.sandbox = "true"`) applies beyond the demo.
    pub fn takes_play_money(&self, only_demo: bool) -> bool {
        only_demo || !self.ends_with_demo
    }

    /// The offered methods. `only_demo`: only the demo catalog has been imported.
    pub fn methods(&self, only_demo: bool) -> Vec<PaymentMethod> {
        let with_play_money = self.takes_play_money(only_demo);
        let offered = self.providers.iter().filter(|provider| with_play_money || !provider.is_play_money());
        offered.map(|provider| provider.method()).collect()
    }

    /// The provider of an order. `None` if it is no longer configured.
    pub fn of(&self, method: PaymentMethod) -> Option<&dyn Provider> {
        self.providers.iter().find(|provider| provider.method() == method).map(AsRef::as_ref)
    }

    pub fn named(&self, name: &str) -> Result<&dyn Provider, Error> {
        let found = self.providers.iter().find(|provider| provider.name() == name);
        found.map(AsRef::as_ref).ok_or_else(|| Error::not_found("no such payment provider"))
    }
}
