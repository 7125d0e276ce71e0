//! Sign-in by a code that was sent.

use heuan_rpc::{Code, Error, Result};

use super::{
    AccountService, Client, IssuedSession,
    login::{Admission, blocked, read_identifier},
    one_time_code::{read_code, wrong_code},
};
use crate::{
    customer::{Identifier, Role},
    logins_in_flight::LoginInFlight,
    one_time_code::SentCodePurpose,
    password::Password,
    security::{Attempt, EventResult, SecurityEvent},
    store::{CodeSignIn, Counted, Credentials, LoginLimits, Refusal, UnverifiedAccount, store_error},
    validation::{InvalidField, ValidationErrors, invalid},
};

/// Field of the password of an account that has not verified the number or address.
const FIELD: &str = "account_password";

/// A sign-in by a code.
pub struct CodeLogin<'a> {
    pub identifier: &'a str,
    pub code: &'a str,
    /// Password of an account that has the number or address and has not verified it, which the code then proves; otherwise empty.
    pub account_password: &'a str,
    /// Whether that account belongs to another person than the one who enters the code, who then gets a new
    /// account.
    pub starts_new_account: bool,
    pub client: Client<'a>,
}

/// A right password of an account that has not verified the number or address.
struct PasswordOfUnverified {
    /// The hash that it matches.
    hash: String,
    limits: LoginLimits,
    /// Held until the attempt is taken off the counters.
    _login: LoginInFlight,
}

/// The session of a sign-in by a code.
pub struct IssuedByCode {
    pub session: IssuedSession,
    /// Whether the account is new; it has no name yet.
    pub is_new: bool,
}

impl AccountService {
    /// Signs in by a code, and creates an account for a number or address without one.
    pub async fn sign_in_by_code(&self, login: CodeLogin<'_>) -> Result<IssuedByCode> {
        let mut errors = ValidationErrors::default();
        let identifier = errors.check("identifier", read_identifier(login.identifier));
        let code = errors.check("code", read_code(login.code));
        errors.end()?;
        let (Some(identifier), Some(code)) = (identifier, code) else {
            return Err(Error::internal("a valid form was not parsed"));
        };
        let attempt = Attempt::begin(SecurityEvent::CodeSignIn, None, login.client.address);
        let signed_in = self.session_by_code(&login, &identifier, &code).await;
        let result = EventResult::of(&signed_in, |error| {
            matches!(error.code, Code::InvalidArgument | Code::PermissionDenied | Code::Conflict)
        });
        let account = signed_in.as_ref().ok().map(|issued| issued.session.customer.customer_id);
        attempt.end_for(account, result);
        signed_in
    }

    async fn session_by_code(
        &self,
        login: &CodeLogin<'_>,
        identifier: &Identifier,
        code: &str,
    ) -> Result<IssuedByCode> {
        let client = &login.client;
        let found = self.store.credentials(identifier).await.map_err(store_error)?;
        let account = found.as_ref().map_or(0, |account| account.customer.customer_id);
        let known = self.account_of_browser(account, identifier.text(), client.device_token).await?;
        let (purpose, recipient) = (SentCodePurpose::SignIn, (identifier.text(), known));
        let attempts = self.begin_code_attempt(recipient, client.address).await?;
        let verified = self.verify_code_of_recipient(purpose, recipient, code, attempts).await?;
        let verified = verified.ok_or_else(wrong_code)?;
        let own = self.password_of_unverified(login, identifier, found).await;
        // A wrong password costs a try of the code; an outage does not.
        if own.as_ref().is_err_and(|error| error.code != Code::InvalidArgument) {
            self.undo_counts_unless_written(&own, &[Counted::SentCode(&verified)]).await;
        }
        let own = own?;
        let unverified = match &own {
            Some(own) => UnverifiedAccount::Own { seen_hash: &own.hash, limits: &own.limits },
            None if login.starts_new_account => UnverifiedAccount::Separate,
            None => UnverifiedAccount::Ask,
        };
        let (token, session) = self.new_session(client, Role::Customer)?;
        let (device_token, device) = Self::new_device(client)?;
        let no_password = self.hasher.unmatchable_hash();
        let browser = (&session, &device);
        let notices = self.notice_limits(client.address);
        let done = self
            .store
            .sign_in_by_code(&verified, identifier, browser, no_password, &unverified, &notices)
            .await;
        let limits = own.as_ref().map(|own| Counted::Login(&own.limits));
        let counted: Vec<_> = [Counted::SentCode(&verified)].into_iter().chain(limits).collect();
        self.undo_counts_unless_written(&done, &counted).await;
        match done? {
            CodeSignIn::Done { customer, is_new_device, is_new } => Ok(IssuedByCode {
                session: IssuedSession {
                    customer,
                    token,
                    expires_at: session.expires_at,
                    device_token,
                    new_device: is_new_device.then_some(session.device),
                },
                is_new,
            }),
            CodeSignIn::Refused(refusal) => Err(refused(refusal)),
            CodeSignIn::Unverified => Err(unverified_account()),
            CodeSignIn::Used => Err(wrong_code()),
        }
    }

    /// Verifies the password that was entered with a right code for an account that has not verified the number or address, within the
    /// limits of a login. `None` if no password was entered, or none is needed.
    async fn password_of_unverified(
        &self,
        login: &CodeLogin<'_>,
        identifier: &Identifier,
        found: Option<Credentials>,
    ) -> Result<Option<PasswordOfUnverified>> {
        let Some(found) = found.filter(|_| !login.account_password.is_empty()) else { return Ok(None) };
        let contact = self.contact(found.customer.customer_id).await?;
        let verified_at = match identifier {
            Identifier::Phone(_) => contact.phone_verified_at,
            _ => contact.email_verified_at,
        };
        if verified_at > 0 || contact.is_closed || contact.customer.role.is_staff() {
            return Ok(None);
        }
        let password = Password::for_login(login.account_password).map_err(|error| invalid(FIELD, error))?;
        let Admission { limits, permit, login } = self.admit(&login.client, identifier, Some(&found)).await?;
        let hash = found.password_hash;
        let verification = self.hasher.verify(permit, password, Some(hash.clone())).await?;
        if !verification.matches {
            return Err(invalid(FIELD, InvalidField::invalid("is not the password of the account")));
        }
        Ok(Some(PasswordOfUnverified { hash, limits, _login: login }))
    }
}

/// The error of a right code for a number or address that an account has not verified.
fn unverified_account() -> Error {
    Error::conflict(
        "unverified_account",
        "an account was registered with this phone number or email address, which no code has confirmed; send its password as well \
         if it is yours, or begin with a new account",
    )
}

/// The error of a right code for an account that the code must not open.
pub(super) fn refused(refusal: Refusal) -> Error {
    match refusal {
        Refusal::Blocked => blocked(),
        Refusal::Staff => Error::conflict("staff", "members of the staff sign in with their password"),
        Refusal::Unverified => Error::conflict(
            "unverified",
            "no code has confirmed the phone number or email address of this account; sign in with its password, or ask the shop for \
             a code",
        ),
        Refusal::Erasing => Error::conflict("erasing", "this account is being deleted"),
    }
}
