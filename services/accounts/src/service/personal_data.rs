//! Export and erasure of a customer's data, called by the operator's command.

use heuan_rpc::{Error, Result};
use heuan_runtime::clock::rfc3339;
use serde::Serialize;
use strum::VariantArray as _;

use super::{AccountService, login::subject_of_account, one_time_code::wrong_code};
use crate::{
    audit_log::AuditEntry,
    contact::{Sender, Topic},
    customer::{Customer, Details, Identifier},
    one_time_code::CodePurpose,
    rate_limit::LimitedAction,
    security::{self, Actor, SecurityEvent},
    store::{
        BeganErasure, CustomerContact, DeletedCustomer, Erasure, ErasureProof, StoredAddress, StoredContact,
        store_error,
    },
};

/// Data of a customer in this service. Password hash and tokens are not part of it.
#[derive(Debug, Serialize)]
pub struct AccountExport {
    pub profile: Profile,
    pub sessions: Vec<ExportedSession>,
    pub known_browsers: Vec<KnownBrowser>,
    pub events: Vec<ExportedEvent>,
    pub contact_messages: Vec<ContactMessage>,
    pub addresses: Vec<ExportedAddress>,
    /// Actions of a present or former member of the staff.
    pub staff_actions: Vec<StaffAction>,
    /// Reason why the customer may not sign in; `None` while they may.
    pub block: Option<ExportedBlock>,
    /// Notes of the staff about the customer.
    pub staff_notes: Vec<ExportedNote>,
}

#[derive(Debug, Serialize)]
pub struct ExportedBlock {
    pub at: String,
    pub reason: String,
}

#[derive(Debug, Serialize)]
pub struct ExportedNote {
    pub at: String,
    pub note: String,
}

#[derive(Debug, Serialize)]
pub struct Profile {
    pub customer_id: i64,
    pub fname: String,
    pub lname: String,
    pub phone: Option<String>,
    pub email: Option<String>,
    /// Time at which a code last verified the number; `None` if none did.
    pub phone_verified_at: Option<String>,
    pub email_verified_at: Option<String>,
    /// Number or address that the account has lost, because another one verified it. It still signs in with the password.
    pub former_identifier: Option<String>,
    pub role: &'static str,
    /// Home branch of a member of the staff.
    pub home_branch_id: Option<i64>,
    pub registered_at: String,
}

#[derive(Debug, Serialize)]
pub struct ExportedSession {
    pub device: String,
    pub created_at: String,
    pub last_used_at: String,
    pub expires_at: String,
}

/// A browser that has signed in.
#[derive(Debug, Serialize)]
pub struct KnownBrowser {
    pub last_login_at: String,
}

/// An event that a browser reported.
#[derive(Debug, Serialize)]
pub struct ExportedEvent {
    pub at: String,
    pub log_type: String,
    pub log_value: String,
}

#[derive(Debug, Serialize)]
pub struct ContactMessage {
    pub contact_id: i64,
    pub at: String,
    pub sender: &'static str,
    pub topic: &'static str,
    pub name: String,
    pub phone: Option<String>,
    pub email: Option<String>,
    pub message: String,
}

/// An address of the book, the default one first.
#[derive(Debug, Serialize)]
pub struct ExportedAddress {
    pub label: String,
    pub receiver: String,
    pub phone: String,
    pub province: String,
    pub district: String,
    pub village: String,
    pub landmark: String,
    pub driver_note: String,
    /// Latitude and longitude in degrees.
    pub position: Option<String>,
    pub is_default: bool,
    pub changed_at: String,
}

/// An entry of the audit log.
#[derive(Debug, Serialize)]
pub struct StaffAction {
    pub at: String,
    pub action: String,
    pub subject: String,
    pub detail: String,
    pub client_address: String,
}

