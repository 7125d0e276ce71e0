//! Customers of the fake accounts service for the staff, and their points in the fake orders service.

use std::collections::HashMap;

use heuan_proto::{
    accounts::v1::{
        AddCustomerNoteRequest, AddCustomerNoteResponse, BeginCustomerErasureRequest,
        BeginCustomerErasureResponse, CompleteCustomerErasureRequest, CompleteCustomerErasureResponse,
        ConfirmCustomerErasureRequest, ConfirmCustomerErasureResponse, CreateCustomerRequest,
        CreateCustomerResponse, Customer, CustomerBlock, CustomerDetails, CustomerErasure, CustomerNote,
        CustomerSummary, EndCustomerSessionsRequest, EndCustomerSessionsResponse, ExportCustomerRequest,
        ExportCustomerResponse, GetCustomerDetailsRequest, GetCustomerDetailsResponse, IssueResetCodeRequest,
        IssueResetCodeResponse, ListCustomersRequest, ListCustomersResponse, SessionSummary,
        SetCustomerBlockRequest, SetCustomerBlockResponse,
        staff_customer_service_server::StaffCustomerService,
    },
    orders::v1::{
        CorrectPointsRequest, CorrectPointsResponse, CountCustomerOrdersRequest, CountCustomerOrdersResponse,
        GetCustomerPointsRequest, GetCustomerPointsResponse, ListOpenOrdersRequest, ListOpenOrdersResponse,
        PointsEntry, StaffPointsEntry, staff_customer_service_server::StaffCustomerService as CustomerOrders,
    },
    privacy::v1::PersonalAttachment,
};
use heuan_rpc::{ErasedCustomer, Error, PersonalDataStore};
use serde_json::json;
use tonic::{Request, Response, Status};

use crate::{
    account_fake::FakeAccounts,
    order_fake::{FakeOrders, Received},
};

type GrpcResult<T> = Result<Response<T>, Status>;

/// Saturday noon of the tests, in milliseconds.
const NOW: i64 = 1_795_194_000_000;

fn block(reason: &str) -> CustomerBlock {
    CustomerBlock { at_ms: NOW, reason: reason.to_owned(), by: "Kham Sy".to_owned() }
}

fn note(text: &str) -> CustomerNote {
    CustomerNote { note_id: "1".repeat(32), at_ms: NOW, by: "Kham Sy".to_owned(), text: text.to_owned() }
}

#[tonic::async_trait]
impl StaffCustomerService for FakeAccounts {
    async fn list_customers(
        &self,
        request: Request<ListCustomersRequest>,
    ) -> GrpcResult<ListCustomersResponse> {
        let request = request.into_inner();
        let mut customers = self.answer()?.customers.clone();
        customers.retain(|one| one.phone.contains(&request.search));
        customers.truncate(request.limit as usize);
        let blocked_at_ms = if request.blocked_only { NOW } else { 0 };
        let summary = |one| CustomerSummary { customer: Some(one), blocked_at_ms };
        let customers = customers.into_iter().map(summary).collect();
        Ok(Response::new(ListCustomersResponse { customers, next_cursor: request.cursor }))
    }

    async fn create_customer(
        &self,
        request: Request<CreateCustomerRequest>,
    ) -> GrpcResult<CreateCustomerResponse> {
        let CreateCustomerRequest { fname, lname, phone, client_address, .. } = request.into_inner();
        let mut stored = self.answer()?;
        stored.staff_addresses.push(client_address);
        if stored.customers.iter().any(|one| one.phone == phone) {
            return Err(Error::conflict("taken", "has an account already").into());
        }
        let customer =
            Customer { customer_id: 77, fname, lname, phone, created_at_ms: NOW, ..Default::default() };
        Ok(Response::new(CreateCustomerResponse { customer: Some(customer) }))
    }

