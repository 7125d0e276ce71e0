//! The frontend's types are generated from `frontend/src/shared/api/openapi.json`; this test keeps the file up to date.

use std::{collections::BTreeSet, fs, path::Path};

use serde_json::Value;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../frontend/src/shared/api/openapi.json");

/// `UPDATE_OPENAPI=1 scripts/cargo-test -p heuan-edge openapi` writes the file.
#[test]
fn checked_in_document_is_up_to_date() {
    let present = serde_json::to_string_pretty(&heuan_edge::openapi_document()).unwrap() + "\n";
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        fs::write(FILE, &present).unwrap();
    }
    let checked_in = fs::read_to_string(Path::new(FILE)).unwrap_or_default();
    assert!(
        checked_in == present,
        "the API changed: run this test with UPDATE_OPENAPI=1 and commit the file"
    );
}

#[test]
fn every_specified_path_is_documented() {
    let document = serde_json::to_value(heuan_edge::openapi_document()).unwrap();
    let mut paths: BTreeSet<&str> =
        document["paths"].as_object().unwrap().keys().map(String::as_str).collect();
    // The specification of the storefront does not list the calls of the back office.
    paths.retain(|path| !path.starts_with("/api/staff/"));
    let specified = [
        "/api/api-token",
        "/api/auth/cart",
        "/api/auth/cart/items",
        "/api/auth/cart/items/{pro_id}",
        "/api/auth/account",
        "/api/auth/code",
        "/api/auth/code/verify",
        "/api/auth/export",
        "/api/auth/export.zip",
        "/api/auth/log",
        "/api/auth/login",
        "/api/auth/logout",
        "/api/auth/password",
        "/api/auth/addresses",
        "/api/auth/addresses/{address_id}",
        "/api/auth/profile",
        "/api/auth/profile/verify",
        "/api/auth/register",
        "/api/auth/sessions",
        "/api/auth/sessions/{session_id}",
        "/api/auth/viewed-products",
        "/api/auth/wishlist",
        "/api/auth/wishlist/add-all-to-cart",
        "/api/auth/wishlist/{pro_id}",
        "/api/auth/checkout/quote",
        "/api/auth/message",
        "/api/auth/message/upload",
        "/api/auth/message/like",
        "/api/auth/message/read",
        "/api/auth/message/typing",
        "/api/auth/message/attachment/{attachment_id}",
        "/api/link-preview",
        "/api/link-preview/image/{image_id}",
        "/api/auth/staff/conversations",
        "/api/auth/staff/conversations/{cus_id}",
        "/api/auth/staff/conversations/{cus_id}/messages",
        "/api/auth/staff/conversations/{cus_id}/messages/upload",
        "/api/auth/staff/conversations/{cus_id}/messages/like",
        "/api/auth/staff/conversations/{cus_id}/read",
        "/api/auth/staff/conversations/{cus_id}/typing",
        "/api/auth/staff/conversations/{cus_id}/claim",
        "/api/auth/staff/quick-replies",
        "/api/auth/staff/quick-replies/{quick_reply_id}",
        "/api/auth/notifications/channels",
        "/api/auth/notifications/user",
        "/api/v1/notifications/broadcast",
        "/api/v1/push/key",
        "/api/auth/push/subscription",
        "/api/auth/events",
        "/api/auth/orders",
        "/api/auth/orders/{order_id}",
        "/api/auth/orders/{order_id}/again",
        "/api/auth/orders/{order_id}/cancel",
        "/api/auth/points",
        "/api/auth/search-history",
        "/api/messages/{channel}/report",
        "/api/payments/{provider}/webhook",
        "/api/sandbox/payments/{reference}/{action}",
        "/api/v1/banner",
        "/api/v1/branch",
        "/api/v1/category",
        "/api/v1/collection",
        "/api/v1/collection/{name}",
        "/api/v1/company",
        "/api/v1/contact",
        "/api/v1/content",
        "/api/v1/content/{slug}",
        "/api/v1/facet",
        "/api/v1/group",
        "/api/v1/keywork",
        "/api/v1/menu",
        "/api/v1/pomotion/type",
        "/api/v1/product",
        "/api/v1/product/{pro_id}",
        "/api/v1/product/{pro_id}/related",
        "/api/v1/promotion",
        "/api/v1/search-similar-images",
        "/api/v1/retention",
        "/api/v1/search-click",
        "/api/v1/search-product",
        "/api/v1/suggetsearch",
        "/api/v1/verify-token",
        "/api/v1/weather",
    ];
    assert_eq!(paths, BTreeSet::from(specified));
}

