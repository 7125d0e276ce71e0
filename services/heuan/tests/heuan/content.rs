//! `heuan content`: drafts, removal and changes of content on the command line beside a running shop.

use heuan_testkit::{Engine, eventually};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{Browser, GOOD, Open, Shop, folder};

const HERO: &str = "/api/staff/content/hero/hero";

async fn send(browser: &Browser, method: Method, path: &str, body: Value) -> (u16, Value) {
    let response = browser.send(method, path, &body).await;
    (response.status().as_u16(), response.json().await.unwrap())
}

/// A browser of a new manager.
async fn manager(shop: &Shop, open: &Open) -> Browser {
    let browser = Browser::new(open).await;
    let body = json!({"fname": "Kham", "lname": "Phanthavong", "phone": "020 5512 3457", "password": "correct horse"});
    let (status, registered) = send(&browser, Method::POST, "/api/auth/register", body).await;
    assert_eq!(status, 201, "{registered}");
    let customer_id = registered["data"]["customer"]["cus_id"].to_string();
    let made = shop.command(&["staff", "add", "--existing", &customer_id]).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    // A new role ends the sessions of the account.
    let login = json!({"identifier": "020 5512 3457", "password": "correct horse"});
    assert_eq!(send(&browser, Method::POST, "/api/auth/login", login).await.0, 200);
    browser
}

