//! One-time codes of customers, and the new password by a code.

use heuan_rpc::{Code, Error, Result};

use super::{
    AccountService,
    login::{login_subject, read_identifier},
    sign_in_by_code::refused,
};
use crate::{
    customer::{Details, Identifier, Role},
    hashing::Caller,
    one_time_code::{CodePurpose, IssuedCode, Resend, SentCodePurpose, random_code, typed_code},
    password::Password,
    rate_limit::{LimitedAction, RateLimitCounter},
    security::{Attempt, EventResult, SecurityEvent},
    store::{
        CodeReset, CodeTry, Counted, NewCode, PasswordReset, VerifiedCode, VerifiedStaffCode, store_error,
    },
    validation::{InvalidField, ValidationErrors, invalid},
};

/// Maximum tries of one code of the staff from all addresses together: a guess is right with a chance of 1 in
/// 10,000.
const MAX_TRIES_OF_UNKNOWN_BROWSERS: i64 = 100;
/// Maximum tries of one code of the staff from all browsers together that have signed in to the account before. A browser gets
/// another device token, and so new tries of its own, at each sign-in.
const MAX_TRIES_OF_KNOWN_BROWSERS: i64 = 25;

/// A form with a code and a new password.
pub struct NewPassword<'a> {
    pub identifier: &'a str,
    pub code: &'a str,
    pub password: &'a str,
    pub client_address: &'a str,
    /// Device token, as in a login; may be empty.
    pub device_token: &'a [u8],
}

/// A code to make.
pub struct CodeRequest<'a> {
    pub customer_id: i64,
    /// Role of the account that the caller may make a code for.
    pub role: Role,
    pub purpose: CodePurpose,
    /// Recipient of the code; empty if the staff pass it on.
    pub sent_to: &'a str,
    pub resend: Resend,
}

impl AccountService {
    /// Makes a code, which replaces an earlier one of the same purpose. Limited by account and purpose. Refused with `role_changed` if the
    /// account has another role by now.
    pub async fn issue_code(&self, request: CodeRequest<'_>) -> Result<IssuedCode> {
        let CodeRequest { customer_id, role, purpose, sent_to, resend } = request;
        let permit = self.hasher.try_enqueue(Caller::Known)?;
        self.increment_or_reject(&[&self.codes_of_account(customer_id, purpose)]).await?;
        let code = random_code()?;
        let code_hash = self.hasher.hash(permit, secret(&code)?).await?;
        let created_at = self.clock.now_ms();
        let expires_at = created_at + self.config.code_ms();
        let pause_ms = match resend {
            Resend::Now => 0,
            Resend::AfterPause => self.config.code_resend_ms(),
        };
        let new = NewCode {
            customer_id,
            role,
            purpose,
            code_hash: &code_hash,
            sent_to,
            created_at,
            expires_at,
            pause_ms,
        };
        self.store.put_code(&new).await?;
        Ok(IssuedCode { code, expires_at })
    }

