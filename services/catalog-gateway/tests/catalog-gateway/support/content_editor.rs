//! An editor of content, and bodies that it saves.

use heuan_proto::{
    catalog::v1::{GetStorefrontRequest, ListPromotionsRequest},
    staffcontent::v1::{self as wire, staff_content_service_client::StaffContentServiceClient},
};
use heuan_rpc::{Error, Transport};
use heuan_testkit::Engine;
use serde_json::{Value, json};

use super::{
    Shop,
    folder::{SMALL, folder},
};

/// The member of the staff in these tests.
pub fn actor() -> wire::ContentActor {
    wire::ContentActor {
        role: wire::ContentActorRole::Editor.into(),
        account_id: 7,
        name: "Kham Phanthavong".to_owned(),
    }
}

/// Calls of an editor of a shop's content.
pub struct ContentEditor<'a> {
    shop: &'a Shop,
    pub client: StaffContentServiceClient<Transport>,
}

impl<'a> ContentEditor<'a> {
    pub fn of(shop: &'a Shop) -> Self {
        Self { shop, client: StaffContentServiceClient::new(shop.transport.clone()) }
    }

    pub async fn get(&self, kind: &str, item_id: &str) -> wire::GetContentResponse {
        let (kind, item_id) = (kind.to_owned(), item_id.to_owned());
        let request = wire::GetContentRequest { actor: Some(actor()), kind, item_id };
        self.client.clone().get_content(request).await.unwrap().into_inner()
    }

    pub async fn item(&self, kind: &str, item_id: &str) -> (String, Value) {
        let item = self.get(kind, item_id).await.item.unwrap();
        (item.version, serde_json::from_str(&item.body_json).unwrap())
    }

    pub async fn list(&self, kind: &str) -> Vec<String> {
        let request = wire::ListContentRequest {
            actor: Some(actor()),
            kind: kind.to_owned(),
            limit: 100,
            ..Default::default()
        };
        let items = self.client.clone().list_content(request).await.unwrap().into_inner().items;
        items.into_iter().map(|item| item.item_id).collect()
    }

    pub async fn save(
        &self,
        kind: &str,
        item_id: &str,
        version: &str,
        body: &Value,
    ) -> Result<wire::SaveContentResponse, Error> {
        let request = wire::SaveContentRequest {
            actor: Some(actor()),
            kind: kind.to_owned(),
            item_id: item_id.to_owned(),
            version: version.to_owned(),
            body_json: body.to_string(),
        };
        Ok(self.client.clone().save_content(request).await?.into_inner())
    }

    /// Saves over the present version.
    pub async fn edit(&self, kind: &str, item_id: &str, body: &Value) -> wire::SaveContentResponse {
        let (version, _) = self.item(kind, item_id).await;
        self.save(kind, item_id, &version, body).await.unwrap()
    }

    pub async fn delete(&self, kind: &str, item_id: &str) -> Result<String, Error> {
        let (version, _) = self.item(kind, item_id).await;
        let (kind, item_id) = (kind.to_owned(), item_id.to_owned());
        let draft_version = Some(String::new());
        let request =
            wire::DeleteContentRequest { actor: Some(actor()), kind, item_id, version, draft_version };
        Ok(self.client.clone().delete_content(request).await?.into_inner().change_id)
    }

    pub async fn undo(
        &self,
        kind: &str,
        item_id: &str,
        change_id: &str,
    ) -> Result<wire::UndoContentChangeResponse, Error> {
        let request = wire::UndoContentChangeRequest {
            actor: Some(actor()),
            kind: kind.to_owned(),
            item_id: item_id.to_owned(),
            change_id: change_id.to_owned(),
        };
        Ok(self.client.clone().undo_content_change(request).await?.into_inner())
    }

    /// Titles of the promotions that shoppers see on a day.
    pub async fn promotions(&self, day: &str) -> Vec<String> {
        let request = ListPromotionsRequest { day: day.to_owned(), ..Default::default() };
        let answer = self.shop.catalog().list_promotions(request).await.unwrap().into_inner();
        answer.promotions.into_iter().map(|it| it.title_en).collect()
    }

    pub async fn banners(&self) -> Vec<i64> {
        let answer = self.shop.content().get_storefront(GetStorefrontRequest {}).await.unwrap();
        answer.into_inner().banners.into_iter().map(|it| it.id).collect()
    }
}

/// A shop with the catalog [`SMALL`].
pub async fn small(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    shop
}

pub fn promotion(title: &str, starts: &str, ends: &str) -> Value {
    json!({
        "title": {"la": "ຫຼຸດ", "en": title}, "promo_type_id": 1, "starts": starts, "ends": ends, "banner": "",
        "pro_ids": [103, 101], "published": true, "position": -1,
    })
}

pub fn banner(title: &str) -> Value {
    json!({
        "title": {"la": "", "en": title}, "image": "c/1.png", "href": "/shop", "starts": "", "ends": "",
        "published": true, "position": 0,
    })
}