/// Saves a draft of the first view of the home page with this title.
async fn save_draft(kham: &Browser, title: &str) {
    let (_, mut seen) = send(kham, Method::GET, HERO, json!({})).await;
    let item = &mut seen["data"];
    item["body"]["title"]["en"] = title.into();
    let draft = json!({"version": item["version"], "body": item["body"]});
    let (status, saved) = send(kham, Method::PUT, &format!("{HERO}/draft"), draft).await;
    assert_eq!(status, 200, "{saved}");
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn draft_is_published_undone_and_discarded_on_the_command_line(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    let open = shop.open();
    let kham = manager(&shop, &open).await;
    let content = |words: &[&str]| {
        let words: Vec<&str> = ["content"].into_iter().chain(words.iter().copied()).collect();
        let output = shop.command(&words).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.success(), said)
    };
    let title_is = async |title: &str| {
        eventually("the staff see the title", async || {
            send(&kham, Method::GET, HERO, json!({})).await.1["data"]["body"]["title"]["en"] == title
        })
        .await;
    };
    assert_eq!(content(&["drafts"]), (true, String::new()));
    let (done, said) = content(&["publish", "hero"]);
    assert!(!done && said.contains("there is no draft of it"), "{said}");
    let (done, said) = content(&["publish", "poster"]);
    assert!(!done && said.contains("kind: must be branch or one of promotion, banner"), "{said}");

    save_draft(&kham, "Everything for the roof").await;
    let (done, said) = content(&["drafts"]);
    assert!(done && said.starts_with("hero  hero  saved ") && said.contains("by Kham Phanthavong"), "{said}");
    let (done, said) = content(&["publish", "hero"]);
    assert!(done && said.starts_with("published: change "), "{said}");
    let change_id = said.trim().rsplit(' ').next().unwrap();
    title_is("Everything for the roof").await;
    let (done, said) = content(&["changes", "hero", "--limit", "1"]);
    assert!(done && said.starts_with(change_id) && said.ends_with(" by command line\n"), "{said}");

    save_draft(&kham, "Everything for the garden").await;
    let (done, said) = content(&["publish", "hero"]);
    assert!(done && said.starts_with("published: change "), "{said}");
    let change_id = said.trim().rsplit(' ').next().unwrap();
    title_is("Everything for the garden").await;
    let (done, said) = content(&["undo", "hero", change_id]);
    assert!(done && said.starts_with("undone: change "), "{said}");
    title_is("Everything for the roof").await;
    let (done, said) = content(&["undo", "hero", change_id]);
    assert!(!done && said.contains("this change is undone already"), "{said}");

    save_draft(&kham, "Everything for the wall").await;
    assert_eq!(content(&["discard", "hero"]), (true, "discarded\n".to_owned()));
    let (done, said) = content(&["discard", "hero"]);
    assert!(!done && said.contains("there is no draft of it"), "{said}");
    title_is("Everything for the roof").await;

    let (_, audit) = send(&kham, Method::GET, "/api/staff/audit", json!({})).await;
    let entries = audit["data"].as_array().unwrap().iter().filter(|entry| entry["name"] == "command line");
    let recorded: Vec<Value> =
        entries.map(|entry| json!([entry["action"], entry["subject"], entry["status"]])).collect();
    for action in [
        "POST /api/staff/content/{kind}/{item_id}/draft/publish",
        "POST /api/staff/content/{kind}/{item_id}/undo",
        "DELETE /api/staff/content/{kind}/{item_id}/draft",
    ] {
        assert!(recorded.contains(&json!([action, "hero hero", 200])), "{action}: {audit}");
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn item_is_removed_and_restored_on_the_command_line(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    let mut catalog: Vec<(&str, &str)> = GOOD.to_vec();
    catalog.push(("branches.csv", "b_id,b_code,b_name,b_name_eng\n4,SK02,ສີໄຄ,Sikhay\n"));
    assert!(shop.import(folder(&catalog).path(), &[]).status.success());
    let open = shop.open();
    let kham = manager(&shop, &open).await;
    let content = |words: &[&str]| {
        let words: Vec<&str> = ["content"].into_iter().chain(words.iter().copied()).collect();
        let output = shop.command(&words).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.success(), said)
    };
    let shoppers_get = async |expected: u16| {
        eventually("shoppers get the answer", async || {
            send(&kham, Method::GET, "/api/v1/content/about", json!({})).await.0 == expected
        })
        .await;
    };
    for (words, why) in [
        (["remove", "poster", "1"], "kind: must be branch or one of promotion, banner"),
        (["remove", "page", "about"], "no such content"),
        (["remove", "promotion", "first"], "no such content"),
        (["remove", "branch", "9"], "no such content"),
        (["remove", "hero", "hero"], "the shop needs this"),
    ] {
        let (done, said) = content(&words);
        assert!(!done && said.contains(why), "{words:?}: {said}");
    }

    let page = json!({
        "title": {"la": "ກ່ຽວກັບ", "en": "About us"}, "image": "", "date": "", "paragraphs": [], "questions": [],
        "jobs": [], "documents": [],
    });
    let new_page = json!({"item_id": "about", "body": page});
    let (status, created) = send(&kham, Method::POST, "/api/staff/content/page", new_page).await;
    assert_eq!(status, 200, "{created}");
    shoppers_get(200).await;
    let (done, said) = content(&["remove", "page", "about"]);
    assert!(done && said.starts_with("removed: change "), "{said}");
    shoppers_get(404).await;
    let (done, again) = content(&["remove", "page", "about"]);
    assert!(!done && again.contains("no such content"), "{again}");
    let change_id = said.trim().rsplit(' ').next().unwrap();
    let (done, said) = content(&["undo", "page", change_id, "--id", "about"]);
    assert!(done && said.starts_with("undone: change "), "{said}");
    shoppers_get(200).await;

    let branch = "/api/staff/content/branch/4";
    assert_eq!(send(&kham, Method::GET, branch, json!({})).await.0, 200);
    let (done, said) = content(&["remove", "branch", "4"]);
    assert!(done && said.starts_with("removed: change "), "{said}");
    assert_eq!(send(&kham, Method::GET, branch, json!({})).await.0, 404);

    let (_, audit) = send(&kham, Method::GET, "/api/staff/audit", json!({})).await;
    let entries = audit["data"].as_array().unwrap().iter().filter(|entry| entry["name"] == "command line");
    let recorded: Vec<Value> =
        entries.map(|entry| json!([entry["action"], entry["subject"], entry["status"]])).collect();
    for (subject, status) in [("page about", 200), ("page about", 404), ("hero hero", 409), ("branch 4", 200)]
    {
        let entry = json!(["DELETE /api/staff/content/{kind}/{item_id}", subject, status]);
        assert!(recorded.contains(&entry), "{entry}: {audit}");
    }
}