    async fn get_customer_details(
        &self,
        request: Request<GetCustomerDetailsRequest>,
    ) -> GrpcResult<GetCustomerDetailsResponse> {
        let customer = self.answer()?.customer(request.into_inner().customer_id);
        let customer = customer.ok_or_else(|| Error::not_found("no such customer"))?;
        let block = (!self.stored().none_blocked).then(|| block("x"));
        let session = SessionSummary {
            session_id: "0123456789abcdef".to_owned(),
            device: "Chrome on Android".to_owned(),
            created_at_ms: NOW,
            last_used_at_ms: NOW,
            is_current: false,
        };
        let details = CustomerDetails {
            customer: Some(customer),
            block,
            sessions: vec![session],
            notes: vec![note("calls in the morning")],
            erasure: None,
        };
        Ok(Response::new(GetCustomerDetailsResponse { details: Some(details) }))
    }

    async fn add_customer_note(
        &self,
        request: Request<AddCustomerNoteRequest>,
    ) -> GrpcResult<AddCustomerNoteResponse> {
        drop(self.answer()?);
        Ok(Response::new(AddCustomerNoteResponse { note: Some(note(&request.into_inner().text)) }))
    }

    async fn set_customer_block(
        &self,
        request: Request<SetCustomerBlockRequest>,
    ) -> GrpcResult<SetCustomerBlockResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        stored.staff_addresses.push(request.client_address);
        if request.blocked {
            stored.sessions.retain(|_, owner| *owner != request.customer_id);
        }
        let block = request.blocked.then(|| block(&request.reason));
        Ok(Response::new(SetCustomerBlockResponse { block }))
    }

    async fn end_customer_sessions(
        &self,
        request: Request<EndCustomerSessionsRequest>,
    ) -> GrpcResult<EndCustomerSessionsResponse> {
        let EndCustomerSessionsRequest { customer_id, client_address, .. } = request.into_inner();
        let mut stored = self.answer()?;
        stored.staff_addresses.push(client_address);
        stored.sessions.retain(|_, owner| *owner != customer_id);
        Ok(Response::new(EndCustomerSessionsResponse {}))
    }

    async fn issue_reset_code(
        &self,
        request: Request<IssueResetCodeRequest>,
    ) -> GrpcResult<IssueResetCodeResponse> {
        self.answer()?.staff_addresses.push(request.into_inner().client_address);
        Ok(Response::new(IssueResetCodeResponse { code: "012345".to_owned(), expires_at_ms: NOW }))
    }

    async fn export_customer(
        &self,
        request: Request<ExportCustomerRequest>,
    ) -> GrpcResult<ExportCustomerResponse> {
        let customer = self.answer()?.customer(request.into_inner().customer_id);
        let customer = customer.ok_or_else(|| Error::not_found("no such customer"))?;
        let json = format!("{{\"profile\": {{\"fname\": \"{}\"}}}}", customer.fname).into_bytes();
        Ok(Response::new(ExportCustomerResponse { json }))
    }

    async fn begin_customer_erasure(
        &self,
        request: Request<BeginCustomerErasureRequest>,
    ) -> GrpcResult<BeginCustomerErasureResponse> {
        let BeginCustomerErasureRequest { customer_id, client_address, .. } = request.into_inner();
        let mut stored = self.answer()?;
        stored.staff_addresses.push(client_address);
        stored.sessions.retain(|_, owner| *owner != customer_id);
        let confirmed = vec!["search".to_owned()];
        let erasure = CustomerErasure { begun_at_ms: 1, confirmed, by_customer: false };
        Ok(Response::new(BeginCustomerErasureResponse { erasure: Some(erasure) }))
    }

    async fn confirm_customer_erasure(
        &self,
        request: Request<ConfirmCustomerErasureRequest>,
    ) -> GrpcResult<ConfirmCustomerErasureResponse> {
        let service = request.into_inner().service;
        self.answer()?.erased.push(service);
        Ok(Response::new(ConfirmCustomerErasureResponse {}))
    }

    async fn complete_customer_erasure(
        &self,
        request: Request<CompleteCustomerErasureRequest>,
    ) -> GrpcResult<CompleteCustomerErasureResponse> {
        let customer_id = request.into_inner().customer_id;
        let mut stored = self.answer()?;
        stored.customers.retain(|one| one.customer_id != customer_id);
        stored.erased.push("accounts".to_owned());
        Ok(Response::new(CompleteCustomerErasureResponse {}))
    }
}

