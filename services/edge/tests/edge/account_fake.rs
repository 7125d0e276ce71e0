//! An in-memory accounts service, sufficient for testing the edge. The real one is tested in its own crate, and both
//! together in `services/heuan`.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use heuan_proto::{
    accounts::v1::{
        accounts_service_server::AccountsService, code_service_server::CodeService,
        contact_service_server::ContactService, staff_service_server::StaffService, *,
    },
    rpc::v1::FieldError,
};
use heuan_rpc::{Code, Error};
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
    /// Services that confirmed an erasure.
    pub erased: Vec<String>,
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
        let customer = self.answer()?.customer(request.into_inner().customer_id);
        Ok(Response::new(GetContactResponse { customer, ..GetContactResponse::default() }))
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

#[tonic::async_trait]
impl CodeService for FakeAccounts {
    async fn request_code(&self, request: Request<RequestCodeRequest>) -> GrpcResult<RequestCodeResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        if !request.reaches_phone {
            return Err(refused(Code::Conflict, "no_channel"));
        }
        let is_confirmation = request.purpose() == CodePurpose::Confirm;
        let recipient = if is_confirmation { "noy@example.com" } else { "" }.to_owned();
        stored.codes.push(request);
        Ok(Response::new(RequestCodeResponse { expires_at_ms: LATER, resend_at_ms: LATER, recipient }))
    }

    async fn sign_in_by_code(
        &self,
        request: Request<SignInByCodeRequest>,
    ) -> GrpcResult<SignInByCodeResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        if request.code != "012345" {
            return Err(Error::invalid("code", "is wrong").into());
        }
        let known = stored.customers.iter().find(|one| one.phone == request.identifier).cloned();
        let is_new = known.is_none();
        let customer = known.unwrap_or_else(|| Customer {
            customer_id: 100 + stored.customers.len() as i64,
            phone: request.identifier,
            role: Role::Customer.into(),
            created_at_ms: 1_795_194_000_000,
            ..Customer::default()
        });
        if is_new {
            stored.customers.push(customer.clone());
        }
        stored.previous.push(request.previous_token.clone());
        let session = stored.open(customer.customer_id, &request.previous_token);
        Ok(Response::new(SignInByCodeResponse {
            customer: Some(customer),
            session: Some(session),
            device_token: vec![9; 32],
            is_new,
            ..Default::default()
        }))
    }

    async fn close_account(&self, request: Request<CloseAccountRequest>) -> GrpcResult<CloseAccountResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        if request.password != PASSWORD && request.code != "012345" {
            return Err(Error::invalid("password", "is not the current password").into());
        }
        stored.sessions.retain(|_, owner| *owner != request.customer_id);
        let erasure = Some(CustomerErasure { begun_at_ms: 1_795_194_000_000, confirmed: Vec::new() });
        Ok(Response::new(CloseAccountResponse { erasure }))
    }

    async fn list_unfinished_erasures(
        &self,
        _: Request<ListUnfinishedErasuresRequest>,
    ) -> GrpcResult<ListUnfinishedErasuresResponse> {
        Ok(Response::new(ListUnfinishedErasuresResponse::default()))
    }
}

#[tonic::async_trait]
impl ContactService for FakeAccounts {
    async fn submit_message(
        &self,
        request: Request<SubmitMessageRequest>,
    ) -> GrpcResult<SubmitMessageResponse> {
        let mut stored = self.answer()?;
        stored.messages.push(request.into_inner());
        Ok(Response::new(SubmitMessageResponse { contact_id: stored.messages.len() as i64 }))
    }
}

#[tonic::async_trait]
impl StaffService for FakeAccounts {
    async fn list_staff(&self, _: Request<ListStaffRequest>) -> GrpcResult<ListStaffResponse> {
        let stored = self.answer()?;
        let mut staff = stored.customers.clone();
        staff.retain(|one| one.role() != Role::Customer);
        Ok(Response::new(ListStaffResponse { staff, home_branch_ids: stored.home_branches.clone() }))
    }

