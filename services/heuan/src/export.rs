//! `heuan export`: writes the catalog to a file that `heuan import` reads. May run while the shop is running.

use std::{
    fs::{self, File},
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
    pin::pin,
    process::ExitCode,
    sync::Arc,
};

use anyhow::{Context as _, Result, bail};
use futures::{Stream, TryStreamExt as _};
use heuan_catalog_folder::FolderTable;
use heuan_catalog_gateway::{export::Exporter, store::Store as Catalog};
use heuan_media::MediaRoot;
use heuan_weather_branches::store::Store as Branches;

use crate::{
    data_folder,
    local_branches::LocalBranches,
    settings::{self, Shop},
};

#[derive(clap::Args)]
pub struct Export {
    /// The file to write, such as `catalog.zip`; `products.csv` with `--table products`. It must not exist.
    file: PathBuf,
    /// Only this table: categories, groups, products, branches, `promotion_types`, promotions.
    #[arg(long)]
    table: Option<String>,
    /// Leave out images and documents.
    #[arg(long, conflicts_with = "table")]
    without_media: bool,
}

pub fn run(command: &Export) -> Result<ExitCode> {
    let table = match &command.table {
        None => None,
        Some(name) => {
            let names: Vec<&str> = FolderTable::ALL.iter().map(|table| table.name()).collect();
            let Some(table) = FolderTable::from_name(name) else {
                bail!("there is no table {name}; there are {}", names.join(", "));
            };
            Some(table)
        }
    };
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let catalog = Arc::new(Catalog::open(&shop.location(heuan_catalog_gateway::NAME)).await?);
        let branches = Arc::new(Branches::open(&shop.location(heuan_weather_branches::NAME)).await?);
        let exporter =
            Exporter { catalog: catalog.clone(), branches: Arc::new(LocalBranches(branches.clone())) };
        let bytes = if let Some(table) = table {
            write(&command.file, exporter.table(table)).await
        } else {
            let media = if command.without_media {
                None
            } else {
                let media = shop.media_dir();
                Some(MediaRoot::open(&media).with_context(|| {
                    format!("{} does not exist; export with --without-media", media.display())
                })?)
            };
            Box::pin(write(&command.file, exporter.archive(media))).await
        };
        catalog.close().await;
        branches.close().await;
        println!("exported: {} ({} kB)", command.file.display(), bytes?.div_ceil(1000));
        Ok(ExitCode::SUCCESS)
    })
}

/// Returns the number of bytes. An incomplete file is removed.
async fn write(path: &Path, parts: impl Stream<Item = Result<Vec<u8>>>) -> Result<u64> {
    let file = File::create_new(path).with_context(|| path.display().to_string())?;
    let mut out = BufWriter::new(file);
    let written = async {
        let (mut parts, mut bytes) = (pin!(parts), 0);
        while let Some(part) = parts.try_next().await? {
            out.write_all(&part)?;
            bytes += part.len() as u64;
        }
        out.flush()?;
        Ok(bytes)
    };
    let written: Result<u64> = written.await;
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}
