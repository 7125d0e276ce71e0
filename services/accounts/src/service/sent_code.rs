//! Codes that are sent to a phone number or an e-mail address.

use heuan_rpc::{Code, Error, Result};

use super::{
    AccountService,
    login::read_identifier,
    one_time_code::{read_code, secret},
};
use crate::{
    account_event::{AccountEvent, CodeToSend},
    customer::Identifier,
    one_time_code::{SentCodePurpose, random_code},
    rate_limit::{LimitedAction, RateLimitCounter},
    security::{self, EventResult, SecurityEvent},
    store::{NewSentCode, VerifiedCode, fault},
    validation::{InvalidField, ValidationErrors, invalid},
};

/// Longest name of a language.
const MAX_LANGUAGE: usize = 8;

/// Which recipients the shop reaches.
#[derive(Clone, Copy, Debug)]
pub struct Reachability {
    pub phone: bool,
    pub email: bool,
}

/// A requested code.
pub struct SentCodeRequest<'a> {
    pub purpose: SentCodePurpose,
    /// Phone number or email address as typed; ignored for [`SentCodePurpose::Confirm`].
    pub identifier: &'a str,
    /// The signed-in customer; ignored for sign-in and reset.
    pub customer_id: i64,
    pub client_address: &'a str,
    pub reach: Reachability,
    /// Of the message; may be empty.
    pub language: &'a str,
}

/// A code on its way.
pub struct SentCode {
    pub expires_at: i64,
    /// When another one may be requested.
    pub resend_at: i64,
    /// The account of the recipient; 0 without one.
    pub customer_id: i64,
}

impl AccountService {
    /// Makes a code, which the outbox sends to its recipient. Whether that has an account changes neither the answer nor the work.
    pub async fn request_code(&self, request: SentCodeRequest<'_>) -> Result<SentCode> {
        let made = self.make_code(&request).await;
        let result = match &made {
            Ok(_) => EventResult::Success,
            Err(error) if error.code == Code::ResourceExhausted && !error.is_overload() => {
                EventResult::Limited
            }
            Err(_) => return made,
        };
        let account = made.as_ref().ok().map(|code| code.customer_id).filter(|id| *id > 0);
        security::record(SecurityEvent::CodeRequest, result, account, request.client_address);
        made
    }

    async fn make_code(&self, request: &SentCodeRequest<'_>) -> Result<SentCode> {
        let purpose = request.purpose;
        let recipient = self.recipient(request).await?;
        let is_reached = match &recipient {
            Identifier::Phone(_) => request.reach.phone,
            Identifier::Email(_) => request.reach.email,
            Identifier::Neither(_) => {
                let message = "must be a phone number of Laos or an email address";
                return Err(invalid("identifier", InvalidField::invalid(message)));
            }
        };
        if !is_reached {
            return Err(no_channel());
        }
        let owner = self.store.credentials(&recipient).await.map_err(fault)?;
        let owner = owner.map_or(0, |owner| owner.customer.customer_id);
        let text = recipient.text();
        let subject = Self::code_subject(purpose, text, request.customer_id);
        let (now, pause_ms) = (self.clock.now_ms(), self.config.code_resend_ms());
        self.store.check_code_pause(&subject, now, pause_ms).await?;
        let counters = [
            self.rate_limit_counter(LimitedAction::CodeRequestFromAddress, request.client_address),
            self.rate_limit_counter(LimitedAction::CodeToRecipient, text),
            self.rate_limit_counter(LimitedAction::CodeOfShop, ""),
        ];
        let counters: Vec<&RateLimitCounter> = counters.iter().collect();
        self.store.check(&counters, now).await?;
        let permit = self.hasher.try_enqueue()?;
        self.increment_or_reject(&counters).await?;
        let code = random_code()?;
        let code_hash = self.hasher.hash(permit, secret(&code)?).await?;
        let expires_at = now + self.config.code_ms();
        let customer_id = match purpose {
            SentCodePurpose::SignIn | SentCodePurpose::ResetPassword => owner,
            SentCodePurpose::Verify | SentCodePurpose::Confirm => request.customer_id,
        };
        let event = AccountEvent::code(&CodeToSend {
            purpose,
            subject: &subject,
            recipient: text,
            code: &code,
            language: Some(request.language).filter(|text| text.len() <= MAX_LANGUAGE).unwrap_or_default(),
            customer_id,
            at: now,
            until: expires_at,
        })?;
        let new = NewSentCode {
            subject: &subject,
            code_hash: &code_hash,
            created_at: now,
            expires_at,
            pause_ms,
            event: &event,
        };
        self.store.put_sent_code(&new).await?;
        Ok(SentCode { expires_at, resend_at: now + pause_ms, customer_id })
    }