/// Every service has the same data of each customer. Erasures are recorded in the accounts.
pub struct FakePersonalData(pub FakeAccounts);

impl PersonalDataStore for FakePersonalData {
    async fn export_json(&self, customer_id: i64) -> Result<(Vec<u8>, Vec<PersonalAttachment>), Error> {
        let order = json!({
            "number": "261121-7K3M9QTX", "created_at": "2026-11-21T09:00:00+07:00", "status": "completed",
            "payment": {"method": "cod", "reference": ""}, "customer_name": "Noy Keo", "phone": "+8562055512345",
            "delivery": {"method": "pickup", "branch_name_la": "", "branch_name_en": "Headquarters", "note": ""},
            "lines": [{"pro_id": 1, "name_la": "ຊີມັງ", "name_en": "Cement", "quantity": 2, "unit_la": "", "price": 58_000,
                "vatrate": 10, "total": 116_000}],
            "totals": {"subtotal": 116_000, "points_discount": 0, "delivery_fee": 0, "total": 116_000, "vat": [],
                "points_used": 0},
        });
        let data = json!({"of": customer_id, "orders": [order]});
        let attachments = std::mem::take(&mut self.0.stored().attachments);
        Ok((data.to_string().into_bytes(), attachments))
    }

    async fn erase(&self, customer: &ErasedCustomer) -> Result<(), Error> {
        self.0.stored().erasures.push(customer.clone());
        Ok(())
    }
}

#[tonic::async_trait]
impl CustomerOrders for FakeOrders {
    async fn list_open_orders(
        &self,
        request: Request<ListOpenOrdersRequest>,
    ) -> GrpcResult<ListOpenOrdersResponse> {
        let ListOpenOrdersRequest { actor, .. } = request.into_inner();
        let is_open = *self.has_open_order();
        self.record_call(Received::StaffRead(actor.unwrap_or_default(), "open".to_owned()))?;
        let numbers = if is_open { vec!["261121-7K3M9QTX".to_owned()] } else { Vec::new() };
        Ok(Response::new(ListOpenOrdersResponse { numbers }))
    }

    async fn count_customer_orders(
        &self,
        request: Request<CountCustomerOrdersRequest>,
    ) -> GrpcResult<CountCustomerOrdersResponse> {
        let request = request.into_inner();
        self.record_call(Received::StaffRead(request.actor.unwrap_or_default(), String::new()))?;
        let orders: HashMap<i64, i64> = request.customer_ids.into_iter().take(1).map(|id| (id, 3)).collect();
        Ok(Response::new(CountCustomerOrdersResponse { orders }))
    }

    async fn get_customer_points(
        &self,
        request: Request<GetCustomerPointsRequest>,
    ) -> GrpcResult<GetCustomerPointsResponse> {
        let GetCustomerPointsRequest { actor, cursor, .. } = request.into_inner();
        let next_cursor = if cursor.is_empty() { "bmV4dA".to_owned() } else { String::new() };
        self.record_call(Received::StaffRead(actor.unwrap_or_default(), cursor))?;
        Ok(Response::new(GetCustomerPointsResponse {
            next_cursor,
            balance: 12,
            entries: vec![entry("corrected", 2, "", "gift"), entry("earned", 10, "7k3m9qtx", "")],
        }))
    }

    async fn correct_points(
        &self,
        request: Request<CorrectPointsRequest>,
    ) -> GrpcResult<CorrectPointsResponse> {
        let request = request.into_inner();
        let (balance, entry) = (12 + request.points, entry("corrected", request.points, "", &request.reason));
        self.record_call(Received::Correct(request))?;
        Ok(Response::new(CorrectPointsResponse { balance, entry: Some(entry) }))
    }
}

fn entry(kind: &str, points: i64, order_id: &str, reason: &str) -> StaffPointsEntry {
    let by = if reason.is_empty() { String::new() } else { "Kham Sy".to_owned() };
    let entry = PointsEntry { at_ms: NOW, kind: kind.to_owned(), points, order_id: order_id.to_owned() };
    StaffPointsEntry { entry: Some(entry), reason: reason.to_owned(), by }
}
