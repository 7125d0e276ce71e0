//! Codes that are sent to a phone number or an e-mail address.

use heuan_rpc::{Error, Result};

use super::{
    AccountService,
    login::read_identifier,
    one_time_code::{read_code, secret},
};
use crate::{
    account_event::{AccountEvent, CodeToSend},
    customer::{Details, Identifier},
    hashing::Caller,
    one_time_code::{SentCodePurpose, random_code},
    rate_limit::{LimitedAction, RateLimitCounter, code_attempt},
    security::{Attempt, EventResult, SecurityEvent},
    store::{Counted, CustomerContact, NewSentCode, VerifiedCode, store_error},
    token::Token,
    validation::{InvalidField, ValidationErrors, invalid},
};

/// Longest name of a language.
const MAX_LANGUAGE: usize = 8;

/// Kinds of recipients that the shop reaches.
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
    /// Device token, as in a login; may be empty.
    pub device_token: &'a [u8],
    pub reach: Reachability,
    /// Language of the message; may be empty.
    pub language: &'a str,
}

/// A code on its way.
pub struct SentCode {
    pub expires_at: i64,
    /// Time from which another one may be requested.
    pub resend_at: i64,
    /// The account of the recipient; 0 without one.
    pub customer_id: i64,
    /// The customer's own number or address that a code to confirm goes to; empty for other purposes.
    pub recipient: String,
}

impl AccountService {
    /// Makes a code, which the outbox sends to its recipient. Response and work are the same whether or not the recipient has
    /// an account.
    pub async fn request_code(&self, request: SentCodeRequest<'_>) -> Result<SentCode> {
        let attempt = Attempt::begin(SecurityEvent::CodeRequest, None, request.client_address);
        let made = self.make_code(&request).await;
        let account = made.as_ref().ok().map(|code| code.customer_id).filter(|id| *id > 0);
        // No error means a wrong secret, because the request has none.
        attempt.end_for(account, EventResult::of(&made, |_| false));
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
        let owner = self.store.credentials(&recipient).await.map_err(store_error)?;
        let owner = owner.map_or(0, |owner| owner.customer.customer_id);
        let text = recipient.text();
        let account = self.account_of_browser(owner, text, request.device_token).await?;
        let (subject, known) = match purpose {
            SentCodePurpose::SignIn | SentCodePurpose::ResetPassword => {
                // Known browsers have a code and a counter of their own, so that unknown browsers neither replace the code nor
                // use up the counter.
                (purpose.subject(text, account), account)
            }
            // The number may be another person's.
            SentCodePurpose::Verify => (purpose.subject(text, request.customer_id), 0),
            // A session proves more than a known browser, unless the number may be another person's.
            SentCodePurpose::Confirm => {
                let contact = self.contact(request.customer_id).await?;
                let verified_at = match recipient {
                    Identifier::Phone(_) => contact.phone_verified_at,
                    _ => contact.email_verified_at,
                };
                let account = if verified_at > 0 { request.customer_id } else { 0 };
                (purpose.subject("", request.customer_id), account)
            }
        };
        let (now, pause_ms) = (self.clock.now_ms(), self.config.code_resend_ms());
        self.store.check_code_pause(&subject, now, pause_ms).await?;
        // A code to verify a number is requested in a session, too, but cannot use the reserve of known browsers.
        let session = match purpose {
            SentCodePurpose::Verify | SentCodePurpose::Confirm => request.customer_id,
            SentCodePurpose::SignIn | SentCodePurpose::ResetPassword => 0,
        };
        let counted = self.counters_of_request(text, (known, session), request.client_address);
        let counters: Vec<&RateLimitCounter> = counted.iter().collect();
        self.store.check(&counters, now).await?;
        let is_known = known > 0 || session > 0;
        let permit = self.hasher.try_enqueue(Caller::of_browser(is_known))?;
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
        let put = self.store.put_sent_code(&new).await;
        // No message goes out, so the request does not count.
        self.undo_counts_unless_written(&put, &[Counted::Counters(&counted)]).await;
        put?;
        let shown = if purpose == SentCodePurpose::Confirm { text } else { "" };
        let recipient = shown.to_owned();
        Ok(SentCode { expires_at, resend_at: now + pause_ms, customer_id, recipient })
    }

    async fn recipient(&self, request: &SentCodeRequest<'_>) -> Result<Identifier> {
        match request.purpose {
            SentCodePurpose::SignIn | SentCodePurpose::ResetPassword | SentCodePurpose::Verify => {
                let mut errors = ValidationErrors::default();
                let identifier = errors.check("identifier", read_identifier(request.identifier));
                errors.end()?;
                identifier.ok_or_else(|| Error::internal("a valid form was not parsed"))
            }
            SentCodePurpose::Confirm => {
                let contact = self.contact(request.customer_id).await?;
                recipient_of_confirmation(contact, request.reach).ok_or_else(no_channel)
            }
        }
    }

