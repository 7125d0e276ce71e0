//! `heuan import`: reads and validates a catalog folder, or a file that is converted to one, and writes it atomically.

use std::{
    fmt::Write as _,
    fs::File,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::Instant,
};

use anyhow::{Context as _, Result, anyhow, bail};
use heuan_catalog_conversion::{MAPPING_FILE, Mapping, SourceMap};
use heuan_catalog_folder::{ArchiveLimits, Diagnostics, unpack};
pub use heuan_catalog_gateway::import::ImportOutcome;
use heuan_catalog_gateway::{
    Config,
    import::{ForeignFile, ImportLock, Importer, foreign_file, image_fetcher, mapping_text},
    store::{EditedColumn, ImportOptions, Imported, Origin, Store as Catalog},
};
use heuan_edge::EdgeEvent;
use heuan_outbound::Fetcher;
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_weather_branches::store::Store as Branches;

use crate::{
    data_folder, live_events,
    local_branches::LocalBranches,
    progress::ProgressBars,
    settings::{self, Shop},
};

#[derive(clap::Args)]
pub struct Command {
    /// A catalog folder or its zip file (crates/catalog-folder/README.md); or a Shopify or `WooCommerce` export, an Odoo product
    /// list, an Excel workbook, a price list.
    #[arg(required_unless_present = "print_mapping")]
    path: Option<PathBuf>,
    /// Remove everything that is not in the file.
    #[arg(long)]
    replace: bool,
    /// A file that says what the columns mean; the one that fits is used without it.
    #[arg(long)]
    mapping: Option<PathBuf>,
    /// Do not fetch images that the file names by web address.
    #[arg(long)]
    without_images: bool,
    /// Print a mapping that ships, to change it: shopify, woocommerce, odoo or price-list.
    #[arg(long, value_name = "NAME")]
    print_mapping: Option<String>,
}

/// Runs the command. Faults are printed to standard output, one a line, and the exit code is 1.
pub fn run(command: &Command) -> Result<ExitCode> {
    if let Some(name) = &command.print_mapping {
        let Some((_, text)) = Mapping::shipped(name) else {
            let names: Vec<&str> = Mapping::shipped_names().collect();
            bail!("there is no mapping {name}; there are {}", names.join(", "));
        };
        print!("{text}");
        return Ok(ExitCode::SUCCESS);
    }
    let path = command.path.as_deref().context("name a folder or a file")?;
    let mapping = command.mapping.as_deref().map(read_mapping).transpose()?;
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let catalog = Arc::new(Catalog::open(&shop.location(heuan_catalog_gateway::NAME)).await?);
        let branches = Arc::new(Branches::open(&shop.location(heuan_weather_branches::NAME)).await?);
        let started = Instant::now();
        // A signal ends the command like any other; unwritten changes are discarded.
        let (bars, shutdown) = (Arc::new(ProgressBars::default()), Shutdown::new());
        let config: Config = settings.section(heuan_catalog_gateway::NAME)?;
        let images = !command.without_images;
        let images = if images { Some(image_fetcher(config.import_loopback)?) } else { None };
        let into = Import {
            shop: &shop,
            catalog: &catalog,
            branches: &branches,
            bars: &bars,
            shutdown: &shutdown,
            images,
        };
        let outcome = into.of(path, command.replace, mapping).await;
        catalog.close().await;
        branches.close().await;
        match outcome? {
            ImportOutcome::Imported(imported) => {
                live_events::publish(&settings, &EdgeEvent::BranchesChanged).await?;
                println!(
                    "imported: {} products written, {} removed, in {:.1} s",
                    imported.products_written,
                    imported.products_removed,
                    started.elapsed().as_secs_f64()
                );
                for column in &imported.edited {
                    println!("{}", edited(column));
                }
                for item in &imported.edited_content {
                    let (kind, id) = (&item.kind, &item.item_id);
                    let what = if item.overwritten { "overwritten" } else { "not overwritten" };
                    println!("{kind} {id}: edited by staff since the last import, {what}");
                }
                let others: Vec<String> =
                    imported.others_removed.iter().map(|(kind, count)| format!("{kind} ({count})")).collect();
                if !others.is_empty() {
                    println!("also removed: {}", others.join(", "));
                }
                Ok(ExitCode::SUCCESS)
            }
            ImportOutcome::Faulty(errors) => {
                print_errors(errors);
                Ok(ExitCode::FAILURE)
            }
            ImportOutcome::Stopped => Ok(ExitCode::FAILURE),
        }
    })
}

/// The text of a mapping file.
pub fn read_mapping(file: &Path) -> Result<String> {
    let text = mapping_text(file).map_err(|reason| anyhow!("{} {reason}", file.display()))?;
    text.with_context(|| format!("{} does not exist", file.display()))
}

/// Prints the faults, and a proposed mapping as text that can be saved.
fn print_errors(mut errors: Diagnostics) {
    let proposal =
        errors.errors.pop_if(|diagnostic| diagnostic.file == MAPPING_FILE && diagnostic.code.is_empty());
    println!("{errors}\nnothing was changed");
    if let Some(proposal) = proposal {
        println!(
            "\nSave this as {MAPPING_FILE}, correct it, and add --mapping {MAPPING_FILE}:\n\n{}",
            proposal.reason
        );
    }
}

