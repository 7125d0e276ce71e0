//! An in-memory accounts service, sufficient for testing the edge. The real one is tested in its own crate, and both
//! together in `services/heuan`.

mod codes;
mod staff;

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use heuan_proto::{
    accounts::v1::{accounts_service_server::AccountsService, *},
    privacy::v1::PersonalAttachment,
    rpc::v1::FieldError,
};
use heuan_rpc::{Code, ErasedCustomer, Error};
use heuan_testkit::eventually;
use tonic::{Request, Response, Status};

type GrpcResult<T> = Result<Response<T>, Status>;

/// Password of every account.
pub const PASSWORD: &str = "correct horse";
/// Ten years after the tests' current time, in milliseconds.
const LATER: i64 = 2_000_000_000_000;

#[derive(Clone, Default)]
pub struct FakeAccounts(Arc<Inner>);

#[derive(Default)]
struct Inner {
    stored: Mutex<Stored>,
    down: AtomicBool,
    renewing: AtomicBool,
    audit_down: AtomicBool,
}

#[derive(Default)]
pub struct Stored {
    /// Customers are not blocked.
    pub none_blocked: bool,
    pub customers: Vec<Customer>,
    pub sessions: HashMap<Vec<u8>, i64>,
    /// Client addresses and previous sessions of logins and registrations.
    pub addresses: Vec<String>,
    pub previous: Vec<Vec<u8>>,
    /// User agents and device tokens of logins and registrations.
    pub devices: Vec<(String, Vec<u8>)>,
    pub events: Vec<(String, String)>,
    /// Requested codes.
    pub codes: Vec<RequestCodeRequest>,
    pub passwords: Vec<(i64, String)>,
    /// Device tokens of changes that end other sessions.
    pub kept_devices: Vec<Vec<u8>>,
    /// Device tokens of new passwords by a code.
    pub reset_devices: Vec<Vec<u8>>,
    /// Images of the chat in the next export, which the first service returns.
    pub attachments: Vec<PersonalAttachment>,
    /// Services that confirmed an erasure.
    pub erased: Vec<String>,
    /// Requests to the services to erase a customer.
    pub erasures: Vec<ErasedCustomer>,
    pub messages: Vec<SubmitMessageRequest>,
    /// Addresses of all books, each with its customer.
    pub addresses_of: Vec<(i64, SavedAddress)>,
    /// Staff actions: their begins, and how they ended.
    pub audit: Vec<RecordAuditRequest>,
    pub audit_ends: Vec<CompleteAuditRequest>,
    /// Client addresses of staff actions on accounts.
    pub staff_addresses: Vec<String>,
    /// Second factor of every session.
    pub second_factor: i32,
    /// Whether every session has a temporary password.
    pub has_temporary_password: bool,
    /// Home branches of the staff.
    pub home_branches: HashMap<i64, i64>,
    /// Customers whose number a code has verified.
    pub verified: Vec<i64>,
}

impl FakeAccounts {
    /// From now on every call fails.
    pub fn set_down(&self, down: bool) {
        self.0.down.store(down, Ordering::SeqCst);
    }

    /// From now on no staff action can be recorded.
    pub fn refuse_audit(&self, down: bool) {
        self.0.audit_down.store(down, Ordering::SeqCst);
    }

    /// The next session lookup extends the session.
    pub fn renew_next(&self) {
        self.0.renewing.store(true, Ordering::SeqCst);
    }

    /// The ends of staff actions, once there are `count`.
    pub async fn ended_audit(&self, count: usize) -> Vec<CompleteAuditRequest> {
        eventually("the actions have ended", async || self.stored().audit_ends.len() >= count).await;
        self.stored().audit_ends.clone()
    }

    /// Grants the role of a manager.
    pub fn make_staff(&self, phone: &str) {
        self.set_role(phone, Role::Manager);
    }

    /// Revokes the role without ending the session.
    pub fn make_customer(&self, phone: &str) {
        self.set_role(phone, Role::Customer);
    }

    /// Sets a role without ending the session.
    pub fn set_role(&self, phone: &str, role: Role) {
        for one in self.stored().customers.iter_mut().filter(|one| one.phone == phone) {
            one.role = role.into();
        }
    }

    /// Thirty days pass.
    pub fn expire_all(&self) {
        self.stored().sessions.clear();
    }

    pub fn stored(&self) -> MutexGuard<'_, Stored> {
        self.0.stored.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn answer(&self) -> Result<MutexGuard<'_, Stored>, Status> {
        if self.0.down.load(Ordering::SeqCst) { Err(Status::unavailable("down")) } else { Ok(self.stored()) }
    }
}