    async fn recipient(&self, request: &SentCodeRequest<'_>) -> Result<Identifier> {
        match request.purpose {
            SentCodePurpose::SignIn | SentCodePurpose::ResetPassword | SentCodePurpose::Verify => {
                let mut faults = ValidationErrors::default();
                let identifier = faults.check("identifier", read_identifier(request.identifier));
                faults.end()?;
                identifier.ok_or_else(|| Error::internal("a valid form was not parsed"))
            }
            SentCodePurpose::Confirm => {
                let details = self.customer(request.customer_id).await?.details;
                let phone = details.phone.filter(|_| request.reach.phone).map(Identifier::Phone);
                let email = details.email.filter(|_| request.reach.email).map(Identifier::Email);
                phone.or(email).ok_or_else(no_channel)
            }
        }
    }

    /// Key of a code. One to confirm belongs to the account, whatever number or address it was sent to.
    fn code_subject(purpose: SentCodePurpose, recipient: &str, customer_id: i64) -> String {
        match purpose {
            SentCodePurpose::SignIn | SentCodePurpose::ResetPassword => purpose.subject(recipient, 0),
            SentCodePurpose::Verify => purpose.subject(recipient, customer_id),
            SentCodePurpose::Confirm => purpose.subject("", customer_id),
        }
    }

    /// Counts an attempt to enter a code before it is made. Returns its counters, which a right code uncounts.
    pub(super) async fn begin_code_attempt(&self, client_address: &str) -> Result<Vec<RateLimitCounter>> {
        let attempt = self.rate_limit_counter(LimitedAction::CodeFromAddress, client_address);
        self.store.check(&[&attempt], self.clock.now_ms()).await?;
        self.increment_or_reject(&[&attempt]).await?;
        Ok(vec![attempt])
    }

    /// Verifies a code that was sent. `None` for a wrong, an expired or a used one and if none was sent, which takes the same
    /// time.
    pub(super) async fn verify_sent_code(
        &self,
        purpose: SentCodePurpose,
        recipient: &str,
        customer_id: i64,
        code: &str,
        mut attempts: Vec<RateLimitCounter>,
    ) -> Result<Option<VerifiedCode>> {
        let permit = self.hasher.try_enqueue()?;
        let subject = Self::code_subject(purpose, recipient, customer_id);
        let of_account = customer_id.to_string();
        let limited = if recipient.is_empty() { &of_account } else { recipient };
        let of_recipient = self.rate_limit_counter(LimitedAction::WrongCodeOfRecipient, limited);
        let (times, max_tries) =
            ((self.clock.now_ms(), self.config.window_ms()), i64::from(self.config.code_tries));
        let hash = self.store.try_sent_code(&subject, &of_recipient, times, max_tries).await?;
        attempts.push(of_recipient);
        let verdict = self.hasher.verify(permit, secret(code)?, hash.clone()).await?;
        let hash = hash.filter(|_| verdict.fits);
        Ok(hash.map(|code_hash| VerifiedCode { subject, code_hash, attempts }))
    }

    /// Verifies the code of a new phone number or email address; a fault is added to `field`.
    pub(super) async fn verify_identifier(
        &self,
        field: &str,
        recipient: &str,
        customer_id: i64,
        code: &str,
        client_address: &str,
        faults: &mut ValidationErrors,
    ) -> Result<Option<VerifiedCode>> {
        let Some(code) = faults.check(field, read_code(code)) else { return Ok(None) };
        let attempts = self.begin_code_attempt(client_address).await?;
        let purpose = SentCodePurpose::Verify;
        let verified = self.verify_sent_code(purpose, recipient, customer_id, &code, attempts).await?;
        Ok(faults.check(field, verified.ok_or_else(InvalidField::wrong_code)))
    }
}

fn no_channel() -> Error {
    Error::conflict("no_channel", "the shop cannot send codes there; use the password or call the shop")
}
