//! Renders the pages of JSON files with the server module of a build, and prints the time and memory of each: `cargo
//! run --release -p heuan-page-renderer --example render -- frontend/dist/ssr/render.js FILE.json …`.
#![allow(clippy::print_stdout, reason = "its output is the figures")]

use std::{
    error::Error,
    fs,
    time::{Duration, Instant},
};

use heuan_page_renderer::{RenderLimits, Renderer};

const TIMES: u32 = 50;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut files = std::env::args().skip(1);
    let module = fs::read_to_string(files.next().ok_or("which module?")?)?;
    let limits =
        RenderLimits { threads: 1, queue: 1, time: Duration::from_secs(10), memory: 256 * 1024 * 1024 };
    let began = Instant::now();
    let renderer = Renderer::start(module, &limits)?;
    for file in files {
        let render_request = fs::read_to_string(&file)?;
        let view = renderer.render(render_request.clone()).await?;
        let first = began.elapsed();
        let mut each = Vec::new();
        for _ in 0..TIMES {
            let began = Instant::now();
            renderer.render(render_request.clone()).await?;
            each.push(began.elapsed());
        }
        each.sort();
        let (best, median) = (each[0], each[each.len() / 2]);
        println!("{file}: {} bytes, best {best:.1?}, median {median:.1?} (at {first:.1?})", view.html.len());
    }
    Ok(())
}
