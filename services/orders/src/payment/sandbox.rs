//! Sandbox payment provider: simulated payments by QR code and their signed webhooks.

use async_trait::async_trait;
use heuan_rpc::{Code, Error};
use heuan_runtime::clock::Clock;
use serde::{Deserialize, Serialize};

use super::{Merchant, NewPayment, PaymentStatus, Provider, WebhookEvent, webhook_signature::WebhookSigner};
use crate::{
    config::Config,
    order::{PaymentDetails, PaymentMethod},
    store::{SandboxMessage, SandboxPayment, Store},
};

/// Sandbox payment provider without real money. It has its own tables, has no access to orders, and reports payments
/// only by signed webhooks like a real one; it can simulate late, duplicate and lost webhooks.
pub struct Sandbox {
    store: Store,
    clock: Clock,
    signer: WebhookSigner,
    merchant: Merchant,
    late_ms: i64,
}

/// Simulated action of a shopper's bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BankAction {
    Pay,
    /// Settles after a delay.
    PayLate,
    /// Sends the webhook twice.
    PayTwice,
    /// Sends no webhook.
    Lose,
    /// Declines.
    Decline,
}

/// Body of a webhook.
#[derive(Serialize, Deserialize)]
struct Message {
    event: String,
    reference: String,
    amount: i64,
    currency: String,
}

/// A signed webhook.
pub struct Signed {
    pub signature: String,
    pub body: Vec<u8>,
    due: SandboxMessage,
}

const PAID: &str = "payment.paid";
const FAILED: &str = "payment.failed";
const LAK: &str = "LAK";

impl Sandbox {
    pub async fn open(config: &Config, store: Store, clock: Clock) -> Result<Self, Error> {
        let secret = if config.sandbox_secret.is_empty() {
            let mut fresh = [0u8; 32];
            getrandom::fill(&mut fresh).map_err(Error::internal)?;
            // The secret is stored, so that all replicas and restarts use the same one.
            store.sandbox_secret(&fresh).await?
        } else {
            config.sandbox_secret.clone().into_bytes()
        };
        Ok(Self {
            signer: WebhookSigner::new(&secret)?,
            merchant: Merchant {
                scheme: config.qr_scheme.clone(),
                number: config.qr_merchant.clone(),
                name: config.merchant_name.clone(),
                city: config.merchant_city.clone(),
            },
            late_ms: config.sandbox_late_s * 1000,
            store,
            clock,
        })
    }

    /// Simulates an action of the bank. A code is valid until its deadline and for one action; the first result is
    /// final.
    pub async fn act(&self, reference: &str, act: BankAction) -> Result<(), Error> {
        let now = self.clock.now_ms();
        let payment = self.store.sandbox_payment(reference).await?;
        let payment = payment.ok_or_else(|| Error::not_found("no such payment"))?;
        if payment.settles_at.is_none() && payment.expires_at <= now {
            return Err(Error::conflict("payment_expired", "the payment deadline has passed"));
        }
        let settles_at = if act == BankAction::PayLate { now + self.late_ms } else { now };
        let messages = match act {
            BankAction::Pay | BankAction::PayLate | BankAction::Decline => 1,
            BankAction::PayTwice => 2,
            BankAction::Lose => 0,
        };
        self.store.answer_in_sandbox(reference, act != BankAction::Decline, (now, settles_at), messages).await
    }

    /// The due webhooks, signed.
    pub async fn messages(&self) -> Result<Vec<Signed>, Error> {
        let now = self.clock.now_ms();
        let due = self.store.sandbox_messages(now).await?;
        due.into_iter()
            .map(|due| {
                let message = Message {
                    event: if due.is_paid() { PAID } else { FAILED }.to_owned(),
                    reference: due.reference.clone(),
                    amount: due.amount,
                    currency: LAK.to_owned(),
                };
                let body = serde_json::to_vec(&message).map_err(Error::internal)?;
                Ok(Signed { signature: self.signer.sign(&body, now), body, due })
            })
            .collect()
    }

    /// Marks a webhook as accepted.
    pub async fn sent(&self, message: &Signed) -> Result<(), Error> {
        self.store.sandbox_message_sent(&message.due).await
    }
}

#[async_trait]
impl Provider for Sandbox {
    fn name(&self) -> &'static str {
        "sandbox"
    }

    fn method(&self) -> PaymentMethod {
        PaymentMethod::Qr
    }

    fn is_play_money(&self) -> bool {
        true
    }

    async fn create(&self, payment: &NewPayment<'_>) -> Result<PaymentDetails, Error> {
        // A payment is awaited for a year at most.
        let expires_at = payment.pay_until.unwrap_or_else(|| self.clock.now_ms() + 31_536_000_000);
        self.store.make_sandbox_payment(payment.reference, payment.amount, expires_at).await?;
        let qr_payload = self.merchant.code(payment.reference, payment.amount);
        Ok(PaymentDetails { qr_payload, account: None, sandbox: true })
    }

    async fn change(&self, payment: &NewPayment<'_>) -> Result<PaymentDetails, Error> {
        if !self.store.change_sandbox_payment(payment.reference, payment.amount).await? {
            return Err(Error::conflict(
                "payment_made",
                "the customer has just paid; look at the order again",
            ));
        }
        let qr_payload = self.merchant.code(payment.reference, payment.amount);
        Ok(PaymentDetails { qr_payload, account: None, sandbox: true })
    }

    fn read(&self, signature: &str, body: &[u8]) -> Result<WebhookEvent, Error> {
        self.signer.check(signature, body, self.clock.now_ms())?;
        let not_ours = || Error::new(Code::InvalidArgument, "invalid webhook body");
        let message: Message = serde_json::from_slice(body).map_err(|_| not_ours())?;
        let standing = match message.event.as_str() {
            PAID if message.currency == LAK => PaymentStatus::Paid { amount: message.amount },
            FAILED => PaymentStatus::Failed,
            _ => return Err(not_ours()),
        };
        Ok(WebhookEvent { reference: message.reference, standing })
    }

    async fn poll(&self, reference: &str) -> Result<Option<PaymentStatus>, Error> {
        let now = self.clock.now_ms();
        let payment = self.store.sandbox_payment(reference).await?;
        Ok(payment.map(|payment: SandboxPayment| match payment.settles_at {
            Some(at) if at <= now && payment.is_paid() => PaymentStatus::Paid { amount: payment.amount },
            Some(at) if at <= now => PaymentStatus::Failed,
            _ => PaymentStatus::Pending,
        }))
    }

    async fn cancel(&self, reference: &str) -> Result<PaymentStatus, Error> {
        if self.store.cancel_sandbox_payment(reference, self.clock.now_ms()).await? {
            return Ok(PaymentStatus::Failed);
        }
        Ok(self.poll(reference).await?.unwrap_or(PaymentStatus::Failed))
    }

    async fn refund(&self, reference: &str, amount: i64) -> Result<bool, Error> {
        self.store.refund_in_sandbox(reference, amount).await?;
        Ok(true)
    }
}