impl AccountService {
    /// The customer that `text` names: an id, a phone number in any spelling, or an email address. `None` if there is none.
    ///
    /// Refused if the digits are the id of one customer and the phone number of another.
    pub async fn find_customer(&self, text: &str) -> Result<Option<Customer>> {
        let known = self.store.credentials(&Identifier::read(text)).await.map_err(store_error)?;
        let by_identifier = known.map(|known| known.customer);
        let by_id = match customer_id(text) {
            Some(customer_id) => self.store.customer(customer_id).await.map_err(store_error)?,
            None => None,
        };
        match (by_id, by_identifier) {
            (Some(one), Some(other)) if one.customer_id != other.customer_id => Err(Error::conflict(
                "ambiguous",
                format!(
                    "{text} is the id of one customer and the phone number of another; write the phone number with +856, or \
                     name the email address"
                ),
            )),
            (by_id, by_identifier) => Ok(by_id.or(by_identifier)),
        }
    }

    /// All data of a customer in this service. Changes nothing.
    pub async fn export(&self, customer_id: i64) -> Result<AccountExport> {
        let CustomerContact { customer, phone_verified_at, email_verified_at, .. } =
            self.contact(customer_id).await?;
        let Customer { details, role, created_at, .. } = customer;
        // A number that is not verified may belong to another person. Messages with it are not exported.
        let phone = details.phone.as_deref().filter(|_| phone_verified_at > 0);
        let email = details.email.as_deref().filter(|_| email_verified_at > 0);
        let contacts = self.store.export_contacts(customer_id, phone, email).await.map_err(store_error)?;
        let sessions = self.store.export_sessions(customer_id).await.map_err(store_error)?;
        let devices = self.store.export_devices(customer_id).await.map_err(store_error)?;
        let events = self.store.export_events(customer_id).await.map_err(store_error)?;
        let addresses = self.store.addresses(customer_id).await.map_err(store_error)?;
        let actions = self.store.export_staff_actions(customer_id).await.map_err(store_error)?;
        let block = self.store.block_of(customer_id).await.map_err(store_error)?;
        let home_branch_id = self.store.home_branch_of(customer_id).await.map_err(store_error)?;
        let former_identifier = self.store.former_identifier_of(customer_id).await.map_err(store_error)?;
        let verified_at = |at: i64| Some(at).filter(|at| *at > 0).map(rfc3339);
        let notes = self.store.customer_notes(customer_id, i64::MAX).await.map_err(store_error)?;
        Ok(AccountExport {
            sessions: sessions
                .into_iter()
                .map(|session| ExportedSession {
                    device: session.device,
                    created_at: rfc3339(session.created_at),
                    last_used_at: rfc3339(session.seen_at),
                    expires_at: rfc3339(session.expires_at),
                })
                .collect(),
            known_browsers: devices
                .into_iter()
                .map(|seen_at| KnownBrowser { last_login_at: rfc3339(seen_at) })
                .collect(),
            events: events
                .into_iter()
                .map(|event| ExportedEvent {
                    at: rfc3339(event.at),
                    log_type: event.log_type,
                    log_value: event.log_value,
                })
                .collect(),
            contact_messages: contacts.into_iter().map(ContactMessage::from).collect(),
            addresses: addresses.into_iter().map(ExportedAddress::from).collect(),
            staff_actions: actions.into_iter().map(StaffAction::from).collect(),
            block: block.map(|block| ExportedBlock { at: rfc3339(block.at), reason: block.reason }),
            staff_notes: notes
                .into_iter()
                .map(|note| ExportedNote { at: rfc3339(note.at), note: note.note })
                .collect(),
            profile: Profile {
                customer_id,
                fname: details.fname,
                lname: details.lname,
                phone: details.phone,
                email: details.email,
                phone_verified_at: verified_at(phone_verified_at),
                email_verified_at: verified_at(email_verified_at),
                former_identifier,
                role: role.into_str(),
                home_branch_id,
                registered_at: rfc3339(created_at),
            },
        })
    }