    /// Verifies a code and returns it, so that a transaction uses it up. Returns `None` for a wrong, expired or used code, and
    /// for an unknown customer, which takes the same time.
    ///
    /// Each address has its own number of tries, so that a stranger who guesses does not use up the tries of the customer; all
    /// unknown browsers together have [`MAX_TRIES_OF_UNKNOWN_BROWSERS`]. Each browser that has signed in to the account before
    /// has its own tries as well, apart from the tries of its address. All these browsers together have
    /// [`MAX_TRIES_OF_KNOWN_BROWSERS`]; further tries count as tries of unknown browsers.
    async fn verify_code(
        &self,
        customer_id: i64,
        purpose: CodePurpose,
        (code, client_address, device_token): (&str, &str, &[u8]),
    ) -> Result<Option<VerifiedStaffCode>> {
        let known = self.known_browser(customer_id, device_token).await?;
        let permit = self.hasher.try_enqueue(Caller::of_browser(known.is_some()))?;
        let of_code = |code_hash: &str, counts_as_known: bool| {
            let browser = known.as_ref().filter(|_| counts_as_known);
            let browser = browser.map_or(client_address, |known| &known.digest);
            let subject = format!("{customer_id} {code_hash} {browser}");
            self.rate_limit_counter(LimitedAction::IssuedCodeTry, &subject)
        };
        // The same statements run for the id 0, which no account has.
        let code_try = CodeTry {
            customer_id,
            purpose,
            counter: &of_code,
            is_known_browser: known.is_some(),
            max_of_unknown_browsers: MAX_TRIES_OF_UNKNOWN_BROWSERS,
            max_of_known_browsers: MAX_TRIES_OF_KNOWN_BROWSERS,
            now: self.clock.now_ms(),
        };
        let tried = self.store.try_code(&code_try).await?;
        let hash = tried.as_ref().map(|tried| tried.code_hash.clone());
        let verification = self.hasher.verify(permit, secret(code)?, hash).await?;
        Ok(tried.filter(|_| verification.matches))
    }

    /// Sets a new password by a code and ends every session. Returns the customer.
    pub async fn reset_password(&self, from: NewPassword<'_>) -> Result<i64> {
        let mut errors = ValidationErrors::default();
        let identifier = errors.check("identifier", read_identifier(from.identifier));
        let code = errors.check("code", read_code(from.code));
        // Details of the typed identifier, so that the error does not reveal whether it has an account.
        let details = identifier.as_ref().map(typed_details);
        let password = errors.check("password", Password::for_registration(from.password, details.as_ref()));
        errors.end()?;
        let (Some(identifier), Some(code), Some(password)) = (identifier, code, password) else {
            return Err(Error::internal("a valid form was not parsed"));
        };
        let known = self.store.credentials(&identifier).await.map_err(store_error)?;
        let account = known.map(|known| known.customer.customer_id);
        let attempt = Attempt::begin(SecurityEvent::PasswordReset, account, from.client_address);
        let changed = self.replace_by_code(&from, &identifier, account, &code, password).await;
        let result = EventResult::of(&changed, |error| error.code == Code::InvalidArgument);
        attempt.end_for(changed.as_ref().ok().copied().or(account), result);
        changed
    }

    async fn replace_by_code(
        &self,
        from: &NewPassword<'_>,
        identifier: &Identifier,
        account: Option<i64>,
        code: &str,
        password: Password,
    ) -> Result<i64> {
        let of_identifier = account.unwrap_or_default();
        let known = self.account_of_browser(of_identifier, identifier.text(), from.device_token).await?;
        let attempts = self.begin_code_attempt((identifier.text(), known), from.client_address).await?;
        // A code of the staff or one that was sent; all are verified, so that the time does not reveal an account.
        let issued = self.verify_issued(from, identifier, of_identifier, code).await?;
        let purpose = SentCodePurpose::ResetPassword;
        let sent = if issued.is_none() {
            let recipient = (identifier.text(), known);
            self.verify_code_of_recipient(purpose, recipient, code, attempts.clone()).await?
        } else {
            // The limits of the number do not concern the staff's code.
            None
        };
        if issued.is_none() && sent.is_none() {
            return Err(wrong_code());
        }
        let codes = (issued.as_ref(), sent.as_ref());
        let changed = self.set_password_by(from, identifier, account, codes, &attempts, password).await;
        let issued = issued.as_ref().map(|code| Counted::StaffCode(code, &attempts));
        let counted: Vec<_> = sent.as_ref().map(Counted::SentCode).into_iter().chain(issued).collect();
        self.undo_counts_unless_written(&changed, &counted).await;
        changed
    }

