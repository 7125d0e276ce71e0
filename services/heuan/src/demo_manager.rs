//! Demo manager: the account that opens the back office of a shop which shows only the demo catalog.
//!
//! `heuan run` and `heuan staff demo` give it a new random password, of which only the hash is stored, and print how to sign in.

use std::sync::Arc;

use anyhow::{Result, ensure};
use futures::FutureExt as _;
use heuan_accounts::{
    customer::Role,
    service::{AccountService, DEMO_MANAGER, NewStaff},
    token::readable_secret,
};
use heuan_catalog_gateway::store::Store as CatalogStore;
use heuan_edge::EdgeConfig;
use heuan_rpc::Error;
use heuan_runtime::demo::DemoCheck;

/// Characters of the password: 60 bits.
const PASSWORD_LENGTH: usize = 12;

/// The demo manager with its new password.
pub struct DemoManager {
    password: String,
}

impl DemoManager {
    /// Creates the account or replaces its password; its open sessions stay.
    pub async fn put(accounts: &AccountService) -> Result<Self, Error> {
        let password = readable_secret(PASSWORD_LENGTH)?;
        let staff = NewStaff {
            fname: "Demo",
            lname: "Manager",
            phone: "",
            email: DEMO_MANAGER,
            password: &password,
            role: Role::Manager,
        };
        accounts.put_staff(staff).await?;
        Ok(Self { password })
    }

    /// Address of the back office, identifier and password, for the terminal.
    pub fn sign_in(&self, shop_url: &str) -> String {
        format!(
            "  Back office (demo):  {shop_url}/staff\n    sign in as {DEMO_MANAGER}  password {}",
            self.password
        )
    }
}

/// Refuses a catalog that is not only the demo, and an edge with a public address.
pub async fn check_demo(catalog: &CatalogStore, edge: &EdgeConfig) -> Result<()> {
    ensure!(
        edge.public_url.is_empty(),
        "edge.public_url is set, so the shop is public; add a manager with `heuan staff add`"
    );
    ensure!(catalog.shows_demo().await?, "the catalog is not the demo; add a manager with `heuan staff add`");
    Ok(())
}

/// The check of the demo for the services, which repeat it: a shop stops being the demo with the import of its own catalog. A
/// catalog that cannot be read counts as not the demo.
pub fn check_of(catalog: Arc<CatalogStore>, edge: EdgeConfig) -> DemoCheck {
    let edge = Arc::new(edge);
    Box::new(move || {
        let (catalog, edge) = (Arc::clone(&catalog), Arc::clone(&edge));
        async move { check_demo(&catalog, &edge).await.is_ok() }.boxed()
    })
}

/// Address of the shop on this machine.
pub fn local_url(port: u16) -> String {
    format!("http://localhost:{port}")
}
