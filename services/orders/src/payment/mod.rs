//! Ways to pay. Each is a [`Provider`]; what they say becomes an event of the order's state machine, whichever way it
//! reaches us.

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
pub use sandbox::{Act, Sandbox};

use crate::{
    config::Config,
    order::{Method, PaymentDetails},
    store::Store,
};

/// Somebody who takes the money.
///
/// Every call may be repeated: `reference` names the payment for ever.
#[async_trait]
pub trait Provider: Send + Sync {
    /// The word in the address of its webhook.
    fn name(&self) -> &'static str;

    fn method(&self) -> Method;

    /// True when no real money is paid: the provider is for demo shops.
    fn is_play_money(&self) -> bool {
        false
    }

    /// Prepares a payment, and says what the shopper needs for paying.
    async fn create(&self, payment: &NewPayment<'_>) -> Result<PaymentDetails, Error>;

    /// What a message to our webhook says. Refuses what the provider has not signed.
    fn read(&self, signature: &str, body: &[u8]) -> Result<WebhookEvent, Error> {
        let _ = (signature, body);
        Err(Error::not_found("this provider sends no messages"))
    }

    /// How a payment stands. None when the provider cannot be asked.
    async fn poll(&self, reference: &str) -> Result<Option<PaymentStatus>, Error> {
        let _ = reference;
        Ok(None)
    }

    /// Gives money back. False when people have to do it.
    async fn refund(&self, reference: &str, amount: i64) -> Result<bool, Error> {
        let _ = (reference, amount);
        Ok(false)
    }
}

/// What is to be paid.
#[derive(Clone, Copy, Debug)]
pub struct NewPayment<'a> {
    pub reference: &'a str,
    /// Kip.
    pub amount: i64,
    pub pay_until: Option<i64>,
}

/// A provider's message: so a payment stands now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookEvent {
    pub reference: String,
    pub standing: PaymentStatus,
}

/// A provider's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaymentStatus {
    Pending,
    Paid { amount: i64 },
    Failed,
}

/// The ways to pay that this shop has.
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

    /// Whether play money is taken, given that nothing but the demo catalog has been imported. A setting that demands
    /// the sandbox (`orders.sandbox = "true"`) outlives the demo.
    pub fn takes_play_money(&self, only_demo: bool) -> bool {
        only_demo || !self.ends_with_demo
    }

    /// What a shopper may choose from. `only_demo`: nothing but the demo catalog has been imported.
    pub fn methods(&self, only_demo: bool) -> Vec<Method> {
        let with_play_money = self.takes_play_money(only_demo);
        let offered = self.providers.iter().filter(|provider| with_play_money || !provider.is_play_money());
        offered.map(|provider| provider.method()).collect()
    }

    /// Who takes the money of an order. An order may outlive its provider: then there is none.
    pub fn of(&self, method: Method) -> Option<&dyn Provider> {
        self.providers.iter().find(|provider| provider.method() == method).map(AsRef::as_ref)
    }

    pub fn named(&self, name: &str) -> Result<&dyn Provider, Error> {
        let found = self.providers.iter().find(|provider| provider.name() == name);
        found.map(AsRef::as_ref).ok_or_else(|| Error::not_found("no such payment provider"))
    }
}
