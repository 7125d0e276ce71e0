//! Sign-in by a code that was sent.

use heuan_rpc::{Code, Error, Result};

use super::{
    AccountService, Client, IssuedSession,
    login::{blocked, read_identifier},
    one_time_code::{read_code, wrong_code},
};
use crate::{
    customer::{Identifier, Role},
    one_time_code::SentCodePurpose,
    security::{self, EventResult, SecurityEvent},
    store::{CodeSignIn, Refusal, fault},
    validation::ValidationErrors,
};

/// A sign-in by a code.
pub struct CodeLogin<'a> {
    pub identifier: &'a str,
    pub code: &'a str,
    pub client: Client<'a>,
}

/// The session of a sign-in by a code.
pub struct IssuedByCode {
    pub session: IssuedSession,
    /// Whether the account is new; it has no name yet.
    pub is_new: bool,
    /// Whether older sessions and the password ended.
    pub sessions_ended: bool,
}

impl AccountService {
    /// Signs in by a code, and creates an account for a number or address without one.
    pub async fn sign_in_by_code(&self, login: CodeLogin<'_>) -> Result<IssuedByCode> {
        let mut faults = ValidationErrors::default();
        let identifier = faults.check("identifier", read_identifier(login.identifier));
        let code = faults.check("code", read_code(login.code));
        faults.end()?;
        let (Some(identifier), Some(code)) = (identifier, code) else {
            return Err(Error::internal("a valid form was not parsed"));
        };
        let signed_in = self.session_by_code(&login.client, &identifier, &code).await;
        let address = login.client.address;
        let (result, account) = match &signed_in {
            Ok(issued) => (EventResult::Success, Some(issued.session.customer.customer_id)),
            Err(error)
                if matches!(error.code, Code::InvalidArgument | Code::PermissionDenied | Code::Conflict) =>
            {
                (EventResult::Failure, None)
            }
            Err(error) if error.code == Code::ResourceExhausted && !error.is_overload() => {
                (EventResult::Limited, None)
            }
            Err(_) => return signed_in,
        };
        security::record(SecurityEvent::CodeSignIn, result, account, address);
        signed_in
    }

    async fn session_by_code(
        &self,
        client: &Client<'_>,
        identifier: &Identifier,
        code: &str,
    ) -> Result<IssuedByCode> {
        let account = self.store.credentials(identifier).await.map_err(fault)?;
        let account = account.map_or(0, |account| account.customer.customer_id);
        let known = self.account_of_browser(account, identifier.text(), client.device_token).await?;
        let attempts = self.begin_code_attempt(known, client.address).await?;
        let (purpose, recipient) = (SentCodePurpose::SignIn, (identifier.text(), known));
        let verified = self.verify_code_of_recipient(purpose, recipient, code, attempts).await?;
        let verified = verified.ok_or_else(wrong_code)?;
        let (token, session) = self.new_session(client, Role::Customer)?;
        let (device_token, device) = Self::new_device(client)?;
        let no_password = self.hasher.unmatchable_hash();
        let limits = self.notice_limits(client.address);
        let browser = (&session, &device);
        let done = self.store.sign_in_by_code(&verified, identifier, browser, no_password, &limits).await?;
        match done {
            CodeSignIn::Done { customer, is_new_device, is_new, is_first_proof } => Ok(IssuedByCode {
                session: IssuedSession {
                    customer,
                    token,
                    expires_at: session.expires_at,
                    device_token,
                    new_device: is_new_device.then_some(session.device),
                },
                is_new,
                sessions_ended: is_first_proof,
            }),
            CodeSignIn::Refused(refusal) => Err(refused(refusal)),
            CodeSignIn::Used => Err(wrong_code()),
        }
    }
}

/// The error of a right code for an account that must not be used by it.
pub(super) fn refused(refusal: Refusal) -> Error {
    match refusal {
        Refusal::Blocked => blocked(),
        Refusal::Staff => Error::conflict("staff", "members of the staff sign in with their password"),
        Refusal::Unverified => Error::conflict(
            "unverified",
            "this account was confirmed with its other phone number or email address; sign in with that one",
        ),
        Refusal::Erasing => Error::conflict("erasing", "this account is being deleted"),
    }
}