    async fn add_staff(&self, request: Request<AddStaffRequest>) -> GrpcResult<AddStaffResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        stored.staff_addresses.push(request.client_address);
        let customer = Customer {
            customer_id: 100 + stored.customers.len() as i64,
            role: request.role,
            fname: request.fname,
            lname: request.lname,
            phone: request.phone,
            email: request.email,
            created_at_ms: 1_795_194_000_000,
        };
        stored.customers.push(customer.clone());
        let temporary_password = "one-time-9876".to_owned();
        Ok(Response::new(AddStaffResponse { customer: Some(customer), temporary_password }))
    }

    async fn set_staff_role(
        &self,
        request: Request<SetStaffRoleRequest>,
    ) -> GrpcResult<SetStaffRoleResponse> {
        let request = request.into_inner();
        if request.customer_id == request.actor_id {
            return Err(refused(Code::Conflict, "last_manager"));
        }
        let mut stored = self.answer()?;
        stored.staff_addresses.push(request.client_address);
        let one = stored.customers.iter_mut().find(|one| one.customer_id == request.customer_id);
        let one = one.ok_or_else(|| Status::not_found("no such customer"))?;
        one.role = request.role;
        Ok(Response::new(SetStaffRoleResponse { customer: Some(one.clone()) }))
    }

    async fn set_staff_home_branch(
        &self,
        request: Request<SetStaffHomeBranchRequest>,
    ) -> GrpcResult<SetStaffHomeBranchResponse> {
        let SetStaffHomeBranchRequest { customer_id, branch_id, .. } = request.into_inner();
        let mut stored = self.answer()?;
        let customer = stored.customer(customer_id).ok_or_else(|| Status::not_found("no such customer"))?;
        match branch_id {
            Some(branch_id) => stored.home_branches.insert(customer_id, branch_id),
            None => stored.home_branches.remove(&customer_id),
        };
        Ok(Response::new(SetStaffHomeBranchResponse { customer: Some(customer) }))
    }

    async fn begin_second_factor(
        &self,
        _: Request<BeginSecondFactorRequest>,
    ) -> GrpcResult<BeginSecondFactorResponse> {
        let (secret, url) = ("GEZDGNBVGY3TQOJQ".to_owned(), "otpauth://totp/Heuan:020".to_owned());
        Ok(Response::new(BeginSecondFactorResponse { secret, url }))
    }

    async fn confirm_second_factor(
        &self,
        _: Request<ConfirmSecondFactorRequest>,
    ) -> GrpcResult<ConfirmSecondFactorResponse> {
        self.answer()?.second_factor = SecondFactor::Verified.into();
        Ok(Response::new(ConfirmSecondFactorResponse { recovery_codes: vec!["k7mq2-xw9fa".to_owned()] }))
    }

    async fn verify_second_factor(
        &self,
        request: Request<VerifySecondFactorRequest>,
    ) -> GrpcResult<VerifySecondFactorResponse> {
        if request.into_inner().code != "123456" {
            return Err(Error::invalid("code", "is wrong").into());
        }
        self.answer()?.second_factor = SecondFactor::Verified.into();
        Ok(Response::new(VerifySecondFactorResponse {}))
    }

    async fn renew_recovery_codes(
        &self,
        request: Request<RenewRecoveryCodesRequest>,
    ) -> GrpcResult<RenewRecoveryCodesResponse> {
        if request.into_inner().code != "123456" {
            return Err(Error::invalid("code", "is wrong").into());
        }
        Ok(Response::new(RenewRecoveryCodesResponse { recovery_codes: vec!["3h8vn-0ptrc".to_owned()] }))
    }

    async fn reset_second_factor(
        &self,
        request: Request<ResetSecondFactorRequest>,
    ) -> GrpcResult<ResetSecondFactorResponse> {
        let mut stored = self.answer()?;
        stored.staff_addresses.push(request.into_inner().client_address);
        stored.second_factor = SecondFactor::NotRequired.into();
        Ok(Response::new(ResetSecondFactorResponse {}))
    }

    async fn record_audit(&self, request: Request<RecordAuditRequest>) -> GrpcResult<RecordAuditResponse> {
        if self.0.audit_down.load(Ordering::SeqCst) {
            return Err(Status::unavailable("down"));
        }
        let mut stored = self.answer()?;
        stored.audit.push(request.into_inner());
        Ok(Response::new(RecordAuditResponse { entry_id: format!("{:032x}", stored.audit.len()) }))
    }

    async fn complete_audit(
        &self,
        request: Request<CompleteAuditRequest>,
    ) -> GrpcResult<CompleteAuditResponse> {
        self.answer()?.audit_ends.push(request.into_inner());
        Ok(Response::new(CompleteAuditResponse {}))
    }

    async fn list_audit(&self, request: Request<ListAuditRequest>) -> GrpcResult<ListAuditResponse> {
        let request = request.into_inner();
        let entry = AuditEntry {
            entry_id: "1".repeat(32),
            at_ms: request.from_ms,
            actor_id: 7,
            actor_name: "=Kham".to_owned(),
            role: Role::Clerk.into(),
            action: "POST /api/staff/orders/{order_id}/actions".to_owned(),
            subject: request.search,
            detail: request.to_ms.to_string(),
            client_address: "10.0.0.1".to_owned(),
            status: if request.cursor.is_empty() { 200 } else { 0 },
        };
        let next_cursor = if request.cursor.is_empty() { "2".repeat(32) } else { String::new() };
        Ok(Response::new(ListAuditResponse { entries: vec![entry], next_cursor }))
    }

    async fn list_contact_messages(
        &self,
        request: Request<ListContactMessagesRequest>,
    ) -> GrpcResult<ListContactMessagesResponse> {
        let request = request.into_inner();
        let all = self.answer()?.messages.clone();
        let messages = all.iter().enumerate().rev().map(|(index, one)| contact(index as i64 + 1, one));
        let messages = messages.filter(|one| request.before_id == 0 || one.contact_id < request.before_id);
        let messages: Vec<_> = messages.take(request.limit as usize).collect();
        Ok(Response::new(ListContactMessagesResponse { messages, open: all.len() as i64 }))
    }

    async fn set_contact_message_done(
        &self,
        request: Request<SetContactMessageDoneRequest>,
    ) -> GrpcResult<SetContactMessageDoneResponse> {
        let request = request.into_inner();
        let stored = self.answer()?;
        let one = stored.messages.get(request.contact_id as usize - 1);
        let one = one.ok_or_else(|| Status::not_found("no such message"))?;
        let (at, by) = if request.done { (LATER, "Kham".to_owned()) } else { (0, String::new()) };
        let message = ContactMessage { done_at_ms: at, done_by: by, ..contact(request.contact_id, one) };
        Ok(Response::new(SetContactMessageDoneResponse { message: Some(message) }))
    }
}

fn contact(contact_id: i64, from: &SubmitMessageRequest) -> ContactMessage {
    ContactMessage {
        contact_id,
        at_ms: 1_795_194_000_000,
        sender_type: from.sender_type,
        topic: from.topic,
        name: from.name.clone(),
        phone: from.phone.clone(),
        message: from.message.clone(),
        ..ContactMessage::default()
    }
}
