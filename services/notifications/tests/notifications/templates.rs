//! Preview of the templates, with an operator's folder that changes while the service runs.

use std::{collections::BTreeSet, fs};

use heuan_proto::notifications::v1::{self as wire, MessageActorRole};
use heuan_rpc::{Code, Error};
use heuan_runtime::clock::Clock;
use heuan_testkit::{Engine, TestDb};

use crate::support::{NOON, Service};

impl Service {
    async fn templates(
        &self,
        actor_role: MessageActorRole,
        language: &str,
    ) -> Result<wire::PreviewMessageTemplatesResponse, Error> {
        let request = wire::PreviewMessageTemplatesRequest {
            actor_role: actor_role.into(),
            language: language.to_owned(),
        };
        Ok(self.messages().preview_message_templates(request).await?.into_inner())
    }
}

fn of_kind<'a>(
    found: &'a wire::PreviewMessageTemplatesResponse,
    kind: &str,
) -> Vec<&'a wire::MessageTemplate> {
    found.templates.iter().filter(|template| template.kind == kind).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_message_is_previewed_in_every_language_to_managers_alone() {
    let db = TestDb::new(Engine::Sqlite).await;
    let service = Service::open_messages(&db, Clock::fixed(NOON), |_| {}).await;
    for language in ["la", "en", "th", "cn", "vn"] {
        let found = service.templates(MessageActorRole::Manager, language).await.unwrap();
        assert!(found.templates.len() > 20 && found.faults.is_empty(), "{:?}", found.faults);
        assert_eq!((found.folder.as_str(), found.is_changed), ("", false));
        for template in &found.templates {
            let texts = [&template.subject, &template.text, &template.html, &template.short_text];
            assert!(texts.iter().all(|text| !text.is_empty()) && template.parts > 0, "{template:?}");
            assert!(template.own_parts.is_empty());
        }
    }
    let found = service.templates(MessageActorRole::Manager, "en").await.unwrap();
    let [paid, unpaid] = of_kind(&found, "order.received")[..] else { panic!("{found:?}") };
    assert_eq!((paid.variant.as_str(), unpaid.variant.as_str()), ("", "awaiting_payment"));
    assert!(unpaid.text.contains("waiting for your payment of ₭1,690,000.00"));
    assert!(paid.text.contains("We are preparing order 261121-7K3M9QTX"));
    assert!(paid.text.contains("View the order: https://shop.example/en/account/orders/sample"));
    let [code] = of_kind(&found, "code.sign_in")[..] else { panic!("{found:?}") };
    assert!(code.short_text.ends_with("@shop.example #048213") && code.parts == 1, "{code:?}");
    let [news] = of_kind(&found, "news.shop")[..] else { panic!("{found:?}") };
    assert!(news.html.contains("stop&#x2f;sample"), "{}", news.html);

    for role in [MessageActorRole::Unspecified, MessageActorRole::Clerk, MessageActorRole::Editor] {
        let denied = service.templates(role, "en").await.unwrap_err();
        assert_eq!((denied.code, denied.detail.reason.as_str()), (Code::PermissionDenied, "role"));
    }
    assert_eq!(
        service.templates(MessageActorRole::Manager, "fr").await.unwrap_err().detail.field,
        "language"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn both_texts_of_a_condition_are_previewed() {
    let db = TestDb::new(Engine::Sqlite).await;
    let service = Service::open_messages(&db, Clock::fixed(NOON), |_| {}).await;
    let found = service.templates(MessageActorRole::Manager, "en").await.unwrap();
    for (kind, variant, part) in [
        ("order.delivery_changed", "", "We will deliver order"),
        ("order.delivery_changed", "pickup", "You will pick up order"),
        ("order.delivery_changed", "due", "of which ₭150,000.00 is to be paid"),
        ("order.delivery_changed", "without_amount", "The new total is ₭1,690,000.00."),
        ("order.completed", "", "has been delivered"),
        ("order.completed", "pickup", "has been picked up"),
        ("order.lines_changed", "", "We are refunding ₭150,000.00."),
        ("order.lines_changed", "due", "of which ₭150,000.00 is to be paid"),
        ("order.underpaid", "", "₭150,000.00 of order"),
        ("order.underpaid", "without_amount", "A part of order"),
        ("order.return_corrected", "without_amount", "Nothing is refunded for it."),
        ("order.day_changed", "without_day", "no longer applies"),
        ("security.device", "without_device", "a new device"),
    ] {
        let shown = of_kind(&found, kind).into_iter().find(|one| one.variant == variant);
        let shown = shown.unwrap_or_else(|| panic!("{kind} {variant}"));
        assert!(shown.text.contains(part) && shown.short_text.contains(part), "{shown:?}");
    }
    // Each variant has a text of its own.
    let texts: BTreeSet<_> = found.templates.iter().map(|one| (&one.kind, &one.text)).collect();
    assert_eq!(texts.len(), found.templates.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_folder_is_previewed_with_its_faults_before_the_service_starts_with_it() {
    let db = TestDb::new(Engine::Sqlite).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("en.toml");
    fs::write(&file, "[messages.\"order.ready\"]\nshort = \"{{ number }}: come!\"\n").unwrap();
    let service = Service::open_messages(&db, Clock::fixed(NOON), |config| {
        config.messages.folder = folder.path().display().to_string();
    })
    .await;
    let found = service.templates(MessageActorRole::Manager, "en").await.unwrap();
    assert_eq!((found.folder, found.is_changed), (folder.path().display().to_string(), false));
    let ready = found.templates.iter().find(|one| one.kind == "order.ready").unwrap();
    assert_eq!(
        (ready.short_text.as_str(), &ready.own_parts[..]),
        ("261121-7K3M9QTX: come!", &["short".to_owned()][..])
    );

    let changed = "[messages.\"order.ready\"]\nsubject = \"Come!\"\ntext = \"{{ number }} {{ nmae }}\"\n";
    fs::write(&file, changed).unwrap();
    let found = service.templates(MessageActorRole::Manager, "en").await.unwrap();
    assert!(found.is_changed);
    let [fault] = &found.faults[..] else { panic!("{:?}", found.faults) };
    assert_eq!(fault.template, "en/order.ready/text");
    assert!(fault.message.starts_with("there is no variable nmae"), "{}", fault.message);
    let ready = found.templates.iter().find(|one| one.kind == "order.ready").unwrap();
    assert_eq!(
        (ready.text.as_str(), &ready.own_parts[..]),
        ("", &["subject".to_owned(), "text".to_owned()][..])
    );
    assert!(ready.short_text.contains("Order 261121-7K3M9QTX is ready"));
}
