//! `Debug` for messages with passwords, session tokens, images or personal data. It prints the listed fields only, so
//! that a logged request does not contain those.

use std::fmt::{Debug, Formatter, Result};

use crate::{
    accounts::v1 as accounts, catalog::v1 as catalog, chat::v1 as chat, notifications::v1 as notifications,
    orders::v1 as orders, privacy::v1 as privacy, rpc::v1 as rpc,
};

macro_rules! redacted {
    ($($message:ty { $($shown:ident),* })*) => {$(
        impl Debug for $message {
            fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                f.debug_struct(stringify!($message))$(.field(stringify!($shown), &self.$shown))*.finish_non_exhaustive()
            }
        }
    )*};
}

redacted! {
    accounts::Customer { customer_id, role }
    rpc::ExistingAccount { customer_id }
    accounts::Session { expires_at_ms }
    accounts::BeginSecondFactorRequest { customer_id }
    accounts::BeginSecondFactorResponse {}
    accounts::ConfirmSecondFactorRequest { customer_id }
    accounts::ConfirmSecondFactorResponse {}
    accounts::VerifySecondFactorRequest { customer_id }
    accounts::RenewRecoveryCodesRequest { customer_id }
    accounts::RenewRecoveryCodesResponse {}
    accounts::AddressInput { is_default }
    accounts::MapPosition {}
    accounts::AddStaffRequest { actor_id, role }
    accounts::AddStaffResponse { customer }
    accounts::ContactMessage { contact_id, customer_id }
    accounts::RegisterRequest {}
    accounts::LoginRequest {}
    accounts::RegisterResponse { customer }
    accounts::LoginResponse { customer }
    accounts::LogoutRequest {}
    accounts::ListSessionsRequest { customer_id }
    accounts::EndAllSessionsRequest { customer_id }
    accounts::GetSessionRequest {}
    accounts::UpdateProfileRequest { customer_id }
    accounts::ChangePasswordRequest { customer_id }
    accounts::ResetPasswordRequest {}
    accounts::IssueResetCodeResponse { expires_at_ms }
    accounts::RequestCodeRequest { purpose, customer_id }
    accounts::SignInByCodeRequest {}
    accounts::ProveIdentifierRequest { customer_id }
    accounts::SignInByCodeResponse { customer, is_new }
    accounts::CloseAccountRequest { customer_id }
    accounts::ListCustomersRequest { actor_id, blocked_only, limit }
    accounts::AddCustomerNoteRequest { actor_id, customer_id }
    accounts::SetCustomerBlockRequest { actor_id, customer_id, blocked }
    accounts::CustomerBlock { at_ms }
    accounts::CustomerNote { note_id }
    accounts::RecordEventRequest { log_type }
    accounts::SubmitMessageRequest { sender_type, topic }
    catalog::AppendImportRequest { import_id, offset }
    chat::Actor { role, account_id, account_role }
    chat::SendImageRequest { customer_id, client_id }
    chat::GetAttachmentResponse { content_type }
    chat::GetPreviewImageResponse { content_type }
    orders::MatchTransfersRequest {}
    orders::StatementLine { number }
    notifications::OutgoingMessage { message_id, customer_id, channel, state }
    notifications::UndeliverableAddress { channel, marked_at_ms }
    notifications::UnsubscribeRequest {}
    notifications::ReportDeliveryRequest { channel, content_type }
    notifications::SignatureHeader { name }
    notifications::Event { event_id, kind, customer_id }
    notifications::SavePushSubscriptionRequest { customer_id }
    accounts::ExportCustomerResponse {}
    privacy::ErasePersonalDataRequest { customer_id }
    privacy::ExportPersonalDataResponse {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_printed() {
        let login = accounts::LoginRequest {
            identifier: "+8562055512345".to_owned(),
            password: "correct horse".to_owned(),
            ..Default::default()
        };
        assert_eq!(format!("{login:?}"), "accounts::LoginRequest { .. }");
        let customer = accounts::Customer { customer_id: 7, fname: "Noy".to_owned(), ..Default::default() };
        let printed =
            format!("{:?}", accounts::LoginResponse { customer: Some(customer), ..Default::default() });
        assert!(printed.contains("customer_id: 7") && !printed.contains("Noy"), "{printed}");
    }
}
