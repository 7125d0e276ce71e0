//! Back office: people, the audit log, and messages of the contact form.

use heuan_proto::accounts::v1::{Role, SecondFactor};
use heuan_testkit::eventually;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    support::{TestShop, shop},
};

const RECOVERY_CODES: &str = "/api/staff/second-factor/recovery-codes";

/// A signed-in manager.
async fn manager(shop: &TestShop) -> Browser<'_> {
    let browser = Browser::registered(shop, "020").await;
    shop.accounts.make_staff("020");
    browser
}

async fn get(browser: &Browser<'_>, path: &str) -> Value {
    browser.get(path).await.json().await.unwrap()
}

async fn send(browser: &Browser<'_>, method: Method, path: &str, body: &Value) -> (u16, Value) {
    let response = browser.request(method, path).json(body).send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

#[actix_web::test]
async fn own_role_lists_the_areas_it_may_use() {
    let shop = shop().await;
    let kham = manager(&shop).await;
    let me = get(&kham, "/api/staff/me").await;
    assert_eq!(
        (&me["data"]["account"]["role"], me["data"]["areas"].as_array().unwrap().len()),
        (&"manager".into(), 14)
    );
    shop.accounts.set_role("020", Role::Clerk);
    let me = get(&kham, "/api/staff/me").await;
    assert_eq!(me["data"]["areas"], json!(["today", "orders", "customers", "inbox", "messages", "outbox"]));
}

#[actix_web::test]
async fn refused_role_of_an_unconfirmed_account_names_the_account() {
    let shop = shop().await;
    let kham = manager(&shop).await;
    let body = json!({"fname": "Noy", "lname": "Keo", "phone": "029", "role": "manager"});
    let (status, refused) = send(&kham, Method::POST, "/api/staff/people", &body).await;
    assert_eq!((status, &refused["reason"]), (409, &"identifier_unverified".into()));
    let account = json!({"cus_id": 7, "name": "Noy Keo", "created_at": "2026-11-21T00:00:00+07:00"});
    assert_eq!(refused["account"], account);
}

#[actix_web::test]
async fn person_is_added_changed_and_removed_and_each_action_is_in_the_audit_log() {
    let shop = shop().await;
    let kham = manager(&shop).await;
    let body = json!({"fname": "Noy", "lname": "Keo", "phone": "021", "role": "clerk"});
    let (status, added) = send(&kham, Method::POST, "/api/staff/people", &body).await;
    let added = &added["data"];
    assert_eq!(
        (status, &added["temporary_password"], &added["account"]["role"]),
        (201, &"one-time-9876".into(), &"clerk".into())
    );
    let path = format!("/api/staff/people/{}", added["account"]["cus_id"]);
    let (status, changed) = send(&kham, Method::PATCH, &path, &json!({"role": "editor"})).await;
    assert_eq!((status, &changed["data"]["role"]), (200, &"editor".into()));
    let people = get(&kham, "/api/staff/people").await;
    assert_eq!((people["data"].as_array().unwrap().len(), &people["next_cursor"]), (2, &Value::Null));
    let page = get(&kham, "/api/staff/people?limit=1&cursor=7").await;
    assert_eq!((page["data"].as_array().unwrap().len(), &page["next_cursor"]), (1, &"7".into()));
    for (query, field) in
        [("limit=0", "limit"), ("limit=101", "limit"), ("cursor=123456789012345678901", "cursor")]
    {
        let wrong = get(&kham, &format!("/api/staff/people?{query}")).await;
        assert_eq!((&wrong["code"], &wrong["field"]), (&"invalid_argument".into(), &field.into()), "{query}");
    }
    let (status, removed) = send(&kham, Method::DELETE, &path, &Value::Null).await;
    assert_eq!((status, &removed["data"]["role"]), (200, &"customer".into()));
    let own = format!("/api/staff/people/{}", get(&kham, "/api/staff/me").await["data"]["account"]["cus_id"]);
    let (status, refused) = send(&kham, Method::DELETE, &own, &Value::Null).await;
    assert_eq!((status, &refused["reason"]), (409, &"last_manager".into()));

    let stored = || shop.accounts.stored();
    eventually("four actions have ended", async || stored().audit_ends.len() == 4).await;
    // Added, changed and removed.
    assert_eq!(stored().staff_addresses, ["127.0.0.1"; 3]);
    let began: Vec<String> =
        stored().audit.iter().map(|one| format!("{} {}", one.action, one.subject)).collect();
    let id = path.rsplit('/').next().unwrap();
    assert_eq!(began[0], "POST /api/staff/people ");
    assert_eq!(began[1], format!("PATCH /api/staff/people/{{cus_id}} {id}"));
    let mut ended: Vec<String> = stored()
        .audit_ends
        .iter()
        .map(|one| format!("{} {} {}", one.entry_id, one.status, one.detail))
        .collect();
    ended.sort();
    let expected = ["201 Noy Keo: clerk", "200 Noy Keo: editor", "200 Noy Keo: removed", "409 "];
    for (index, (ended, expected)) in ended.iter().zip(expected).enumerate() {
        assert_eq!(*ended, format!("{:032x} {expected}", index + 1));
    }
}

#[actix_web::test]
async fn home_branch_is_set_shown_removed_and_in_the_audit_log() {
    let shop = shop().await;
    let kham = manager(&shop).await;
    let own_id = get(&kham, "/api/staff/me").await["data"]["account"]["cus_id"].take();
    let path = format!("/api/staff/people/{own_id}/branch");
    let shown = async || {
        let people = get(&kham, "/api/staff/people").await["data"][0].take();
        let me = get(&kham, "/api/staff/me").await["data"].take();
        assert_eq!(people["home_branch_id"], me["home_branch_id"]);
        (people["cus_id"].clone(), people["home_branch_id"].clone())
    };
    assert_eq!(shown().await, (own_id.clone(), Value::Null));
    let (status, member) = send(&kham, Method::PUT, &path, &json!({"branch_id": 1})).await;
    assert_eq!(
        (status, &member["data"]["home_branch_id"], &member["data"]["fname"]),
        (200, &1.into(), &"Noy".into())
    );
    assert_eq!(shown().await, (own_id.clone(), json!(1)));
    let (status, member) = send(&kham, Method::PUT, &path, &json!({"branch_id": null})).await;
    assert_eq!((status, &member["data"]["home_branch_id"]), (200, &Value::Null));
    assert_eq!(shown().await, (own_id, Value::Null));
    let (status, incomplete) = send(&kham, Method::PUT, &path, &json!({})).await;
    assert_eq!((status, &incomplete["code"]), (400, &"invalid_argument".into()));
    for body in [json!({"branch_id": 9}), json!({"branch_id": "1"})] {
        let (status, refused) = send(&kham, Method::PUT, &path, &body).await;
        assert_eq!((status, &refused["field"]), (400, &"branch_id".into()), "{body}: {refused}");
    }
    let unknown = send(&kham, Method::PUT, "/api/staff/people/x/branch", &json!({"branch_id": 1})).await;
    assert_eq!((unknown.0, &unknown.1["field"]), (400, &"cus_id".into()));

    let begun = shop.accounts.stored().audit.clone();
    assert_eq!(begun[0].action, "PUT /api/staff/people/{cus_id}/branch");
    let ended = shop.accounts.ended_audit(begun.len()).await;
    let mut done: Vec<String> = ended.into_iter().map(|end| end.detail).collect();
    done.retain(|detail| !detail.is_empty());
    done.sort();
    assert_eq!(done, ["Noy Keo: home branch 1 Vientiane HQ", "Noy Keo: home branch none"]);
}

#[actix_web::test]
async fn wrong_fields_are_named() {
    let shop = shop().await;
    let kham = manager(&shop).await;
    for (body, field) in [
        (json!({"fname": "Noy", "lname": "Keo", "phone": "021", "role": "boss"}), "role"),
        (json!({"fname": "Noy", "lname": "Keo", "phone": "021", "role": "clerk", "admin": true}), "admin"),
    ] {
        let (status, refused) = send(&kham, Method::POST, "/api/staff/people", &body).await;
        assert_eq!((status, &refused["field"]), (400, &field.into()), "{refused}");
    }
    for (path, field) in [
        ("/api/staff/audit?from=21-11-2026", "from"),
        ("/api/staff/audit?limit=0", "limit"),
        ("/api/staff/messages?open=yes", "open"),
    ] {
        assert_eq!(get(&kham, path).await["field"], field, "{path}");
    }
}

#[actix_web::test]
async fn audit_log_that_is_too_long_for_a_file_is_refused_with_its_length() {
    let shop = shop().await;
    let kham = manager(&shop).await;
    let response = kham.request(Method::GET, "/api/staff/audit.csv?cus_id=77").send().await.unwrap();
    assert_eq!(response.status(), 400);
    let problem: Value = response.json().await.unwrap();
    assert_eq!((&problem["field"], &problem["reason"]), (&json!("from"), &json!("too_many")));
    let detail = "the log has 100001 entries or more, and a file at most 100000; choose fewer days";
    assert_eq!(problem["detail"], detail);
}

#[actix_web::test]
async fn audit_log_is_filtered_by_days_of_laos_and_exported_as_csv() {
    let shop = shop().await;
    let kham = manager(&shop).await;
    let page = get(&kham, "/api/staff/audit?from=2026-11-21&to=2026-11-21&search=7K3").await;
    let entry = &page["data"][0];
    assert_eq!(entry["at"], "2026-11-21T00:00:00+07:00");
    // The day ends 24 hours later.
    assert_eq!(entry["detail"], "1795280400000");
    assert_eq!(
        (&entry["subject"], &entry["status"], &page["next_cursor"]),
        (&"7K3".into(), &200.into(), &"2".repeat(32).into())
    );

    let response =
        kham.request(Method::GET, "/api/staff/audit.csv?from=2026-11-21&search=7K3").send().await.unwrap();
    assert_eq!(response.headers()["content-disposition"], "attachment; filename=\"audit.csv\"");
    let text = response.text().await.unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with('\u{FEFF}') && lines.len() == 3, "{text}");
    assert!(
        lines[1].contains(",'=Kham,clerk,") && lines[1].ends_with(",200") && lines[2].ends_with(','),
        "{text}"
    );
    let stored = || shop.accounts.stored();
    assert_eq!(stored().audit.last().unwrap().action, "GET /api/staff/audit.csv");
    eventually("the export has ended", async || {
        stored().audit_ends.last().is_some_and(|end| end.detail == "from=2026-11-21 search")
    })
    .await;
}

