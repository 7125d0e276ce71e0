//! The staff's calls.

use heuan_proto::{
    catalog::v1::{self as wire, staff_catalog_service_client::StaffCatalogServiceClient},
    staffcontent::v1::{self as content, staff_content_service_client::StaffContentServiceClient},
};
use heuan_rpc::{Error, Transport};
use serde_json::Value;

use super::Shop;

/// The member of the staff in these tests.
pub fn actor() -> wire::CatalogActor {
    wire::CatalogActor {
        role: wire::ActorRole::Editor.into(),
        account_id: 7,
        name: "Kham Phanthavong".to_owned(),
    }
}

pub fn field(change: &wire::ProductChange, name: &str) -> Option<(Option<String>, Option<String>)> {
    let found = change.fields.iter().find(|field| field.field == name)?;
    Some((found.from.clone(), found.to.clone()))
}

impl Shop {
    pub fn staff(&self) -> StaffCatalogServiceClient<Transport> {
        StaffCatalogServiceClient::new(self.transport.clone())
    }

    pub async fn staff_product(&self, pro_id: i64) -> wire::StaffProductDetail {
        let request = wire::GetStaffProductRequest { actor: Some(actor()), pro_id };
        self.staff().get_staff_product(request).await.unwrap().into_inner().product.unwrap()
    }

    pub async fn version(&self, pro_id: i64) -> i64 {
        self.staff_product(pro_id).await.product.unwrap().version
    }

    /// Edits the present version.
    pub async fn edit(
        &self,
        pro_id: i64,
        edit: wire::ProductEdit,
    ) -> Result<wire::StaffProductDetail, Error> {
        let version = self.version(pro_id).await;
        self.edit_version(pro_id, version, edit).await
    }

    pub async fn edit_version(
        &self,
        pro_id: i64,
        version: i64,
        edit: wire::ProductEdit,
    ) -> Result<wire::StaffProductDetail, Error> {
        let request = wire::UpdateProductRequest { actor: Some(actor()), pro_id, version, edit: Some(edit) };
        Ok(self.staff().update_product(request).await?.into_inner().product.unwrap())
    }

    pub async fn adjust(
        &self,
        pro_id: i64,
        kind: wire::StockAdjustmentKind,
        quantity: i64,
        reason: &str,
    ) -> Result<wire::StaffProductDetail, Error> {
        let request = wire::AdjustStockRequest {
            actor: Some(actor()),
            pro_id,
            version: None,
            kind: kind.into(),
            quantity,
            reason: reason.to_owned(),
            ..wire::AdjustStockRequest::default()
        };
        Ok(self.staff().adjust_stock(request).await?.into_inner().product.unwrap())
    }

    pub async fn change(
        &self,
        selection: wire::change_products_request::Selection,
        change: wire::change_products_request::Change,
        dry_run: bool,
    ) -> Result<wire::ChangeProductsResponse, Error> {
        let request = wire::ChangeProductsRequest {
            actor: Some(actor()),
            selection: Some(selection),
            change: Some(change),
            dry_run,
            ..wire::ChangeProductsRequest::default()
        };
        Ok(self.staff().change_products(request).await?.into_inner())
    }

    pub async fn undo(
        &self,
        change_id: &str,
        pro_id: Option<i64>,
    ) -> Result<wire::UndoChangeResponse, Error> {
        let request =
            wire::UndoChangeRequest { actor: Some(actor()), change_id: change_id.to_owned(), pro_id };
        Ok(self.staff().undo_change(request).await?.into_inner())
    }

    /// Changes the tree of categories and groups, as its editor does.
    pub async fn edit_tree(&self, change: impl FnOnce(&mut Vec<Value>)) {
        let mut client = StaffContentServiceClient::new(self.transport.clone());
        let wire::CatalogActor { account_id, name, .. } = actor();
        let actor =
            content::ContentActor { role: content::ContentActorRole::Editor.into(), account_id, name };
        let (kind, item_id) = ("categories".to_owned(), "categories".to_owned());
        let request = content::GetContentRequest {
            actor: Some(actor.clone()),
            kind: kind.clone(),
            item_id: item_id.clone(),
        };
        let item = client.get_content(request).await.unwrap().into_inner().item.unwrap();
        let mut body: Value = serde_json::from_str(&item.body_json).unwrap();
        change(body["categories"].as_array_mut().unwrap());
        let body_json = body.to_string();
        let version = item.version;
        let request = content::SaveContentRequest { actor: Some(actor), kind, item_id, version, body_json };
        client.save_content(request).await.unwrap();
    }

    /// The consistency check of `heuan check` finds nothing.
    pub async fn check(&self) {
        let inconsistencies = heuan_catalog_gateway::store::consistency::read(&self.tables().await)
            .await
            .unwrap()
            .inconsistencies;
        assert!(inconsistencies.is_empty(), "{inconsistencies:?}");
    }
}
