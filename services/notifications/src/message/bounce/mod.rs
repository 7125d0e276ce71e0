//! Bounces: e-mails that a server accepted and could not deliver later.

mod dsn;
mod token;

use std::{fmt, sync::Arc};

use heuan_rpc::Error;
use heuan_runtime::clock::Clock;
use heuan_store::{DatabaseUrl, StoreError};

use crate::{
    config::Config,
    message::email::is_invalid_recipient,
    message::rendering::one_line,
    outgoing_message::{Channel, FailureReason},
    store::Store,
    unreadable,
};
pub use dsn::TOKEN_HEADER;
use dsn::{DeliveryStatus, RecipientStatus};
pub use token::BounceTokens;

/// Largest mail that is read: headers, the report and a returned e-mail.
pub const MAX_BOUNCE_BYTES: usize = 1024 * 1024;
/// Longest part of a server's reply that is stored.
const MAX_DETAIL: usize = 300;
/// Time after an attempt for which a bounce is accepted. Servers give up within five days. Without a limit, a person who has
/// read one e-mail to a customer could stop all later ones, even those about the customer's password.
const LATEST_MS: i64 = 14 * 24 * 60 * 60 * 1000;

/// Database access for an operator's command, beside the running shop.
pub struct Bounces {
    store: Arc<Store>,
    tokens: BounceTokens,
    invalid_codes: Vec<String>,
    clock: Clock,
}

/// Effect of a bounce.
#[derive(Debug, PartialEq, Eq)]
pub enum Bounced {
    /// There is no such mailbox: the message has failed, and its address is marked as undeliverable.
    Marked { message_id: i64 },
    /// The message has failed for another reason, which says nothing about the address.
    Failed { message_id: i64 },
    /// Nothing, for example because the server still tries.
    Ignored { message_id: i64, why: &'static str },
}

/// Reason why a mail was not accepted as a bounce.
#[derive(Debug)]
pub enum BounceError {
    TooLarge,
    /// It is not a delivery status notification.
    Unreadable(&'static str),
    /// It is not about an e-mail of this shop.
    Unknown,
    /// The database is temporarily unavailable.
    Store(Error),
}

impl Bounces {
    pub async fn open(config: &Config, location: &DatabaseUrl, clock: Clock) -> Result<Self, StoreError> {
        let store = Arc::new(Store::open(location).await?);
        let tokens = BounceTokens::new(&store.vapid_secret().await.map_err(unreadable)?);
        Ok(Self { store, tokens, invalid_codes: config.email.invalid_codes.clone(), clock })
    }

    /// Closes the database.
    pub async fn close(&self) {
        self.store.close().await;
    }

    /// Reads a bounce. A repetition changes nothing.
    ///
    /// The message is found by the token in its returned headers, which only the shop can generate, so that a forged mail can
    /// mark only the address of its own sender.
    pub async fn receive(&self, mail: &[u8]) -> Result<Bounced, BounceError> {
        if mail.len() > MAX_BOUNCE_BYTES {
            return Err(BounceError::TooLarge);
        }
        let DeliveryStatus { recipients, tokens } = dsn::parse(mail).map_err(BounceError::Unreadable)?;
        for token in tokens {
            let Some(message_id) = BounceTokens::message_id(&token) else { continue };
            let message = self.store.message(message_id).await.map_err(BounceError::Store)?;
            let Some(message) = message.filter(|message| self.tokens.is_of(&token, message)) else {
                continue;
            };
            let ignored = |why| Ok(Bounced::Ignored { message_id, why });
            let Some(status) = recipients.iter().find(|one| one.is_of(&message.recipient)) else {
                return ignored("it is about another address, to which the e-mail was forwarded");
            };
            if !status.is_permanent_failure() {
                return ignored("the server has not given up");
            }
            let now = self.clock.now_ms();
            if now - message.attempted_at > LATEST_MS {
                return ignored("it comes more than 14 days after the e-mail");
            }
            let (reason, detail) = (reason(status, &self.invalid_codes), detail(status));
            let has_failed = self.store.sent_message_failed(&message, Channel::Email, reason, &detail, now);
            if !has_failed.await.map_err(BounceError::Store)? {
                return ignored("the message is not in state sent");
            }
            return Ok(match reason {
                FailureReason::InvalidAddress if !message.is_direct() => Bounced::Marked { message_id },
                _ => Bounced::Failed { message_id },
            });
        }
        Err(BounceError::Unknown)
    }
}

/// The reason of a failure, determined as for a reply during the SMTP dialog: by the enhanced status code, or by the
/// reply code if that is not precise.
fn reason(status: &RecipientStatus, invalid_codes: &[String]) -> FailureReason {
    // 5.0.0 says only that the failure is permanent.
    let precise = Some(status.status.as_str()).filter(|code| !code.ends_with(".0.0")).unwrap_or_default();
    let reply = format!("{precise} {}", status.diagnostic);
    let words = status.diagnostic.split(|one: char| !one.is_ascii_digit() && one != '.');
    let code = words.filter_map(|word| word.parse::<u16>().ok()).find(|code| (500..600).contains(code));
    if is_invalid_recipient(code.unwrap_or_default(), &reply, invalid_codes) {
        FailureReason::InvalidAddress
    } else {
        FailureReason::Refused
    }
}

fn detail(status: &RecipientStatus) -> String {
    one_line(format!("{} {}", status.status, status.diagnostic).trim()).chars().take(MAX_DETAIL).collect()
}

impl fmt::Display for BounceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(f, "the mail is larger than {MAX_BOUNCE_BYTES} bytes"),
            Self::Unreadable(why) => write!(f, "the mail is no bounce: {why}"),
            Self::Unknown => write!(
                f,
                "the bounce returns no header {TOKEN_HEADER} of an e-mail that this shop has sent and still stores"
            ),
            Self::Store(error) => write!(f, "the database is not available: {}", error.message),
        }
    }
}

impl std::error::Error for BounceError {}

#[cfg(test)]
mod tests;