    /// The erasure of a customer that was begun or completed.
    pub async fn erasure(&self, customer_id: i64) -> Result<Option<Erasure>> {
        self.store.erasure(customer_id).await.map_err(store_error)
    }

    /// First step of an erasure: replaces the password hash by one that no password matches, and ends every
    /// session, so that the customer writes nothing more. Refused for the staff. A repetition returns the erasure
    /// that was begun.
    pub async fn begin_erasure(&self, customer_id: i64) -> Result<Erasure> {
        self.begin_erasure_as(Actor::OPERATOR, customer_id).await
    }

    pub(super) async fn begin_erasure_as(&self, actor: Actor<'_>, customer_id: i64) -> Result<Erasure> {
        self.begin_proven_erasure(actor, customer_id, None).await
    }

    /// First step of an erasure with the `proof` of a customer who closes the account; see
    /// [`AccountService::begin_erasure`].
    pub(super) async fn begin_proven_erasure(
        &self,
        actor: Actor<'_>,
        customer_id: i64,
        proof: Option<&ErasureProof>,
    ) -> Result<Erasure> {
        let customer = self.customer(customer_id).await?;
        let is_new = self.erasure(customer_id).await?.is_none();
        let (hash, now) = (self.hasher.unmatchable_hash(), self.clock.now_ms());
        let by_customer = (actor.account_id == customer_id, proof);
        if customer.role.is_staff() {
            return Err(is_staff());
        }
        match self.store.begin_erasure(customer_id, hash, by_customer, now).await? {
            BeganErasure::Done => {}
            BeganErasure::NoCustomer => return Err(is_staff()),
            BeganErasure::CodeUsed => return Err(wrong_code()),
        }
        if is_new {
            security::record_by(actor, SecurityEvent::Erasure, customer_id);
        }
        let erasure = self.erasure(customer_id).await?;
        erasure.ok_or_else(|| Error::internal("the erasure was not recorded"))
    }

    /// Records that `service` has erased its data of the customer.
    pub async fn confirm_erasure(&self, customer_id: i64, service: &str) -> Result<()> {
        self.store.confirm_erasure(customer_id, service, self.clock.now_ms()).await
    }

    /// Last step of an erasure, after all other services have confirmed: deletes the customer with sessions, addresses, events
    /// and contact messages. The record of the erasure stays, and so do entries of the audit log, without name and address. A
    /// repetition deletes what was written meanwhile.
    ///
    /// A customer who closes the account may have entered another person's number or address. So contact messages and codes for
    /// an unverified number or address are deleted only if the staff or the operator erase the customer.
    pub async fn erase(&self, customer_id: i64) -> Result<()> {
        let Some(contact) = self.store.contact(customer_id).await.map_err(store_error)? else {
            return self.store.delete_remains(customer_id).await;
        };
        let CustomerContact { customer, phone_verified_at, email_verified_at, .. } = contact;
        // Earlier releases granted a role during an erasure.
        if customer.role.is_staff() {
            return Err(is_staff());
        }
        let erasure = self.erasure(customer_id).await?;
        let needs_proof = erasure.is_some_and(|erasure| erasure.is_by_customer);
        let deleted = DeletedCustomer {
            phone: customer.details.phone.as_deref().filter(|_| !needs_proof || phone_verified_at > 0),
            email: customer.details.email.as_deref().filter(|_| !needs_proof || email_verified_at > 0),
            customer: &customer,
        };
        let rate_limits = self.counters_of_customer(&customer);
        self.store.delete_customer(&deleted, &rate_limits, self.clock.now_ms()).await?;
        self.fill_audit_search().await
    }

