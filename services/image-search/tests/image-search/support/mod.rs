//! Image search with a scripted catalog, and a model that embeds the colors of four quarters.
#![allow(dead_code, reason = "each test file uses part of it")]

pub mod catalog;

use std::{
    fs,
    io::Cursor,
    path::{Path, PathBuf},
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use catalog::FakeCatalog;
use heuan_image_search::{
    Config, DEFAULTS, ImageSearch, Model, SECTION,
    embed::{Embedder, UnusableModel, l2_normalize},
};
use heuan_proto::imagesearch::v1::{
    GetIndexStatusRequest, GetIndexStatusResponse, ImageHit, SearchByImageRequest, SearchByImageResponse,
    image_search_service_client::ImageSearchServiceClient,
};
use heuan_rpc::{Error, Transport};
use heuan_runtime::{Settings, Shutdown};
use heuan_testkit::{Engine, TestDb, eventually};
use image::{ImageFormat, Rgb, RgbImage};
use tempfile::TempDir;

pub const SIDE: u32 = 8;
pub const DIMENSIONS: usize = 12;
/// Timeout that is long enough for a busy machine.
const LONG: Duration = Duration::from_secs(120);

/// A model that counts its calls, and can be blocked.
#[derive(Default)]
pub struct FakeModel {
    pub looked: AtomicUsize,
    /// The first pixel of each input, in order.
    pixels: Mutex<Vec<[u8; 3]>>,
    held: AtomicBool,
    gate: (Mutex<bool>, Condvar),
}

impl FakeModel {
    /// Blocks subsequent calls until [`release`](Self::release).
    pub fn hold(&self) {
        *self.gate.0.lock().unwrap() = true;
    }

    pub fn release(&self) {
        *self.gate.0.lock().unwrap() = false;
        self.gate.1.notify_all();
    }

    pub fn is_held(&self) -> bool {
        self.held.load(Ordering::SeqCst)
    }

    pub fn looked(&self) -> usize {
        self.looked.load(Ordering::SeqCst)
    }

    /// The index of the call with an image of this color.
    pub fn looked_at(&self, color: [u8; 3]) -> Option<usize> {
        self.pixels.lock().unwrap().iter().position(|pixel| *pixel == color)
    }
}

/// The model as passed to the service.
struct Shared(Arc<FakeModel>);

impl Embedder for Shared {
    fn id(&self) -> &'static str {
        "fake"
    }

    fn side(&self) -> u32 {
        SIDE
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn embed(&self, square: &[u8]) -> Result<Vec<f32>, UnusableModel> {
        let mut closed = self.0.gate.0.lock().unwrap();
        self.0.held.store(*closed, Ordering::SeqCst);
        while *closed {
            closed = self.0.gate.1.wait(closed).unwrap();
        }
        drop(closed);
        self.0.held.store(false, Ordering::SeqCst);
        self.0.looked.fetch_add(1, Ordering::SeqCst);
        self.0.pixels.lock().unwrap().push(*square.first_chunk().unwrap());
        let mut sums = vec![0.0; DIMENSIONS];
        for (at, pixel) in square.as_chunks::<3>().0.iter().enumerate() {
            let (x, y) = (at as u32 % SIDE, at as u32 / SIDE);
            let quarter = ((y * 2 / SIDE) * 2 + x * 2 / SIDE) as usize;
            for (channel, part) in pixel.iter().enumerate() {
                sums[quarter * 3 + channel] += f32::from(*part);
            }
        }
        Ok(l2_normalize(sums))
    }
}

pub fn config() -> Config {
    let mut config: Config = Settings::load(DEFAULTS, &[]).unwrap().section(SECTION).unwrap();
    config.workers = 1;
    config.validate().unwrap();
    config
}

/// Images, catalog and image search of a shop.
pub struct Shop {
    pub db: Arc<TestDb>,
    pub folder: Arc<TempDir>,
    pub catalog: FakeCatalog,
    pub model: Arc<FakeModel>,
    pub service: ImageSearch,
    pub shutdown: Shutdown,
    transport: Transport,
}

impl Shop {
    pub async fn open(engine: Engine) -> Self {
        Self::with(config(), engine).await
    }

    pub async fn with(config: Config, engine: Engine) -> Self {
        let (db, folder) = (Arc::new(TestDb::new(engine).await), Arc::new(tempfile::tempdir().unwrap()));
        Self::start(config, db, folder, FakeCatalog::default()).await
    }

    pub async fn with_model(to_load: Model, engine: Engine) -> Self {
        let (db, folder) = (Arc::new(TestDb::new(engine).await), Arc::new(tempfile::tempdir().unwrap()));
        Self::start_with(config(), db, folder, FakeCatalog::default(), Arc::default(), to_load).await
    }

    async fn start(config: Config, db: Arc<TestDb>, folder: Arc<TempDir>, catalog: FakeCatalog) -> Self {
        let model = Arc::new(FakeModel::default());
        let loaded = Arc::clone(&model);
        let to_load = Model { dimensions: DIMENSIONS, load: Box::new(|| Ok(Arc::new(Shared(loaded)))) };
        Self::start_with(config, db, folder, catalog, model, to_load).await
    }

    async fn start_with(
        config: Config,
        db: Arc<TestDb>,
        folder: Arc<TempDir>,
        catalog: FakeCatalog,
        model: Arc<FakeModel>,
        to_load: Model,
    ) -> Self {
        let shutdown = Shutdown::new();
        let watched = Transport::in_process(catalog.routes(), LONG);
        let (media, at) = (folder.path().to_owned(), db.location.clone());
        let service =
            ImageSearch::open(config, to_load, &at, media, watched, shutdown.clone()).await.unwrap();
        let transport = Transport::in_process(service.routes(), LONG);
        Self { db, folder, catalog, model, service, shutdown, transport }
    }

    /// Restarts the service on the same tables and images.
    pub async fn again(self) -> Self {
        self.end().await;
        Self::start(config(), Arc::clone(&self.db), Arc::clone(&self.folder), self.catalog.clone()).await
    }

    pub async fn end(&self) {
        self.shutdown.trigger();
        assert!(self.shutdown.wait(LONG).await);
        self.service.close().await;
    }

    pub fn client(&self) -> ImageSearchServiceClient<Transport> {
        ImageSearchServiceClient::new(self.transport.clone())
    }

    pub fn write(&self, path: &str, bytes: &[u8]) -> PathBuf {
        let file = self.folder.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, bytes).unwrap();
        file
    }

    /// Adds a product whose cover has this color.
    pub fn add(&self, pro_id: i64, color: [u8; 3]) {
        let path = format!("products/{pro_id}.png");
        self.write(&path, &png(color));
        self.catalog.put(pro_id, &[&path], Some(5));
    }

    pub async fn ask(&self, image: Vec<u8>, limit: i32) -> Result<SearchByImageResponse, Error> {
        let answer = self.client().search_by_image(SearchByImageRequest { image: image.into(), limit }).await;
        answer.map(tonic::Response::into_inner).map_err(Error::from)
    }

    /// The hits of an image of this color, best first.
    pub async fn found(&self, color: [u8; 3]) -> Vec<ImageHit> {
        self.ask(png(color), 10).await.unwrap().hits
    }

    pub async fn ids(&self, color: [u8; 3]) -> Vec<i64> {
        self.found(color).await.into_iter().map(|hit| hit.pro_id).collect()
    }

    pub async fn status(&self) -> GetIndexStatusResponse {
        self.client().get_index_status(GetIndexStatusRequest {}).await.unwrap().into_inner()
    }

    /// Waits until this number of images is indexed and none is pending.
    pub async fn indexed(&self, count: i64) {
        eventually("the images are indexed", async || {
            let status = self.status().await;
            (status.indexed, status.pending_images) == (count, 0)
        })
        .await;
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        self.model.release();
        self.shutdown.trigger();
    }
}

/// An image of one color.
pub fn png(color: [u8; 3]) -> Vec<u8> {
    encoded(&RgbImage::from_pixel(40, 30, Rgb(color)), ImageFormat::Png)
}

pub fn encoded(image: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// An image that does not compress well.
pub fn noise(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let seed = x.wrapping_mul(2_654_435_761).wrapping_add(y.wrapping_mul(40_503)) >> 7;
        Rgb([seed as u8, (seed >> 8) as u8, (seed >> 16) as u8])
    })
}

pub fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
