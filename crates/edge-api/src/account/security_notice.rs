use actix_web::rt;
use heuan_proto::notifications::v1::{
    CreateNotificationRequest, SendDirectMessageRequest,
    notifications_service_client::NotificationsServiceClient,
};

use super::code;
use crate::api_state::ApiState;

/// A change of an account that its owner should know of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecurityNotice {
    PasswordChanged,
    IdentifierChanged,
    /// A browser has signed in for the first time; its short name, empty if it has none.
    NewDevice(String),
}

impl SecurityNotice {
    /// Creates the notification concurrently with the response. One that cannot be created is logged.
    pub fn send(self, state: &ApiState, customer_id: i64) {
        let (message_kind, message_device) = match &self {
            Self::PasswordChanged => ("security.password", String::new()),
            // The previous number or address is notified, which the account no longer has.
            Self::IdentifierChanged => ("", String::new()),
            Self::NewDevice(device) => ("security.device", device.clone()),
        };
        let message_kind = message_kind.to_owned();
        let [title, body, title_en, body_en] = self.texts();
        let request = CreateNotificationRequest {
            event_id: format!("security.{}", uuid::Uuid::new_v4().simple()),
            customer_id,
            title,
            body,
            title_en,
            body_en,
            action_url: "/account/profile".to_owned(),
            website_url: "/account/profile".to_owned(),
            category: "general".to_owned(),
            message_kind,
            message_device,
            ..Default::default()
        };
        let state = state.clone();
        rt::spawn(async move {
            let client = state.clients.notifications();
            let created = client.write_with_id(
                "CreateNotification",
                NotificationsServiceClient::create_notification,
                request,
            );
            if let Err(error) = state.with_deadline(created).await {
                tracing::warn!(%error, customer_id, "security notification could not be created");
            }
        });
    }

    /// Title and body in Lao and in English.
    fn texts(self) -> [String; 4] {
        let device = match self {
            Self::PasswordChanged => return PASSWORD_CHANGED.map(str::to_owned),
            Self::IdentifierChanged => return IDENTIFIER_CHANGED.map(str::to_owned),
            Self::NewDevice(device) => device,
        };
        let (lao, english) = if device.is_empty() {
            ("ອຸປະກອນທີ່ບໍ່ຮູ້ຈັກ".to_owned(), "an unknown device".to_owned())
        } else {
            (device.clone(), device)
        };
        [
            "ມີການເຂົ້າສູ່ລະບົບຈາກອຸປະກອນໃໝ່".to_owned(),
            format!("ບັນຊີຂອງທ່ານຖືກເປີດໃນ {lao}. ຖ້າບໍ່ແມ່ນທ່ານ ໃຫ້ນຳອຸປະກອນນັ້ນອອກຈາກລະບົບ ແລ້ວປ່ຽນລະຫັດຜ່ານ."),
            "New sign-in to your account".to_owned(),
            format!(
                "Your account was opened on {english}. If this wasn't you, log that device out and change your password."
            ),
        ]
    }
}

/// Tells the replaced phone number or email address of an account, concurrently with the response.
pub fn tell_previous(state: &ApiState, customer_id: i64, recipient: String) {
    if recipient.is_empty() {
        return;
    }
    let state = state.clone();
    rt::spawn(async move {
        let kind = "security.identifier".to_owned();
        let message = SendDirectMessageRequest { kind, recipient, customer_id, ..Default::default() };
        match code::send(&state, message).await {
            Err(error) if error.detail.reason != "no_channel" => {
                tracing::warn!(%error, customer_id, "the previous number or address could not be notified");
            }
            _ => {}
        }
    });
}

/// Title and body in Lao and in English.
const PASSWORD_CHANGED: [&str; 4] = [
    "ປ່ຽນລະຫັດຜ່ານແລ້ວ",
    "ລະຫັດຜ່ານຂອງບັນຊີທ່ານຖືກປ່ຽນແລ້ວ ແລະອຸປະກອນອື່ນອອກຈາກລະບົບແລ້ວ. ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ຮ້ານທັນທີ.",
    "Your password was changed",
    "The password of your account was changed and other devices were signed out. If this wasn't you, contact us at once.",
];

const IDENTIFIER_CHANGED: [&str; 4] = [
    "ປ່ຽນຂໍ້ມູນເຂົ້າລະບົບແລ້ວ",
    "ເບີໂທ ຫຼືອີເມວຂອງບັນຊີທ່ານຖືກປ່ຽນແລ້ວ ແລະອຸປະກອນອື່ນອອກຈາກລະບົບແລ້ວ. ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ຮ້ານທັນທີ.",
    "Your sign-in details were changed",
    "The phone number or email address of your account was changed and other devices were signed out. If this wasn't you, contact us at once.",
];
