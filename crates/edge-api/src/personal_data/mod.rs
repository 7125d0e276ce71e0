//! Download and erasure of a customer's data in all services, for the staff and for the customer.

mod archive;
mod credit_notes;
mod invoices;

use std::time::Duration;

use actix_web::{
    HttpResponse,
    http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE},
    rt,
    web::{Bytes, Data},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use futures::{Stream, StreamExt as _, stream};
use heuan_edge_http::{app_state::AppState, backends::PersonalDataClient, problem::Problem};
use heuan_proto::{
    accounts::v1::{
        self as proto, accounts_service_client::AccountsServiceClient,
        code_service_client::CodeServiceClient, staff_customer_service_client::StaffCustomerServiceClient,
    },
    catalog::v1::{GetStorefrontRequest, content_service_client::ContentServiceClient},
    chat::v1::{self as chat, chat_service_client::ChatServiceClient},
    orders::v1::{
        ListOpenOrdersRequest, StaffActor,
        staff_customer_service_client::StaffCustomerServiceClient as CustomerOrdersClient,
    },
    privacy::v1::{
        ErasePersonalDataRequest, ExportPersonalDataRequest, PersonalAttachment, PersonalDataActorRole,
        personal_data_service_client::PersonalDataServiceClient,
    },
};
use heuan_rpc::{Code, Error, Result};
use heuan_runtime::clock::{Clock, rfc3339};
use serde_json::json;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use crate::api_state::ApiState;

/// Name and version of the format, as in `heuan customer export`.
const FORMAT: &str = "heuan-customer-export/1";
/// Name of the data in the zip file.
const DATA_FILE: &str = "my-data.json";
/// Directory of the images of the chat in the zip file.
const IMAGES: &str = "chat";
/// Name of the service that has the orders.
const ORDERS: &str = "orders";
/// Text after the last image.
const END: &str = "]}\n";
/// Interval at which interrupted erasures are continued.
const RESUME_INTERVAL: Duration = Duration::from_secs(60);
/// Age at which an erasure counts as interrupted, in milliseconds.
const INTERRUPTED_MS: i64 = 120_000;

/// The account that downloads.
pub struct Exporter {
    pub actor_id: i64,
    pub role: PersonalDataActorRole,
    /// Actor that reads the images of the chat.
    pub reader: chat::Actor,
}

/// The account that erases.
#[derive(Clone, Copy)]
pub struct Eraser {
    pub actor_id: i64,
    pub role: PersonalDataActorRole,
}

/// Responds with all data of a customer (docs/customer-export.schema.json) as a file.
pub async fn export(
    state: Data<ApiState>,
    exporter: Exporter,
    customer_id: i64,
    file_name: &str,
) -> Result<HttpResponse, Problem> {
    let collected = collect(&state, &exporter, customer_id).await?;
    Ok(download("application/json", file_name, collected.into_stream(state, exporter.reader)))
}

/// Responds with a zip file of all data, an invoice for each completed order, a credit note for each return, and the images of the
/// chat.
pub async fn export_archive(
    state: Data<ApiState>,
    exporter: Exporter,
    customer_id: i64,
    file_name: &str,
) -> Result<HttpResponse, Problem> {
    let collected = collect(&state, &exporter, customer_id).await?;
    let client = state.clients.content();
    let read = client.read("GetStorefront", ContentServiceClient::get_storefront, GetStorefrontRequest {});
    let company = state.with_deadline(read).await?.company.unwrap_or_default();
    let invoices = invoices::of_export(&collected.orders, &company, &state.shared.config.shop_name)?;
    let (data, attachments) = collected.with_image_files()?;
    let images = image_files(state, exporter.reader, attachments);
    Ok(download("application/zip", file_name, archive::stream(DATA_FILE, data, invoices, images)))
}

fn download(
    content_type: &'static str,
    file_name: &str,
    body: impl Stream<Item = Result<Bytes>> + 'static,
) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, content_type))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{file_name}\"")))
        .insert_header((CACHE_CONTROL, "no-store"))
        .streaming(body)
}

/// The data of all services.
struct Collected {
    /// The file up to the images.
    text: Vec<u8>,
    /// Data of the orders service, which are part of the text.
    orders: Vec<u8>,
    attachments: Vec<PersonalAttachment>,
}

async fn collect(state: &ApiState, exporter: &Exporter, customer_id: i64) -> Result<Collected> {
    let client = state.clients.staff_customers();
    let rpc_request = proto::ExportCustomerRequest { actor_id: exporter.actor_id, customer_id };
    let read = client.read("ExportCustomer", StaffCustomerServiceClient::export_customer, rpc_request);
    let accounts = state.with_deadline(read).await?.json;
    let now = rfc3339(Clock::System.now_ms());
    let mut text =
        format!("{{\"format\": \"{FORMAT}\",\n\"exported_at\": \"{now}\",\n\"customer_id\": {customer_id}")
            .into_bytes();
    push(&mut text, "accounts", &accounts);
    let (mut orders, mut attachments) = (Vec::new(), Vec::new());
    for (service, client) in state.clients.personal_data() {
        let rpc_request = ExportPersonalDataRequest { actor_role: exporter.role.into(), customer_id };
        let read =
            client.read("ExportPersonalData", PersonalDataServiceClient::export_personal_data, rpc_request);
        let exported = state.with_deadline(read).await?;
        push(&mut text, service, &exported.json);
        attachments.extend(exported.attachments);
        if *service == ORDERS {
            orders = exported.json;
        }
    }
    text.extend_from_slice(b",\n\"attachments\": [");
    Ok(Collected { text, orders, attachments })
}