impl Stored {
    fn open(&mut self, customer_id: i64, previous: &[u8]) -> Session {
        self.sessions.remove(previous);
        let mut token = vec![7; 32];
        token[..8].copy_from_slice(&(self.previous.len() as u64).to_be_bytes());
        self.sessions.insert(token.clone(), customer_id);
        Session { token, expires_at_ms: LATER }
    }

    pub fn customer(&self, customer_id: i64) -> Option<Customer> {
        self.customers.iter().find(|one| one.customer_id == customer_id).cloned()
    }
}

/// As the accounts service makes it.
fn session_id(token: &[u8]) -> String {
    use std::fmt::Write as _;

    use sha2::Digest as _;
    let digest = sha2::Sha256::digest(token);
    let mut id = String::new();
    for byte in digest.iter().take(8) {
        write!(id, "{byte:02x}").expect("a String takes every write");
    }
    id
}

fn refused(code: Code, reason: &str) -> Status {
    let mut error = Error::new(code, "refused");
    reason.clone_into(&mut error.detail.reason);
    error.into()
}

#[tonic::async_trait]
impl AccountsService for FakeAccounts {
    async fn register(&self, request: Request<RegisterRequest>) -> GrpcResult<RegisterResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        if request.fname.is_empty() || request.phone.is_empty() {
            let mut error = Error::invalid("fname", "is needed");
            for field in ["fname", "phone"] {
                let (field, message) = (field.to_owned(), "is needed".to_owned());
                error.detail.errors.push(FieldError { field, message, reason: "required".to_owned() });
            }
            return Err(error.into());
        }
        if stored.customers.iter().any(|one| one.phone == request.phone) {
            return Err(refused(Code::Conflict, "taken"));
        }
        let customer = Customer {
            customer_id: 100 + stored.customers.len() as i64,
            fname: request.fname,
            lname: request.lname,
            phone: request.phone,
            email: request.email,
            role: Role::Customer.into(),
            created_at_ms: 1_795_194_000_000,
        };
        stored.customers.push(customer.clone());
        stored.addresses.push(request.client_address);
        stored.previous.push(request.previous_token.clone());
        stored.devices.push((request.user_agent, request.device_token));
        let session = stored.open(customer.customer_id, &request.previous_token);
        Ok(Response::new(RegisterResponse {
            customer: Some(customer),
            session: Some(session),
            device_token: vec![9; 32],
        }))
    }

    async fn login(&self, request: Request<LoginRequest>) -> GrpcResult<LoginResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        if request.identifier == "limited" {
            let mut error = Error::new(Code::ResourceExhausted, "too many tries");
            error.detail.retry_after_ms = 61_500;
            return Err(error.into());
        }
        let customer = stored.customers.iter().find(|one| one.phone == request.identifier).cloned();
        let customer = customer.filter(|_| request.password == PASSWORD);
        let customer = customer.ok_or_else(|| refused(Code::Unauthenticated, "credentials"))?;
        stored.addresses.push(request.client_address);
        stored.previous.push(request.previous_token.clone());
        stored.devices.push((request.user_agent, request.device_token));
        let session = stored.open(customer.customer_id, &request.previous_token);
        Ok(Response::new(LoginResponse {
            customer: Some(customer),
            session: Some(session),
            device_token: vec![9; 32],
            new_device: None,
        }))
    }

    async fn logout(&self, request: Request<LogoutRequest>) -> GrpcResult<LogoutResponse> {
        self.answer()?.sessions.remove(&request.into_inner().token);
        Ok(Response::new(LogoutResponse {}))
    }

    async fn list_sessions(&self, request: Request<ListSessionsRequest>) -> GrpcResult<ListSessionsResponse> {
        let ListSessionsRequest { customer_id, token } = request.into_inner();
        let stored = self.answer()?;
        let own = stored.sessions.iter().filter(|(_, owner)| **owner == customer_id);
        let mut sessions: Vec<SessionSummary> = own
            .map(|(other, _)| SessionSummary {
                session_id: session_id(other),
                device: "Chrome on Android".to_owned(),
                created_at_ms: 1_795_194_000_000,
                last_used_at_ms: 1_795_194_000_000,
                is_current: *other == token,
            })
            .collect();
        sessions.sort_by_key(|session| session.is_current);
        Ok(Response::new(ListSessionsResponse { sessions }))
    }

    async fn list_ended_sessions(
        &self,
        request: Request<ListEndedSessionsRequest>,
    ) -> GrpcResult<ListEndedSessionsResponse> {
        let stored = self.answer()?;
        let mut ended_session_ids = request.into_inner().session_ids;
        ended_session_ids.retain(|id| !stored.sessions.keys().any(|token| session_id(token) == *id));
        Ok(Response::new(ListEndedSessionsResponse { ended_session_ids }))
    }

    async fn end_session(&self, request: Request<EndSessionRequest>) -> GrpcResult<EndSessionResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        let before = stored.sessions.len();
        stored
            .sessions
            .retain(|token, owner| *owner != request.customer_id || session_id(token) != request.session_id);
        if stored.sessions.len() == before {
            return Err(Status::not_found("no such session"));
        }
        Ok(Response::new(EndSessionResponse {}))
    }

    async fn end_all_sessions(
        &self,
        request: Request<EndAllSessionsRequest>,
    ) -> GrpcResult<EndAllSessionsResponse> {
        let EndAllSessionsRequest { customer_id, kept_token, device_token, .. } = request.into_inner();
        let mut stored = self.answer()?;
        stored.kept_devices.push(device_token);
        stored.sessions.retain(|token, owner| *owner != customer_id || *token == kept_token);
        Ok(Response::new(EndAllSessionsResponse {}))
    }

    async fn get_session(&self, request: Request<GetSessionRequest>) -> GrpcResult<GetSessionResponse> {
        let stored = self.answer()?;
        let GetSessionRequest { token, peek, .. } = request.into_inner();
        let customer_id = stored.sessions.get(&token);
        let customer_id = customer_id.ok_or_else(|| refused(Code::Unauthenticated, "session"))?;
        let renewed = !peek && self.0.renewing.swap(false, Ordering::SeqCst);
        Ok(Response::new(GetSessionResponse {
            customer: stored.customer(*customer_id),
            expires_at_ms: LATER,
            renewed,
            second_factor: stored.second_factor,
            has_temporary_password: stored.has_temporary_password,
            home_branch_id: stored.home_branches.get(customer_id).copied(),
        }))
    }

    async fn get_customer(&self, request: Request<GetCustomerRequest>) -> GrpcResult<GetCustomerResponse> {
        let customer = self.answer()?.customer(request.into_inner().customer_id);
        Ok(Response::new(GetCustomerResponse { customer }))
    }

    async fn get_contact(&self, request: Request<GetContactRequest>) -> GrpcResult<GetContactResponse> {
        let customer_id = request.into_inner().customer_id;
        let stored = self.answer()?;
        let phone_verified_at_ms = i64::from(stored.verified.contains(&customer_id));
        let customer = stored.customer(customer_id);
        Ok(Response::new(GetContactResponse {
            customer,
            phone_verified_at_ms,
            ..GetContactResponse::default()
        }))
    }

    async fn update_profile(
        &self,
        request: Request<UpdateProfileRequest>,
    ) -> GrpcResult<UpdateProfileResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        let one = stored.customers.iter_mut().find(|one| one.customer_id == request.customer_id);
        let one = one.ok_or_else(|| Status::not_found("no such customer"))?;
        let sessions_ended = (&one.phone, &one.email) != (&request.phone, &request.email);
        if sessions_ended && request.current_password != PASSWORD {
            return Err(Error::invalid("current_password", "is not the current password").into());
        }
        (one.fname, one.lname, one.phone, one.email) =
            (request.fname, request.lname, request.phone, request.email);
        let customer = Some(one.clone());
        if sessions_ended {
            let (customer_id, token) = (request.customer_id, request.token);
            stored.sessions.retain(|other, owner| *owner != customer_id || *other == token);
        }
        Ok(Response::new(UpdateProfileResponse { customer, sessions_ended }))
    }

    async fn change_password(
        &self,
        request: Request<ChangePasswordRequest>,
    ) -> GrpcResult<ChangePasswordResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        if request.current_password != PASSWORD {
            return Err(Error::invalid("current", "is not the present password").into());
        }
        stored.passwords.push((request.customer_id, request.new_password));
        stored.kept_devices.push(request.device_token);
        stored.sessions.retain(|token, owner| *owner != request.customer_id || *token == request.token);
        Ok(Response::new(ChangePasswordResponse {}))
    }

    async fn reset_password(
        &self,
        request: Request<ResetPasswordRequest>,
    ) -> GrpcResult<ResetPasswordResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        let customer = stored.customers.iter().find(|one| one.phone == request.identifier);
        let known = customer.map(|one| one.customer_id).filter(|_| request.code == "012345");
        let customer_id = known.ok_or_else(|| Error::invalid("code", "is wrong"))?;
        stored.passwords.push((customer_id, request.new_password));
        stored.reset_devices.push(request.device_token);
        stored.sessions.retain(|_, owner| *owner != customer_id);
        Ok(Response::new(ResetPasswordResponse { customer_id }))
    }

    async fn record_event(&self, request: Request<RecordEventRequest>) -> GrpcResult<RecordEventResponse> {
        let request = request.into_inner();
        self.answer()?.events.push((request.log_type, request.log_value));
        Ok(Response::new(RecordEventResponse {}))
    }
}
