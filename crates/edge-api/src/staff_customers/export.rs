use actix_web::{
    HttpResponse, get,
    http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE},
    web::{Bytes, Data, Path},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use futures::{Stream, StreamExt as _, stream};
use heuan_edge_http::{
    params::parse_id,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem},
    session::Staff,
};
use heuan_proto::{
    accounts::v1::{self as proto, staff_customer_service_client::StaffCustomerServiceClient},
    chat::v1::{self as chat, chat_service_client::ChatServiceClient},
    privacy::v1::{
        ExportPersonalDataRequest, PersonalAttachment, PersonalDataActorRole,
        personal_data_service_client::PersonalDataServiceClient,
    },
};
use heuan_rpc::{Error, Result};
use heuan_runtime::clock::{Clock, rfc3339};
use serde_json::json;

use crate::api_state::ApiState;

/// Name and version of the format, as `heuan customer export` writes it.
const FORMAT: &str = "heuan-customer-export/1";

/// Returns all data of a customer as JSON (docs/customer-export.schema.json), also the images of the chat. For managers.
#[utoipa::path(
    tag = "staff-customers",
    operation_id = "export_customer",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer", minimum = 1)),
    responses((status = 200, description = "The data", body = Object, content_type = "application/json"), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/customers/{cus_id}/export.json")]
pub async fn export(
    staff: Staff,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let customer_id = parse_id("cus_id", &cus_id)?;
    let client = state.clients.staff_customers();
    let rpc_request = proto::ExportCustomerRequest { actor_id: staff.0.customer_id, customer_id };
    let read = client.read("ExportCustomer", StaffCustomerServiceClient::export_customer, rpc_request);
    let accounts = state.with_deadline(read).await?.json;
    let now = rfc3339(Clock::System.now_ms());
    let mut text =
        format!("{{\"format\": \"{FORMAT}\",\n\"exported_at\": \"{now}\",\n\"customer_id\": {customer_id}")
            .into_bytes();
    push(&mut text, "accounts", &accounts);
    let mut attachments = Vec::new();
    for (service, client) in state.clients.personal_data() {
        let rpc_request =
            ExportPersonalDataRequest { actor_role: PersonalDataActorRole::Manager.into(), customer_id };
        let read =
            client.read("ExportPersonalData", PersonalDataServiceClient::export_personal_data, rpc_request);
        let exported = state.with_deadline(read).await?;
        push(&mut text, service, &exported.json);
        attachments.extend(exported.attachments);
    }
    text.extend_from_slice(b",\n\"attachments\": [");
    let reader = crate::chat::actor(&staff.0, chat::ParticipantRole::Staff);
    // The images are read one after the other, so that memory does not grow with their number.
    let head = stream::iter([Ok(Bytes::from(text))]);
    let body =
        head.chain(images(state, reader, attachments)).chain(stream::iter([Ok(Bytes::from_static(b"]}\n"))]));
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/json"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"customer-{customer_id}.json\"")))
        .insert_header((CACHE_CONTROL, "no-store"))
        .streaming(body))
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
            let rpc_request = chat::GetAttachmentRequest {
                attachment_id: attachment.attachment_id.clone(),
                reader: Some(reader),
                without_content: false,
            };
            let client = state.clients.chat();
            let read = client.read("GetAttachment", ChatServiceClient::get_attachment, rpc_request);
            // An image that cannot be read interrupts the download; an export without it would be taken for a complete one.
            let found = state.with_deadline(read).await?;
            let value = json!({
                "attachment_id": attachment.attachment_id,
                "side": attachment.side,
                "at": attachment.at,
                "media_type": "image/webp",
                "content": STANDARD.encode(found.content),
            });
            let separator = if index == 0 { "\n" } else { ",\n" };
            let text = serde_json::to_string(&value).map_err(Error::internal)?;
            Ok(Bytes::from(format!("{separator}{text}")))
        }
    })
}