impl Collected {
    /// The data file, which names the images as files instead of containing them, and the attachments.
    fn with_image_files(self) -> Result<(Vec<u8>, Vec<PersonalAttachment>)> {
        let Self { mut text, attachments, .. } = self;
        for (index, attachment) in attachments.iter().enumerate() {
            let file = ("file", image_path(attachment));
            text.extend_from_slice(image_entry(index, attachment, file)?.as_bytes());
        }
        text.extend_from_slice(END.as_bytes());
        Ok((text, attachments))
    }

    /// The images are read one after the other, so that memory does not grow with their number.
    fn into_stream(self, state: Data<ApiState>, reader: chat::Actor) -> impl Stream<Item = Result<Bytes>> {
        stream::iter([Ok(Bytes::from(self.text))])
            .chain(images(state, reader, self.attachments))
            .chain(stream::iter([Ok(Bytes::from_static(END.as_bytes()))]))
    }
}

fn push(text: &mut Vec<u8>, name: &str, json: &[u8]) {
    text.extend_from_slice(format!(",\n\"{name}\": ").as_bytes());
    text.extend_from_slice(json);
}

fn images(
    state: Data<ApiState>,
    reader: chat::Actor,
    attachments: Vec<PersonalAttachment>,
) -> impl Stream<Item = Result<Bytes>> {
    stream::iter(attachments.into_iter().enumerate()).then(move |(index, attachment)| {
        let (state, reader) = (state.clone(), reader.clone());
        async move {
            let content = read_image(&state, reader, &attachment).await?;
            let content = ("content", STANDARD.encode(content));
            Ok(Bytes::from(image_entry(index, &attachment, content)?))
        }
    })
}

/// Path and content of each image in the zip file.
fn image_files(
    state: Data<ApiState>,
    reader: chat::Actor,
    attachments: Vec<PersonalAttachment>,
) -> impl Stream<Item = Result<(String, Vec<u8>)>> {
    stream::iter(attachments).then(move |attachment| {
        let (state, reader) = (state.clone(), reader.clone());
        async move { Ok((image_path(&attachment), read_image(&state, reader, &attachment).await?)) }
    })
}

fn image_path(attachment: &PersonalAttachment) -> String {
    format!("{IMAGES}/{}.webp", attachment.attachment_id)
}

/// An image in the list of attachments, with its content or its file name.
fn image_entry(
    index: usize,
    attachment: &PersonalAttachment,
    (name, value): (&str, String),
) -> Result<String> {
    let entry = json!({
        "attachment_id": attachment.attachment_id,
        "side": attachment.side,
        "at": attachment.at,
        "media_type": "image/webp",
        name: value,
    });
    let separator = if index == 0 { "\n" } else { ",\n" };
    let text = serde_json::to_string(&entry).map_err(Error::internal)?;
    Ok(format!("{separator}{text}"))
}

/// An image that cannot be read interrupts the download; an export without it would be taken for a complete one.
async fn read_image(
    state: &ApiState,
    reader: chat::Actor,
    attachment: &PersonalAttachment,
) -> Result<Vec<u8>> {
    let rpc_request = chat::GetAttachmentRequest {
        attachment_id: attachment.attachment_id.clone(),
        reader: Some(reader),
        without_content: false,
    };
    let client = state.clients.chat();
    let read = client.read("GetAttachment", ChatServiceClient::get_attachment, rpc_request);
    Ok(state.with_deadline(read).await?.content)
}

/// Refuses an erasure with open orders before the customer is signed out. The orders service checks again
/// when it erases.
pub async fn refuse_open_orders(state: &ApiState, actor: StaffActor, customer_id: i64) -> Result<()> {
    let client = state.clients.customer_orders();
    let rpc_request = ListOpenOrdersRequest { actor: Some(actor), customer_id };
    let read = client.read("ListOpenOrders", CustomerOrdersClient::list_open_orders, rpc_request);
    let numbers = state.with_deadline(read).await?.numbers;
    if numbers.is_empty() {
        return Ok(());
    }
    Err(Error::conflict("open_orders", format!("orders are open: {}", numbers.join(", "))))
}