/// Line about the effect of the import on a column that the staff had edited. Sales change the stock as well.
fn edited(column: &EditedColumn) -> String {
    let EditedColumn { column, edited, overwritten, examples } = column;
    let products = if *edited == 1 { "product" } else { "products" };
    let change = if *column == "stock" { "sold, returned, received or counted" } else { "edited by staff" };
    let mut text = format!("{column}: {change} in {edited} {products} since the last import");
    if *overwritten > 0 {
        let ids: Vec<String> = examples.iter().map(i64::to_string).collect();
        let more = if *overwritten > examples.len() as u64 { ", …" } else { "" };
        let _ = write!(text, ", overwritten in {overwritten} ({}{more})", ids.join(", "));
    } else {
        text.push_str(", none overwritten");
    }
    text
}

/// Importer into open stores.
pub struct Import<'a> {
    pub shop: &'a Shop,
    pub catalog: &'a Arc<Catalog>,
    pub branches: &'a Arc<Branches>,
    pub bars: &'a Arc<ProgressBars>,
    pub shutdown: &'a Shutdown,
    /// `None` if images are not to be fetched.
    pub images: Option<Fetcher>,
}

/// A catalog folder to read.
struct Input<'a> {
    folder: &'a Path,
    /// Path that the merchant named.
    named: &'a Path,
    /// Source lines of the rows of the folder, if it was converted.
    source: Option<SourceMap>,
}

fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|kind| kind.eq_ignore_ascii_case("zip"))
}

impl Import<'_> {
    /// Imports a folder, the zip file of a folder, or a file that is converted to one, after acquiring the import
    /// lock.
    pub async fn of(&self, path: &Path, replace: bool, mapping: Option<String>) -> Result<ImportOutcome> {
        let _only = self.one_at_a_time()?;
        let unpacked = Unpacked::create(&self.shop.data_dir)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let folder = unpacked.0.join("folder");
        let found = if path.is_file() && !is_archive(path) {
            Ok(Some(ForeignFile { file: path.to_owned(), name, mapping: None }))
        } else if path.is_file() {
            let archive = File::open(path).with_context(|| path.display().to_string())?;
            let into = folder.clone();
            std::fs::create_dir_all(&into)?;
            match tokio::task::spawn_blocking(move || unpack(archive, &into, &ArchiveLimits::default()))
                .await?
            {
                Ok(()) => foreign_file(&folder)?,
                Err(errors) => Err(errors),
            }
        } else if path.is_dir() {
            foreign_file(path)?
        } else {
            Ok(None)
        };
        match found {
            Err(errors) => Ok(ImportOutcome::Faulty(errors)),
            Ok(None) => {
                let read = if path.is_file() { folder.as_path() } else { path };
                self.read_and_write(Input { folder: read, named: path, source: None }, replace).await
            }
            Ok(Some(found)) => {
                let into = unpacked.0.join("converted");
                let foreign = ForeignFile { mapping: mapping.or(found.mapping), ..found };
                match self.importer(None)?.convert(foreign, &into).await? {
                    Ok(source) => {
                        self.read_and_write(Input { folder: &into, named: path, source }, replace).await
                    }
                    Err(errors) => Ok(ImportOutcome::Faulty(errors)),
                }
            }
        }
    }

    /// Imports into an empty shop; returns `None` if it has a catalog by now.
    pub async fn first(&self, folder: &Path) -> Result<Option<ImportOutcome>> {
        let _only = self.one_at_a_time()?;
        if !self.catalog.is_empty().await? {
            return Ok(None);
        }
        Ok(Some(self.read_and_write(Input { folder, named: folder, source: None }, false).await?))
    }

    fn one_at_a_time(&self) -> Result<ImportLock> {
        let waits = || {
            self.bars.say("Another import or a backup is under way; this import begins when it has ended");
        };
        tokio::task::block_in_place(|| ImportLock::wait(&self.shop.data_dir, waits))
    }

    async fn read_and_write(&self, input: Input<'_>, replace: bool) -> Result<ImportOutcome> {
        let Input { folder, named, source } = input;
        let origin = if is_demo(self.shop, folder) { Origin::Demo } else { Origin::Merchant };
        let now = Clock::System.now_ms();
        let importer = self.importer(source)?;
        let outcome = importer.run(folder, &ImportOptions::new(origin, replace, now), false).await?;
        if let ImportOutcome::Imported(imported) = &outcome {
            self.record(named, replace, imported, now).await?;
        }
        Ok(outcome)
    }

    fn importer(&self, source: Option<SourceMap>) -> Result<Importer> {
        let media = self.shop.media_dir();
        data_folder::make(&media)?;
        Ok(Importer {
            catalog: self.catalog.clone(),
            branches: Arc::new(LocalBranches(self.branches.clone())),
            media,
            progress: self.bars.clone(),
            shutdown: self.shutdown.clone(),
            images: self.images.clone(),
            source: source.map(Arc::new),
        })
    }

    /// Adds the import to the history that the staff see.
    async fn record(&self, folder: &Path, replace: bool, imported: &Imported, began: i64) -> Result<()> {
        let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
        self.catalog.record_import(&name, replace, &imported.tables, began, Clock::System.now_ms()).await?;
        Ok(())
    }
}

/// A folder for an archive's files, removed at the end.
struct Unpacked(std::path::PathBuf);

impl Unpacked {
    fn create(data_dir: &Path) -> Result<Self> {
        let path = data_dir.join(format!(".unpacked-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).with_context(|| path.display().to_string())?;
        Ok(Self(path))
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether `folder` is the demo catalog shipped with the project.
fn is_demo(shop: &Shop, folder: &Path) -> bool {
    match (folder.canonicalize(), shop.demo_dir.canonicalize()) {
        (Ok(folder), Ok(demo)) => folder == demo,
        _ => false,
    }
}