    /// Names of the counters of a customer's id. The counters of codes and notices for a number or address stay until they
    /// expire, within a day. They are digests. They protect the owner of the number from messages: another person could
    /// register it, close the account and register it again.
    fn counters_of_customer(&self, customer: &Customer) -> Vec<String> {
        let customer_id = customer.customer_id;
        let (id, subject) = (customer_id.to_string(), subject_of_account(customer_id));
        let of_logins = [LimitedAction::FailedLoginOfAccount, LimitedAction::LoginDelayOfAccount]
            .map(|kind| self.rate_limit_counter(kind, &subject));
        let of_id = [
            LimitedAction::WrongCurrentPassword,
            LimitedAction::WrongSecondFactor,
            LimitedAction::ProfileChangeOfAccount,
            LimitedAction::AddressChangeOfAccount,
            LimitedAction::ContactFromAccount,
            LimitedAction::CodeFromKnownBrowsers,
            LimitedAction::CodeRequestOfAccount,
            LimitedAction::CodeRequestOfAccountInDay,
            LimitedAction::DeviceNoticeOfAccountInDay,
            LimitedAction::PasswordNoticeOfAccountInDay,
            // Of codes that confirm a step in a session.
            LimitedAction::WrongCodeOfRecipient,
            LimitedAction::WrongCodeOfRecipientInDay,
        ]
        .map(|kind| self.rate_limit_counter(kind, &id));
        let codes = CodePurpose::VARIANTS.iter().map(|purpose| self.codes_of_account(customer_id, *purpose));
        let Details { phone, email, .. } = &customer.details;
        let of_browsers = [phone, email].into_iter().flatten().flat_map(|recipient| {
            [
                LimitedAction::CodeToKnownBrowsers,
                LimitedAction::CodeToKnownBrowsersInDay,
                LimitedAction::WrongCodeFromKnownBrowsers,
                LimitedAction::WrongCodeFromKnownBrowsersInDay,
            ]
            .map(|kind| self.rate_limit_counter(kind, &format!("{id} {recipient}")))
        });
        let all = of_logins.into_iter().chain(of_id).chain(codes).chain(of_browsers);
        all.map(|counter| counter.name).collect()
    }

    /// Empties the write-ahead log, in which deleted content is still readable. Returns false while it is in use.
    pub async fn empty_log(&self) -> Result<bool> {
        self.store.empty_log().await
    }
}

fn is_staff() -> Error {
    Error::conflict("is_staff", "the account has the staff role")
}

/// The id that a text of digits is.
pub fn customer_id(text: &str) -> Option<i64> {
    text.trim().parse().ok().filter(|id| *id > 0 && !text.contains('+'))
}

impl From<StoredAddress> for ExportedAddress {
    fn from(from: StoredAddress) -> Self {
        let StoredAddress { address, is_default, changed_at, .. } = from;
        let position = address.position.map(|position| {
            let (lat, lng) = position.degrees();
            format!("{lat:.6},{lng:.6}")
        });
        Self {
            label: address.label,
            receiver: address.receiver,
            phone: address.phone,
            province: address.province,
            district: address.district,
            village: address.village,
            landmark: address.landmark,
            driver_note: address.driver_note,
            position,
            is_default,
            changed_at: rfc3339(changed_at),
        }
    }
}

impl From<AuditEntry> for StaffAction {
    fn from(from: AuditEntry) -> Self {
        let AuditEntry { at, action, subject, detail, client_address, .. } = from;
        Self { at: rfc3339(at), action, subject, detail, client_address }
    }
}

impl From<StoredContact> for ContactMessage {
    fn from(from: StoredContact) -> Self {
        let sender = Sender::ALL.into_iter().find(|it| it.number() == from.sender_type);
        let topic = Topic::ALL.into_iter().find(|it| it.number() == from.topic);
        Self {
            contact_id: from.contact_id,
            at: rfc3339(from.at),
            sender: sender.map_or("unknown", Sender::name),
            topic: topic.map_or("unknown", Topic::name),
            name: from.name,
            phone: from.phone,
            email: from.email,
            message: from.message,
        }
    }
}