/// Completes an erasure in the background. [`resume_erasures`] continues an interrupted one.
pub fn spawn_erasure(state: &ApiState, eraser: Eraser, customer_id: i64, erasure: proto::CustomerErasure) {
    let state = state.app.clone();
    rt::spawn(async move {
        if let Err(error) = complete(&state, eraser, customer_id, erasure).await {
            tracing::warn!(%error, customer_id, "an erasure was interrupted and will be continued");
        }
    });
}

/// Continues erasures that a restart or a failing service interrupted, until the shutdown.
pub async fn resume_erasures(state: AppState) {
    let mut ticks = interval_at(Instant::now() + RESUME_INTERVAL, RESUME_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = state.shared.shutdown.requested() => return,
        }
        if let Err(error) = resume_once(&state).await {
            tracing::warn!(%error, "interrupted erasures could not be listed");
        }
    }
}

async fn resume_once(state: &AppState) -> Result<()> {
    let client = state.clients.codes();
    let rpc_request = proto::ListUnfinishedErasuresRequest {};
    let read =
        client.read("ListUnfinishedErasures", CodeServiceClient::list_unfinished_erasures, rpc_request);
    let unfinished = state.with_deadline(read).await?.erasures;
    let before = Clock::System.now_ms() - INTERRUPTED_MS;
    for proto::UnfinishedErasure { customer_id, erasure } in unfinished {
        let Some(erasure) = erasure.filter(|erasure| erasure.begun_at_ms < before) else { continue };
        let eraser = Eraser { actor_id: customer_id, role: PersonalDataActorRole::Customer };
        if let Err(error) = complete(state, eraser, customer_id, erasure).await {
            tracing::warn!(%error, customer_id, "an erasure could not be continued");
        }
    }
    Ok(())
}

/// Erases the data in each service that has not confirmed, then in all of them again, and finally in
/// accounts.
async fn complete(
    state: &AppState,
    eraser: Eraser,
    customer_id: i64,
    erasure: proto::CustomerErasure,
) -> Result<()> {
    let Eraser { actor_id, role } = eraser;
    // Requests that began before the end of the sessions may still write.
    let since = Clock::System.now_ms().saturating_sub(erasure.begun_at_ms);
    let since = Duration::from_millis(u64::try_from(since).unwrap_or_default());
    tokio::time::sleep(state.shared.config.deadline().saturating_sub(since)).await;
    // Accounts are the last to be erased, so that the identifiers are known until all other services have
    // erased the data.
    let (phone, email) = identifiers(state, customer_id, erasure.by_customer).await?;
    let request = ErasePersonalDataRequest {
        actor_role: role.into(),
        customer_id,
        phone,
        email,
        by_customer: erasure.by_customer,
    };
    let mut accounts = state.clients.staff_customers();
    let services = || state.clients.personal_data().iter().chain(state.clients.staff_records());
    for (service, client) in services() {
        if erasure.confirmed.iter().any(|confirmed| confirmed == service) {
            continue;
        }
        erase_in(state, client, &request).await?;
        let service = (*service).to_owned();
        let rpc_request = proto::ConfirmCustomerErasureRequest { actor_id, customer_id, service };
        state.call("ConfirmCustomerErasure", accounts.confirm_customer_erasure(rpc_request)).await?;
    }
    // A service that has confirmed may have received new data while another one was retried: events of other services, an
    // answer of the staff, or a message with a code that was requested for the number.
    for (_, client) in services() {
        erase_in(state, client, &request).await?;
    }
    let rpc_request = proto::CompleteCustomerErasureRequest { actor_id, customer_id };
    state.call("CompleteCustomerErasure", accounts.complete_customer_erasure(rpc_request)).await?;
    tracing::info!(customer_id, "a customer was erased");
    Ok(())
}

async fn erase_in(
    state: &AppState,
    client: &PersonalDataClient,
    request: &ErasePersonalDataRequest,
) -> Result<()> {
    let write = client.write_with_id(
        "ErasePersonalData",
        PersonalDataServiceClient::erase_personal_data,
        request.clone(),
    );
    state.with_deadline(write).await?;
    Ok(())
}

/// Phone number and e-mail address of the account, by which data without the customer's id are erased. Empty if the account is
/// already deleted. An unverified number or address is left out if the customer closes the account, because another person's
/// data could be erased.
async fn identifiers(state: &AppState, customer_id: i64, needs_proof: bool) -> Result<(String, String)> {
    let client = state.clients.accounts();
    let rpc_request = proto::GetContactRequest { customer_id };
    let read = client.read("GetContact", AccountsServiceClient::get_contact, rpc_request);
    let contact = match state.with_deadline(read).await {
        Ok(contact) => contact,
        Err(error) if error.code == Code::NotFound => proto::GetContactResponse::default(),
        Err(error) => return Err(error),
    };
    let proto::Customer { mut phone, mut email, .. } = contact.customer.unwrap_or_default();
    if needs_proof && contact.phone_verified_at_ms == 0 {
        phone.clear();
    }
    if needs_proof && contact.email_verified_at_ms == 0 {
        email.clear();
    }
    Ok((phone, email))
}
