use actix_web::rt;
use heuan_proto::notifications::v1::{
    CreateNotificationRequest, notifications_service_client::NotificationsServiceClient,
};

use crate::api_state::ApiState;

/// A change of an account that its owner should know of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecurityNotice {
    PasswordChanged,
    IdentifierChanged,
}

impl SecurityNotice {
    /// Creates the notification concurrently with the response. One that cannot be created is logged.
    pub fn send(self, state: &ApiState, customer_id: i64) {
        let [title, body, title_en, body_en] = self.texts().map(str::to_owned);
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
    fn texts(self) -> [&'static str; 4] {
        match self {
            Self::PasswordChanged => [
                "ປ່ຽນລະຫັດຜ່ານແລ້ວ",
                "ລະຫັດຜ່ານຂອງບັນຊີທ່ານຖືກປ່ຽນແລ້ວ ແລະອຸປະກອນອື່ນອອກຈາກລະບົບແລ້ວ. ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ຮ້ານທັນທີ.",
                "Your password was changed",
                "The password of your account was changed and other devices were signed out. If this wasn't you, contact us at once.",
            ],
            Self::IdentifierChanged => [
                "ປ່ຽນຂໍ້ມູນເຂົ້າລະບົບແລ້ວ",
                "ເບີໂທ ຫຼືອີເມວຂອງບັນຊີທ່ານຖືກປ່ຽນແລ້ວ ແລະອຸປະກອນອື່ນອອກຈາກລະບົບແລ້ວ. ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ຮ້ານທັນທີ.",
                "Your sign-in details were changed",
                "The phone number or email address of your account was changed and other devices were signed out. If this wasn't you, contact us at once.",
            ],
        }
    }
}