#[test]
fn every_call_and_response_is_described() {
    let document = serde_json::to_value(heuan_edge::openapi_document()).unwrap();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{method} {path} has no summary");
            let has_shape =
                ["200", "201", "202"].iter().any(|ok| operation["responses"][ok]["content"].is_object());
            assert!(has_shape, "{method} {path} has no shape");
        }
    }
}

/// Many clients send `null` for what they do not have.
#[test]
fn optional_field_of_a_json_body_accepts_null() {
    let document = serde_json::to_value(heuan_edge::openapi_document()).unwrap();
    let mut waiting: Vec<String> = Vec::new();
    for methods in document["paths"].as_object().unwrap().values() {
        for operation in methods.as_object().unwrap().values() {
            add_schemas(&operation["requestBody"]["content"]["application/json"], &mut waiting);
        }
    }
    let mut refused = BTreeSet::new();
    let mut names = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        let schema = &document["components"]["schemas"][&name];
        if names.insert(name.clone()) {
            add_schemas(schema, &mut waiting);
        }
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(|it| it.as_str()).collect();
        for (field, kind) in schema["properties"].as_object().into_iter().flatten() {
            let takes_null = kind.to_string().contains("\"null\"");
            if !required.contains(&field.as_str()) && !takes_null {
                refused.insert(format!("{name}.{field}"));
            }
        }
    }
    assert!(names.contains("GroupContent") && names.contains("LogBody"), "{names:?}");
    assert!(refused.is_empty(), "{refused:?}");
}

/// Adds the names of the schemas that a part of the document refers to.
fn add_schemas(part: &Value, names: &mut Vec<String>) {
    let text = part.to_string();
    let found = text.split("\"#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next());
    names.extend(found.map(str::to_owned));
}

#[test]
fn every_reference_resolves() {
    let document = serde_json::to_value(heuan_edge::openapi_document()).unwrap();
    let text = document.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(document.pointer(reference).is_some(), "{reference}");
    }
}

#[test]
fn every_call_documents_the_common_errors() {
    let document = serde_json::to_value(heuan_edge::openapi_document()).unwrap();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let mut statuses = vec!["405", "429", "431", "503", "504"];
            if operation.get("requestBody").is_some() {
                statuses.extend(["408", "413", "415"]);
            }
            if heuan_edge_http::session::is_of_staff(path) {
                statuses.extend(["401", "403", "404"]);
            }
            if operation.get("security").is_some() {
                statuses.push("401");
            }
            if !["/api/v1/search-product", "/api/v1/keywork"].contains(&path.as_str()) {
                statuses.push("414");
            }
            for status in statuses {
                assert!(operation["responses"].get(status).is_some(), "{method} {path}: {status}");
            }
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            for parameter in parameters.iter().filter(|it| it["in"] == "query" && it["required"] == false) {
                assert_eq!(parameter["allowEmptyValue"] == true, method != "delete", "{method} {path}");
            }
        }
    }
}

/// Only the staff learns where goods are. The location has the same name in all calls of the back office.
#[test]
fn no_response_for_shoppers_has_the_location_of_goods() {
    let document = serde_json::to_value(heuan_edge::openapi_document()).unwrap();
    let mut with_location = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for operation in methods.as_object().unwrap().values() {
            let responses = &operation["responses"];
            let (mut open, mut known) = (vec![responses], BTreeSet::new());
            while let Some(value) = open.pop() {
                let properties = value["properties"].as_object();
                if properties.is_some_and(|all| all.contains_key("location") || all.contains_key("locations"))
                {
                    with_location.insert(path.as_str());
                }
                let reference = value["$ref"].as_str().map(|text| text.trim_start_matches('#'));
                open.extend(
                    reference
                        .filter(|name| known.insert((*name).to_owned()))
                        .and_then(|name| document.pointer(name)),
                );
                open.extend(value.as_object().into_iter().flat_map(serde_json::Map::values));
                open.extend(value.as_array().into_iter().flatten());
            }
        }
    }
    assert!(with_location.contains("/api/staff/products/{pro_id}"), "{with_location:?}");
    assert!(with_location.iter().all(|path| path.starts_with("/api/staff/")), "{with_location:?}");
}