    /// Hashes the new password and sets it, which uses up the code of the staff, or the code that was sent.
    async fn set_password_by(
        &self,
        from: &NewPassword<'_>,
        identifier: &Identifier,
        account: Option<i64>,
        (issued, sent): (Option<&VerifiedStaffCode>, Option<&VerifiedCode>),
        attempts: &[RateLimitCounter],
        password: Password,
    ) -> Result<i64> {
        // A right code makes its caller known.
        let password_hash = self.hasher.hash(self.hasher.try_enqueue(Caller::Known)?, password).await?;
        // Counters of the account whose password changes. The number may belong to another account now, whose counters must
        // not be reset.
        let changed = issued.map(|code| code.customer_id).or(account);
        let subject = login_subject(changed, identifier);
        let changed = changed.unwrap_or_default();
        let failures = [
            self.rate_limit_counter(LimitedAction::FailedLoginOfAccount, &subject),
            self.rate_limit_counter(LimitedAction::LoginDelayOfAccount, &subject),
            self.rate_limit_counter(
                LimitedAction::FailedLoginOfAccountFromAddress,
                &format!("{subject} {}", from.client_address),
            ),
            self.rate_limit_counter(LimitedAction::WrongCurrentPassword, &changed.to_string()),
        ];
        let notices = self.notice_limits(from.client_address);
        if let Some(sent) = sent {
            let reset =
                self.store.reset_by_sent_code(sent, identifier, &password_hash, &failures, &notices).await?;
            return match reset {
                CodeReset::Done(customer_id) => Ok(customer_id),
                CodeReset::Refused(refusal) => Err(refused(refusal)),
                CodeReset::NoAccount => {
                    Err(invalid("identifier", InvalidField::invalid("has no account; sign in by a code")))
                }
                CodeReset::Used => Err(wrong_code()),
            };
        }
        let Some(VerifiedStaffCode { customer_id, code_hash, .. }) = issued else { return Err(wrong_code()) };
        let reset = PasswordReset {
            customer_id: *customer_id,
            code_hash,
            password_hash: &password_hash,
            reset: &failures,
            attempts,
            notices: &notices,
        };
        if self.store.reset_password(&reset).await? { Ok(*customer_id) } else { Err(wrong_code()) }
    }

    /// Verifies a code of the staff for the account that has the number or address, or for the account that had it before.
    /// Returns the code.
    async fn verify_issued(
        &self,
        from: &NewPassword<'_>,
        identifier: &Identifier,
        account: i64,
        code: &str,
    ) -> Result<Option<VerifiedStaffCode>> {
        let former = self.store.former_credentials(identifier).await.map_err(store_error)?;
        let former = former.map_or(0, |former| former.customer.customer_id);
        for customer_id in [account, former] {
            let typed = (code, from.client_address, from.device_token);
            let issued = self.verify_code(customer_id, CodePurpose::ResetPassword, typed).await?;
            if issued.is_some() {
                return Ok(issued);
            }
        }
        Ok(None)
    }

    pub(super) fn codes_of_account(&self, customer_id: i64, purpose: CodePurpose) -> RateLimitCounter {
        let subject = format!("{customer_id} {}", purpose.into_str());
        self.rate_limit_counter(LimitedAction::CodeOfAccount, &subject)
    }
}

/// A code in the form that the hasher accepts.
pub(super) fn secret(code: &str) -> Result<Password> {
    Password::for_login(code).map_err(|store_error| Error::internal(store_error.message))
}

fn typed_details(identifier: &Identifier) -> Details {
    let (phone, email) = match identifier {
        Identifier::Phone(text) => (Some(text.clone()), None),
        Identifier::Email(text) => (None, Some(text.clone())),
        Identifier::Neither(_) => (None, None),
    };
    Details { fname: String::new(), lname: String::new(), phone, email }
}

/// The error of every refused code.
pub(super) fn wrong_code() -> Error {
    invalid("code", InvalidField::wrong_code())
}

/// The digits of a code as typed.
pub(super) fn read_code(text: &str) -> Result<String, InvalidField> {
    match text.trim() {
        "" => Err(InvalidField::required()),
        text => typed_code(text).ok_or_else(|| InvalidField::invalid("must be six digits")),
    }
}
