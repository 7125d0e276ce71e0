//! Categories and groups on the command line.

use heuan_rpc::Error;
use heuan_staff_content::{ContentActor, ContentStore as _, save_item};

use super::{super::store_error, StaffContent, categories};
use crate::{
    staff::Actor,
    staff_content::{CategoriesBody, Kind},
};

impl StaffContent {
    /// All categories and groups, and their version.
    pub async fn categories(&self) -> Result<(CategoriesBody, String), Error> {
        let mut tx = self.db().snapshot().await.map_err(store_error)?;
        let item = categories::read(&mut tx).await.map_err(store_error)?;
        let body = serde_json::from_str(&item.body).map_err(Error::internal)?;
        Ok((body, item.version()))
    }

    /// Saves all categories and groups that were read at `version`.
    pub async fn save_categories(&self, body: &CategoriesBody, version: &str, now: i64) -> Result<(), Error> {
        let Actor { account_id, name } = Actor::command_line();
        let body = serde_json::to_string(body).map_err(Error::internal)?;
        let kind = Kind::Categories.name();
        save_item(self, &ContentActor { account_id, name }, (kind, kind), (version, &body), now).await
    }
}