    /// The account whose code for `recipient` a browser gets. It is `account` if the browser has signed in to it before and the
    /// account has verified that number or address; otherwise 0, which stands for unknown browsers. So a person who registers
    /// another person's number, even repeatedly, gets no additional codes and tries for it.
    pub(super) async fn account_of_browser(
        &self,
        account: i64,
        recipient: &str,
        device_token: &[u8],
    ) -> Result<i64> {
        // The same statement runs without an account, so that the time does not reveal whether there is one.
        let Some(device) = Token::from_bytes(device_token) else { return Ok(0) };
        let digest = device.digest();
        let is_known =
            self.store.is_known_device_of(account, &digest, recipient).await.map_err(store_error)?;
        Ok(if is_known { account } else { 0 })
    }

    /// The counters of a request for a code, in the order in which they are counted. `known` is the account whose known browser
    /// requests the code, or 0. A known browser is not limited by its address, which others may share behind the NAT of a
    /// mobile network, and the last tenth of the codes of the shop is reserved for known browsers. `session` is the account
    /// whose session requests the code for a number that may be another person's, or 0. The request of such a session is
    /// counted for the account, and within a day for the address, apart from codes to sign in.
    ///
    /// The counter of an address within a day is the last one, because its limit depends on how many codes the shop has sent.
    fn counters_of_request(
        &self,
        recipient: &str,
        (known, session): (i64, i64),
        client_address: &str,
    ) -> Vec<RateLimitCounter> {
        let counter = |kind: LimitedAction, subject: &str| self.rate_limit_counter(kind, subject);
        if known > 0 {
            // Known browsers share these counters. Each sign-in replaces the device token, so that a counter of one token
            // would be new each time.
            let of_browsers = format!("{known} {recipient}");
            return vec![
                counter(LimitedAction::CodeToKnownBrowsers, &of_browsers),
                counter(LimitedAction::CodeToKnownBrowsersInDay, &of_browsers),
                counter(LimitedAction::CodeOfShop, ""),
                counter(LimitedAction::CodeOfShopInDay, ""),
            ];
        }
        let account = session.to_string();
        let (of_caller, in_day) = if session > 0 {
            let of_account = [LimitedAction::CodeRequestOfAccount, LimitedAction::CodeRequestOfAccountInDay];
            let in_day = LimitedAction::CodeRequestOfAccountsFromAddressInDay;
            (Vec::from(of_account.map(|kind| counter(kind, &account))), in_day)
        } else {
            let of_address = counter(LimitedAction::CodeRequestFromAddress, client_address);
            (vec![of_address], LimitedAction::CodeRequestFromAddressInDay)
        };
        let of_all = [
            counter(LimitedAction::CodeToRecipient, recipient),
            counter(LimitedAction::CodeToRecipientInDay, recipient),
            counter(LimitedAction::CodeOfShopForUnknownBrowsers, ""),
            counter(LimitedAction::CodeOfShopInDayForUnknownBrowsers, ""),
            counter(in_day, client_address),
        ];
        of_caller.into_iter().chain(of_all).collect()
    }

    /// The counters of wrong codes of a recipient or of a signed-in customer, within the window and within a day.
    fn wrong_codes_of(&self, subject: &str) -> [RateLimitCounter; 2] {
        [LimitedAction::WrongCodeOfRecipient, LimitedAction::WrongCodeOfRecipientInDay]
            .map(|kind| self.rate_limit_counter(kind, subject))
    }

    /// The counters of wrong codes of the known browsers of an account, within the window and within a day.
    fn wrong_codes_of_known_browsers(&self, recipient: &str, account: i64) -> [RateLimitCounter; 2] {
        let subject = format!("{account} {recipient}");
        [LimitedAction::WrongCodeFromKnownBrowsers, LimitedAction::WrongCodeFromKnownBrowsersInDay]
            .map(|kind| self.rate_limit_counter(kind, &subject))
    }

    /// Counts an attempt to enter a code before it is made. Returns its counters, from which a right code takes the attempt
    /// off.
    ///
    /// Attempts of the known browsers of the account `known` are counted together. With `known` 0, the attempt is counted for
    /// the recipient and by client address. So other clients behind the same address lock no customer out, and the work is
    /// limited even without a valid code.
    pub(super) async fn begin_code_attempt(
        &self,
        (recipient, known): (&str, i64),
        client_address: &str,
    ) -> Result<Vec<RateLimitCounter>> {
        if known > 0 {
            return self.begin_code_attempt_of(known).await;
        }
        let counters = code_attempt(recipient, client_address, &self.config);
        self.count_attempt(&counters).await?;
        Ok(Vec::from(counters))
    }

    /// Counts an attempt of a session of an account, together with the attempts of its known browsers.
    pub(super) async fn begin_code_attempt_of(&self, account: i64) -> Result<Vec<RateLimitCounter>> {
        let of_account = self.rate_limit_counter(LimitedAction::CodeFromKnownBrowsers, &account.to_string());
        self.count_attempt(std::slice::from_ref(&of_account)).await?;
        Ok(vec![of_account])
    }