#[actix_web::test]
async fn action_is_not_carried_out_while_it_cannot_be_recorded() {
    let shop = shop().await;
    let kham = manager(&shop).await;
    shop.accounts.refuse_audit(true);
    let (status, _) = send(
        &kham,
        Method::POST,
        "/api/staff/people",
        &json!({"fname": "N", "lname": "K", "phone": "021", "role": "clerk"}),
    )
    .await;
    assert_eq!(status, 503);
    assert_eq!(get(&kham, "/api/staff/people").await["data"].as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn contact_messages_are_listed_by_pages_and_marked_as_done() {
    let shop = shop().await;
    let kham = manager(&shop).await;
    for name in ["A", "B", "C"] {
        let message =
            heuan_proto::accounts::v1::SubmitMessageRequest { name: name.to_owned(), ..Default::default() };
        shop.accounts.stored().messages.push(message);
    }
    let first = get(&kham, "/api/staff/messages?limit=2").await;
    assert_eq!(
        (&first["data"][0]["name"], &first["next_before"], &first["open"]),
        (&"C".into(), &2.into(), &3.into())
    );
    let last = get(&kham, "/api/staff/messages?limit=2&before=2").await;
    assert_eq!((&last["data"][0]["name"], &last["next_before"]), (&"A".into(), &Value::Null));
    let (status, done) = send(&kham, Method::PATCH, "/api/staff/messages/2", &json!({"done": true})).await;
    assert_eq!((status, &done["data"]["done_by"]), (200, &"Kham".into()));
    let (status, wrong) = send(&kham, Method::PATCH, "/api/staff/messages/x", &json!({"done": true})).await;
    assert_eq!((status, &wrong["field"]), (400, &"contact_id".into()));
}

#[actix_web::test]
async fn back_office_is_closed_until_the_temporary_password_is_replaced() {
    let shop = shop().await;
    let kham = manager(&shop).await;
    shop.accounts.stored().has_temporary_password = true;
    for path in ["/api/staff/people", "/api/auth/staff/conversations", "/api/staff/orders"] {
        let refused = get(&kham, path).await;
        assert_eq!(
            (&refused["status"], &refused["reason"]),
            (&403.into(), &"temporary_password".into()),
            "{path}"
        );
    }
    let me = get(&kham, "/api/staff/me").await;
    assert_eq!((&me["data"]["areas"], &me["data"]["has_temporary_password"]), (&json!([]), &true.into()));
    shop.accounts.stored().has_temporary_password = false;
    assert_eq!(get(&kham, "/api/staff/people").await["success"], true);
}

#[actix_web::test]
async fn back_office_is_closed_until_the_second_factor_is_entered() {
    let shop = shop().await;
    let kham = manager(&shop).await;
    for (state, reason) in
        [(SecondFactor::Pending, "second_factor"), (SecondFactor::Missing, "second_factor_setup")]
    {
        shop.accounts.stored().second_factor = state.into();
        for path in ["/api/staff/people", "/api/auth/staff/conversations", "/api/auth/events?inbox=true"] {
            let refused = get(&kham, path).await;
            assert_eq!((&refused["status"], &refused["reason"]), (&403.into(), &reason.into()), "{path}");
        }
        assert_eq!(get(&kham, "/api/staff/me").await["data"]["areas"], json!([]));
        let renew = send(&kham, Method::POST, RECOVERY_CODES, &json!({"code": "123456"})).await;
        assert_eq!((renew.0, &renew.1["reason"]), (403, &reason.into()), "recovery codes before the proof");
    }
    let (status, begun) =
        send(&kham, Method::POST, "/api/staff/second-factor", &json!({"current_password": "correct horse"}))
            .await;
    assert_eq!((status, &begun["data"]["secret"]), (201, &"GEZDGNBVGY3TQOJQ".into()));
    let verify = "/api/staff/second-factor/verify";
    let (status, wrong) = send(&kham, Method::POST, verify, &json!({"code": "000000"})).await;
    assert_eq!((status, &wrong["field"]), (400, &"code".into()));
    assert_eq!(send(&kham, Method::POST, verify, &json!({"code": "123456"})).await.0, 200);
    assert_eq!(get(&kham, "/api/staff/me").await["data"]["second_factor"], "verified");
    assert_eq!(get(&kham, "/api/staff/people").await["success"], true);
    let (status, wrong) = send(&kham, Method::POST, RECOVERY_CODES, &json!({"code": "000000"})).await;
    assert_eq!((status, &wrong["field"]), (400, &"code".into()));
    let (status, renewed) = send(&kham, Method::POST, RECOVERY_CODES, &json!({"code": "123456"})).await;
    assert_eq!((status, &renewed["data"]["recovery_codes"]), (200, &json!(["3h8vn-0ptrc"])));
}
