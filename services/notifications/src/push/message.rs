//! Payload of a push message: text in the browser's language, truncated and encrypted (RFC 8291).

use heuan_rpc::Error;
use serde::Serialize;

use super::Subscription;
use crate::{notification::Notification, staff_push::StaffTopic};

/// A push message for one browser.
#[derive(Clone)]
pub struct QueuedPush {
    pub subscription_id: String,
    pub subscription: Subscription,
    pub notification: Notification,
    /// Number of attempts, including this one.
    pub tries: i64,
    /// Time after which it is not sent any more.
    pub until: i64,
    /// Due time as stored; after the push was leased the end of the lease, which is its fencing token.
    pub next_at: i64,
    /// Consecutive failed attempts for this browser, over all messages.
    pub failures: i64,
}

/// Payload for the service worker. Push services accept 4096 bytes, encrypted; texts are truncated to fit.
#[derive(Serialize)]
pub struct Payload<'a> {
    id: i64,
    title: String,
    body: String,
    image: &'a str,
    url: String,
    category: &'a str,
    tag: String,
    /// Title and link that are shown instead when an earlier push of the tag is still shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    several: Option<GroupedPush>,
}

/// Title and link of several pushes that are shown as one.
#[derive(Serialize)]
struct GroupedPush {
    title: &'static str,
    url: String,
}

const MAX_TITLE: usize = 120;
const MAX_BODY: usize = 400;

impl<'a> Payload<'a> {
    /// The payload for a browser's language. It is in Lao for readers of Lao and Thai, otherwise in English if there is an
    /// English text. Pushes for the staff are in Lao or English like the back office.
    pub fn from_notification(notification: &'a Notification, language: &str) -> Self {
        let draft = &notification.draft;
        let staff = StaffTopic::of_draft(draft);
        let is_english = language != "la" && (staff.is_some() || language != "th");
        let pick = |lao: &'a str, english: &'a str| {
            if is_english && !english.is_empty() { english } else { lao }
        };
        let several = staff.map(|topic| GroupedPush {
            title: topic.several[usize::from(is_english)],
            url: localised(topic.path, language),
        });
        // The same link as in the notification list.
        let link = if draft.action_url.is_empty() { &draft.website_url } else { &draft.action_url };
        Self {
            id: notification.no_id,
            title: cut(pick(&draft.title, &draft.title_en), MAX_TITLE),
            body: cut(pick(&draft.body, &draft.body_en), MAX_BODY),
            image: &draft.image_url,
            url: localised(link, language),
            category: &draft.category,
            tag: Self::tag(notification),
            several,
        }
    }

    /// Tag of the shown notification, and topic at the push service, both of which keep only the newest push with
    /// the same tag.
    pub fn tag(notification: &Notification) -> String {
        match StaffTopic::of_draft(&notification.draft) {
            Some(topic) => topic.tag.to_owned(),
            None => format!("n{}", notification.no_id),
        }
    }

    /// Encrypts the payload for the browser (RFC 8291).
    pub fn encrypt(&self, subscription: &Subscription) -> Result<Vec<u8>, Error> {
        let (Some(key), Some(secret)) = (subscription.public_key(), subscription.secret()) else {
            return Err(Error::internal("subscription without valid keys"));
        };
        let plain = serde_json::to_vec(self).map_err(Error::internal)?;
        web_push_native::encrypt(plain, &key, &secret.into()).map_err(Error::internal)
    }
}

fn cut(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    text.chars().take(limit - 1).chain(['…']).collect()
}

/// Prefixes a path without a language with the language of the browser.
fn localised(link: &str, language: &str) -> String {
    let has_language = crate::languages::LANGUAGES.iter().any(|one| {
        link.strip_prefix('/')
            .and_then(|rest| rest.strip_prefix(one))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    match link {
        "" => format!("/{language}"),
        link if link.starts_with('/') && !has_language => format!("/{language}{link}"),
        link => link.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        notification::Draft,
        staff_push::{NEW_ORDERS, WAITING_CHATS},
    };

    fn notification() -> Notification {
        let draft = Draft {
            title: "ໄດ້ຮັບ".to_owned(),
            title_en: "Received".to_owned(),
            body: "ກ".repeat(1000),
            action_url: "/account/orders/o-1".to_owned(),
            ..Draft::default()
        };
        Notification { no_id: 3, draft, is_read: false, created_at: 0, updated_at: 0 }
    }

    #[test]
    fn payload_is_in_the_browser_s_language_and_fits() {
        let notification = notification();
        let english = Payload::from_notification(&notification, "en");
        assert_eq!((english.title.as_str(), english.url.as_str()), ("Received", "/en/account/orders/o-1"));
        assert!(serde_json::to_vec(&english).unwrap().len() < 3500);
        for language in ["la", "th"] {
            assert_eq!(Payload::from_notification(&notification, language).title, "ໄດ້ຮັບ");
        }
        for language in ["cn", "vn"] {
            let push = Payload::from_notification(&notification, language);
            assert_eq!((push.title.as_str(), push.body.starts_with('ກ')), ("Received", true));
        }
    }

    #[test]
    fn pushes_to_the_staff_have_one_tag_for_each_topic_and_are_in_lao_or_english() {
        let mut new_order = notification();
        NEW_ORDERS.name.clone_into(&mut new_order.draft.topic);
        assert_eq!(Payload::from_notification(&new_order, "la").title, "ໄດ້ຮັບ");
        let thai = serde_json::to_value(Payload::from_notification(&new_order, "th")).unwrap();
        assert_eq!((&thai["title"], &thai["tag"]), (&"Received".into(), &"staff-orders".into()));
        assert_eq!(thai["several"], serde_json::json!({"title": "New orders", "url": "/th/staff/orders"}));
        WAITING_CHATS.name.clone_into(&mut new_order.draft.topic);
        let chat = serde_json::to_value(Payload::from_notification(&new_order, "la")).unwrap();
        assert_eq!(
            (&chat["tag"], &chat["several"]["url"]),
            (&"staff-chats".into(), &"/la/staff/chat".into())
        );
        let other = serde_json::to_value(Payload::from_notification(&notification(), "th")).unwrap();
        assert_eq!((&other["tag"], other.get("several")), (&"n3".into(), None));
    }

    #[test]
    fn payload_link_equals_that_of_the_list() {
        let mut both = notification();
        both.draft.website_url = "/promotions".to_owned();
        assert_eq!(Payload::from_notification(&both, "la").url, "/la/account/orders/o-1");
        both.draft.action_url = String::new();
        assert_eq!(Payload::from_notification(&both, "la").url, "/la/promotions");
    }

    #[test]
    fn url_with_a_language_is_unchanged() {
        assert_eq!(localised("/th/shop", "la"), "/th/shop");
        assert_eq!(localised("/thing", "la"), "/la/thing");
        assert_eq!(localised("https://a.example/x", "la"), "https://a.example/x");
        assert_eq!(localised("", "en"), "/en");
    }
}