    async fn count_attempt(&self, counters: &[RateLimitCounter]) -> Result<()> {
        let counters: Vec<&RateLimitCounter> = counters.iter().collect();
        self.store.check(&counters, self.clock.now_ms()).await?;
        self.increment_or_reject(&counters).await
    }

    /// Verifies a code that was sent to sign in or for a new password, from a known browser of `account`, or from an unknown
    /// browser if `account` is 0. Returns `None` for a wrong, an expired or a used code and if none was sent, which takes the
    /// same time.
    ///
    /// A known browser may enter the code that it has requested, or a code that was requested elsewhere, because its owner may
    /// have received both.
    pub(super) async fn verify_code_of_recipient(
        &self,
        purpose: SentCodePurpose,
        (recipient, account): (&str, i64),
        code: &str,
        attempts: Vec<RateLimitCounter>,
    ) -> Result<Option<VerifiedCode>> {
        let of_others = purpose.subject(recipient, 0);
        let (subjects, limits) = if account > 0 {
            let limits = self.wrong_codes_of_known_browsers(recipient, account);
            (vec![purpose.subject(recipient, account), of_others], limits)
        } else {
            (vec![of_others], self.wrong_codes_of(recipient))
        };
        self.verify_one_of(Caller::of_browser(account > 0), subjects, limits, code, attempts).await
    }

    /// Verifies a code to confirm a step of a signed-in customer.
    pub(super) async fn verify_confirmation(
        &self,
        customer_id: i64,
        code: &str,
        attempts: Vec<RateLimitCounter>,
    ) -> Result<Option<VerifiedCode>> {
        let subject = SentCodePurpose::Confirm.subject("", customer_id);
        let limits = self.wrong_codes_of(&customer_id.to_string());
        self.verify_one_of(Caller::Known, vec![subject], limits, code, attempts).await
    }

    /// Verifies a code against the valid codes of `subjects`. The try is counted once in each of `limits`, and only if there is
    /// a valid code.
    async fn verify_one_of(
        &self,
        caller: Caller,
        subjects: Vec<String>,
        limits: [RateLimitCounter; 2],
        code: &str,
        mut attempts: Vec<RateLimitCounter>,
    ) -> Result<Option<VerifiedCode>> {
        let permits = subjects.iter().map(|_| self.hasher.try_enqueue(caller));
        let mut permits = permits.collect::<Result<Vec<_>>>()?.into_iter();
        let (now, max_tries) = (self.clock.now_ms(), i64::from(self.config.code_tries));
        let valid = self.store.try_sent_codes(&subjects, &limits, now, max_tries).await?;
        attempts.extend(limits);
        // Without a code a dummy hash is verified.
        let mut valid: Vec<_> = valid.into_iter().map(Some).collect();
        if valid.is_empty() {
            valid.push(None);
        }
        for (valid, permit) in valid.into_iter().zip(&mut permits) {
            let hash = valid.as_ref().map(|(_, hash)| hash.clone());
            let verification = self.hasher.verify(permit, secret(code)?, hash).await?;
            if let Some((subject, code_hash)) = valid.filter(|_| verification.matches) {
                return Ok(Some(VerifiedCode { subject, code_hash, attempts }));
            }
        }
        Ok(None)
    }

    /// Verifies the code of a new phone number or email address; an error is added to `field`.
    pub(super) async fn verify_identifier(
        &self,
        field: &str,
        recipient: &str,
        customer_id: i64,
        code: &str,
        errors: &mut ValidationErrors,
    ) -> Result<Option<VerifiedCode>> {
        let Some(code) = errors.check(field, read_code(code)) else { return Ok(None) };
        let attempts = self.begin_code_attempt_of(customer_id).await?;
        let subject = SentCodePurpose::Verify.subject(recipient, customer_id);
        let limits = self.wrong_codes_of(recipient);
        let verified = self.verify_one_of(Caller::Known, vec![subject], limits, &code, attempts).await?;
        Ok(errors.check(field, verified.ok_or_else(InvalidField::wrong_code)))
    }
}

/// Recipient of a code that confirms a step of a signed-in customer. A verified number or address comes before an unverified
/// one, which may be another person's, and the number before the address.
fn recipient_of_confirmation(contact: CustomerContact, reach: Reachability) -> Option<Identifier> {
    let Details { phone, email, .. } = contact.customer.details;
    let phone = phone.filter(|_| reach.phone).map(Identifier::Phone);
    let email = email.filter(|_| reach.email).map(Identifier::Email);
    let is_only_email_verified = contact.phone_verified_at == 0 && contact.email_verified_at > 0;
    if is_only_email_verified { email.or(phone) } else { phone.or(email) }
}

fn no_channel() -> Error {
    Error::conflict("no_channel", "the shop cannot send codes there; use the password or call the shop")
}
