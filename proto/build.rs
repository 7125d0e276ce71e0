//! Compiles the `.proto` files with a pure-Rust compiler, so that a fresh machine needs no protoc.
//! The same descriptor bytes feed gRPC reflection.

use std::{env, fs, path::PathBuf};

use prost::Message;

const PROTOS: &[&str] = &[
    "heuan/accounts/v1/accounts.proto",
    "heuan/accounts/v1/contact.proto",
    "heuan/branches/v1/branches.proto",
    "heuan/branches/v1/weather.proto",
    "heuan/catalog/v1/catalog.proto",
    "heuan/catalog/v1/content.proto",
    "heuan/catalog/v1/stock.proto",
    "heuan/chat/v1/chat.proto",
    "heuan/imagesearch/v1/image_search.proto",
    "heuan/notifications/v1/notifications.proto",
    "heuan/notifications/v1/receiver.proto",
    "heuan/orders/v1/cart.proto",
    "heuan/orders/v1/orders.proto",
    "heuan/orders/v1/points.proto",
    "heuan/orders/v1/wishlist.proto",
    "heuan/rpc/v1/error.proto",
    "heuan/search/v1/search.proto",
];

/// Messages with passwords, session tokens, keys or pictures in them; `src/redacted.rs` prints them without.
const SECRET: &[&str] = &[
    ".heuan.accounts.v1.Session",
    ".heuan.accounts.v1.RegisterRequest",
    ".heuan.accounts.v1.LoginRequest",
    ".heuan.accounts.v1.LogoutRequest",
    ".heuan.accounts.v1.GetSessionRequest",
    ".heuan.accounts.v1.UpdateProfileRequest",
    ".heuan.accounts.v1.ChangePasswordRequest",
    ".heuan.accounts.v1.RecordEventRequest",
    ".heuan.accounts.v1.SubmitMessageRequest",
    ".heuan.accounts.v1.Customer",
    ".heuan.chat.v1.Actor",
    ".heuan.chat.v1.SendPictureRequest",
    ".heuan.chat.v1.GetAttachmentResponse",
    ".heuan.chat.v1.GetPreviewPictureResponse",
    ".heuan.notifications.v1.SavePushSubscriptionRequest",
];

/// Megabytes that would be copied once more on each side of a call.
const SHARED: &str = ".heuan.imagesearch.v1.SearchByImageRequest.image";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=heuan");
    let descriptors = protox::compile(PROTOS, ["."])?;
    let out = PathBuf::from(env::var("OUT_DIR")?).join("descriptors.bin");
    fs::write(out, descriptors.encode_to_vec())?;
    tonic_prost_build::configure().skip_debug(SECRET).bytes(SHARED).compile_fds(descriptors)?;
    Ok(())
}
