//! Basis of the preview of an import: the rows of the shop that the import concerns. An import is not applied
//! once they have changed. Sales do not count, because they change the stock of any shop every minute.

use heuan_catalog_folder::CatalogFolder;
use heuan_store::{Result, Tx, on};
use serde::{Deserialize, Serialize};

use super::{ImportOptions, changes::Entities, origin};
use crate::{staff::digest, store::Store};

/// The preview of an import, which is compared before the import is applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    pub scope: PreviewScope,
    /// Digest of the rows in the scope, and of whether the shop shows the demo catalog.
    pub basis: String,
    /// Whether the shop shows the demo catalog, whose demo ends when the import is applied.
    pub ends_demo: bool,
}

/// The rows that an import concerns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewScope {
    /// Whether the import removes everything that the file does not contain.
    pub replace: bool,
    /// Whether the import concerns branches, which belong to another service.
    pub branches: bool,
    products: ProductScope,
    /// Small tables, by their names in reports.
    tables: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum ProductScope {
    None,
    All,
    /// In ascending order.
    Listed(Vec<i64>),
}

impl PreviewScope {
    pub fn of(folder: &CatalogFolder, replace: bool) -> Self {
        // Any product may move with its group.
        let moves = folder.groups.is_some();
        let products = match &folder.products {
            _ if replace || moves => ProductScope::All,
            Some(table) => {
                let mut ids: Vec<i64> = table.rows.iter().map(|row| row.pro_id).collect();
                ids.sort_unstable();
                ProductScope::Listed(ids)
            }
            None => ProductScope::None,
        };
        let tables = [
            ("categories", folder.categories.is_some()),
            // The group of a product sets its category.
            ("groups", moves || folder.products.is_some()),
            ("promotion_types", folder.promotion_types.is_some()),
            ("promotions", folder.promotions.is_some()),
            ("content", folder.content.is_some()),
        ];
        let tables = tables.into_iter().filter(|(_, is_in)| replace || *is_in);
        Self {
            replace,
            branches: replace || folder.branches.is_some(),
            products,
            tables: tables.map(|(table, _)| table.to_owned()).collect(),
        }
    }

    /// Preview of these rows. `outside` is the digest of the data outside the catalog's tables.
    async fn preview(self, tx: &mut Tx, entities: &Entities, outside: &str) -> Result<Preview> {
        let products = self.products.versions(tx).await?;
        let ends_demo = origin::shows_demo(tx).await?;
        let basis = digest(&(entities.rows(&self.tables), products, outside, ends_demo));
        Ok(Preview { scope: self, basis, ends_demo })
    }
}

impl ProductScope {
    /// Ids and versions of the products that exist. Sales do not raise a version.
    async fn versions(&self, tx: &mut Tx) -> Result<Vec<(i64, i64)>> {
        if *self == Self::None {
            return Ok(Vec::new());
        }
        let sql = "SELECT pro_id, version FROM product ORDER BY pro_id";
        let mut rows: Vec<(i64, i64)> = on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
        if let Self::Listed(ids) = self {
            rows.retain(|(pro_id, _)| ids.binary_search(pro_id).is_ok());
        }
        Ok(rows)
    }
}

impl Preview {
    /// The preview that a check stores or that an import is compared with; `None` for an import without a
    /// preview.
    pub async fn of(
        tx: &mut Tx,
        folder: &CatalogFolder,
        options: &ImportOptions,
        before: &Entities,
    ) -> Result<Option<Self>> {
        if !options.dry_run && options.expected_basis.is_none() {
            return Ok(None);
        }
        let scope = PreviewScope::of(folder, options.replace);
        Ok(Some(scope.preview(tx, before, &options.outside_digest).await?))
    }

    /// Whether the shop has changed since the preview of the import.
    pub fn is_outdated(&self, options: &ImportOptions) -> bool {
        options.expected_basis.as_ref().is_some_and(|expected| *expected != self.basis)
    }
}

impl Store {
    /// The present basis of a preview with this scope.
    pub async fn preview_basis(&self, scope: PreviewScope, outside: &str) -> Result<String> {
        let mut tx = self.db.snapshot().await?;
        let entities = Entities::in_shop(&mut tx).await?;
        Ok(scope.preview(&mut tx, &entities, outside).await?.basis)
    }
}
