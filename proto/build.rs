//! Compiles the `.proto` files with a compiler in pure Rust, so that `protoc` need not be installed.
//! The descriptor set is written too, for gRPC reflection.

use std::{collections::BTreeSet, env, fs, path::PathBuf};

use prost::Message;
use prost_types::FileDescriptorSet;

const PROTOS: &[&str] = &[
    "heuan/accounts/v1/accounts.proto",
    "heuan/accounts/v1/addresses.proto",
    "heuan/accounts/v1/codes.proto",
    "heuan/accounts/v1/contact.proto",
    "heuan/accounts/v1/customers.proto",
    "heuan/accounts/v1/staff.proto",
    "heuan/branches/v1/branches.proto",
    "heuan/branches/v1/weather.proto",
    "heuan/catalog/v1/catalog.proto",
    "heuan/catalog/v1/content.proto",
    "heuan/catalog/v1/import.proto",
    "heuan/catalog/v1/staff.proto",
    "heuan/catalog/v1/stock.proto",
    "heuan/chat/v1/chat.proto",
    "heuan/imagesearch/v1/image_search.proto",
    "heuan/notifications/v1/messages.proto",
    "heuan/notifications/v1/news.proto",
    "heuan/notifications/v1/notifications.proto",
    "heuan/notifications/v1/receiver.proto",
    "heuan/orders/v1/cart.proto",
    "heuan/orders/v1/orders.proto",
    "heuan/orders/v1/points.proto",
    "heuan/orders/v1/staff.proto",
    "heuan/orders/v1/staff_customers.proto",
    "heuan/orders/v1/viewed_products.proto",
    "heuan/orders/v1/wishlist.proto",
    "heuan/privacy/v1/personal_data.proto",
    "heuan/rpc/v1/error.proto",
    "heuan/search/v1/search.proto",
    "heuan/search/v1/staff.proto",
    "heuan/staffcontent/v1/staff_content.proto",
];

/// Messages with passwords, session tokens, keys, images or files. `src/redacted.rs` implements `Debug` for them without
/// these.
const SECRET: &[&str] = &[
    ".heuan.catalog.v1.AppendImportRequest",
    ".heuan.accounts.v1.Session",
    ".heuan.accounts.v1.RegisterRequest",
    ".heuan.accounts.v1.LoginRequest",
    ".heuan.accounts.v1.RegisterResponse",
    ".heuan.accounts.v1.LoginResponse",
    ".heuan.accounts.v1.LogoutRequest",
    ".heuan.accounts.v1.ListSessionsRequest",
    ".heuan.accounts.v1.EndAllSessionsRequest",
    ".heuan.accounts.v1.GetSessionRequest",
    ".heuan.accounts.v1.UpdateProfileRequest",
    ".heuan.accounts.v1.ChangePasswordRequest",
    ".heuan.accounts.v1.ResetPasswordRequest",
    ".heuan.accounts.v1.IssueResetCodeResponse",
    ".heuan.accounts.v1.RequestCodeRequest",
    ".heuan.accounts.v1.SignInByCodeRequest",
    ".heuan.accounts.v1.ProveIdentifierRequest",
    ".heuan.accounts.v1.SignInByCodeResponse",
    ".heuan.accounts.v1.CloseAccountRequest",
    ".heuan.accounts.v1.ListCustomersRequest",
    ".heuan.accounts.v1.AddCustomerNoteRequest",
    ".heuan.accounts.v1.SetCustomerBlockRequest",
    ".heuan.accounts.v1.CustomerBlock",
    ".heuan.accounts.v1.CustomerNote",
    ".heuan.accounts.v1.RecordEventRequest",
    ".heuan.accounts.v1.SubmitMessageRequest",
    ".heuan.accounts.v1.BeginSecondFactorRequest",
    ".heuan.accounts.v1.BeginSecondFactorResponse",
    ".heuan.accounts.v1.ConfirmSecondFactorRequest",
    ".heuan.accounts.v1.ConfirmSecondFactorResponse",
    ".heuan.accounts.v1.VerifySecondFactorRequest",
    ".heuan.accounts.v1.RenewRecoveryCodesRequest",
    ".heuan.accounts.v1.RenewRecoveryCodesResponse",
    ".heuan.accounts.v1.AddressInput",
    ".heuan.accounts.v1.MapPosition",
    ".heuan.accounts.v1.AddStaffRequest",
    ".heuan.accounts.v1.AddStaffResponse",
    ".heuan.accounts.v1.ContactMessage",
    ".heuan.accounts.v1.Customer",
    ".heuan.chat.v1.Actor",
    ".heuan.chat.v1.SendImageRequest",
    ".heuan.chat.v1.GetAttachmentResponse",
    ".heuan.chat.v1.GetPreviewImageResponse",
    ".heuan.orders.v1.MatchTransfersRequest",
    ".heuan.orders.v1.StatementLine",
    ".heuan.notifications.v1.OutgoingMessage",
    ".heuan.notifications.v1.UndeliverableAddress",
    ".heuan.notifications.v1.UnsubscribeRequest",
    ".heuan.notifications.v1.ReportDeliveryRequest",
    ".heuan.notifications.v1.SignatureHeader",
    ".heuan.notifications.v1.Event",
    ".heuan.notifications.v1.SavePushSubscriptionRequest",
    ".heuan.accounts.v1.ExportCustomerResponse",
    ".heuan.privacy.v1.ErasePersonalDataRequest",
    ".heuan.privacy.v1.ExportPersonalDataResponse",
    ".heuan.rpc.v1.ExistingAccount",
];

/// A bytes field of several megabytes. It becomes `Bytes`, which saves a copy on each side of a call.
const SHARED: &str = ".heuan.imagesearch.v1.SearchByImageRequest.image";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=heuan");
    let descriptors = protox::compile(PROTOS, ["."])?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("descriptors.bin"), descriptors.encode_to_vec())?;
    fs::write(out.join("wire.rs"), wire(&descriptors))?;
    tonic_prost_build::configure().skip_debug(SECRET).bytes(SHARED).compile_fds(descriptors)?;
    for file in fs::read_dir(&out)? {
        let file = file?.path();
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with("heuan.") {
            fs::write(&file, with_our_grpc(&fs::read_to_string(&file)?))?;
        }
    }
    Ok(())
}

/// The macro call that implements `Wire` for the request and response messages of all methods.
fn wire(descriptors: &FileDescriptorSet) -> String {
    let methods = descriptors.file.iter().flat_map(|file| &file.service).flat_map(|service| &service.method);
    let messages: BTreeSet<String> = methods
        .flat_map(|method| [method.input_type(), method.output_type()])
        .map(|name| name.replacen('.', "crate::", 1).replacen("heuan.", "", 1).replace('.', "::"))
        .collect();
    format!("wire!({});\n", messages.into_iter().collect::<Vec<_>>().join(", "))
}

/// The generated code with the `Grpc` of `src/wire` instead of tonic's. Because tonic-prost-build has no option for it,
/// the names are replaced in the text.
fn with_our_grpc(code: &str) -> String {
    let ours = code
        .replace("tonic::client::Grpc<", "crate::wire::grpc::Client<")
        .replace("tonic::client::Grpc::", "crate::wire::grpc::Client::")
        .replace("tonic::server::Grpc::", "crate::wire::grpc::Server::");
    let (clients, servers) = (code.matches("_client {").count(), code.matches("_server {").count());
    assert!(
        ours.matches("wire::grpc::Client<").count() >= clients
            && ours.matches("wire::grpc::Server::").count() >= servers,
        "the generated code names the library's Grpc in another way"
    );
    ours
}
