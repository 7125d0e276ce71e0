//! Streaming writer of a zip file. Memory holds only the compressed bytes of the current part.

use std::{
    io::{self, Write},
    mem,
    sync::{Arc, Mutex, PoisonError},
};

use actix_web::web::Bytes;
use async_stream::try_stream;
use futures::{Stream, StreamExt as _};
use heuan_rpc::{Error, Result};
use zip::{
    CompressionMethod, DateTime, ZipWriter,
    write::{SimpleFileOptions, StreamWriter},
};

use super::invoices::Document;

/// The file `name` with the bytes of `data`, the documents, and the images, which are read one after the other.
pub fn stream(
    name: &'static str,
    data: Vec<u8>,
    documents: Vec<Document>,
    images: impl Stream<Item = Result<(String, Vec<u8>)>>,
) -> impl Stream<Item = Result<Bytes>> {
    try_stream! {
        let mut archive = Archive::new();
        archive = Box::pin(archive.add(name.to_owned(), data)).await?;
        yield archive.take_written();
        for Document { path, content } in documents {
            archive = Box::pin(archive.add(path, content.into_bytes())).await?;
            yield archive.take_written();
        }
        let mut images = Box::pin(images);
        while let Some(image) = images.next().await {
            let (path, content) = image?;
            archive = Box::pin(archive.add(path, content)).await?;
            yield archive.take_written();
        }
        yield archive.finish().await?;
    }
}

type Zip = ZipWriter<StreamWriter<Output>>;

struct Archive {
    zip: Zip,
    output: Output,
}

impl Archive {
    fn new() -> Self {
        let output = Output::default();
        Self { zip: ZipWriter::new_stream(output.clone()), output }
    }

    async fn add(self, path: String, content: Vec<u8>) -> Result<Self> {
        let add = move |zip: &mut Zip| {
            begin(zip, &path)?;
            zip.write_all(&content)
        };
        self.run(add).await
    }

    /// Compresses on a thread for blocking work.
    async fn run(mut self, work: impl FnOnce(&mut Zip) -> io::Result<()> + Send + 'static) -> Result<Self> {
        let done = tokio::task::spawn_blocking(move || work(&mut self.zip).map(|()| self));
        done.await.map_err(Error::internal)?.map_err(Error::internal)
    }

    /// Bytes that were written since the last call.
    fn take_written(&self) -> Bytes {
        Bytes::from(mem::take(&mut *self.output.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    async fn finish(self) -> Result<Bytes> {
        let Self { zip, output } = self;
        let done = tokio::task::spawn_blocking(move || zip.finish().map(drop));
        done.await.map_err(Error::internal)?.map_err(Error::internal)?;
        let rest = mem::take(&mut *output.0.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(Bytes::from(rest))
    }
}

fn begin(zip: &mut Zip, path: &str) -> io::Result<()> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    zip.start_file(path, options).map_err(io::Error::from)
}

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
