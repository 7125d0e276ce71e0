//! The renderer with small modules instead of the storefront's.

use std::time::{Duration, Instant};

use heuan_page_renderer::{Error, RenderLimits, RenderedPage, Renderer};

/// Long enough for every page that ends, even on a busy machine.
const LIMITS: RenderLimits =
    RenderLimits { threads: 1, queue: 2, time: Duration::from_secs(60), memory: 32 * 1024 * 1024 };
const SHORT: RenderLimits = RenderLimits { time: Duration::from_secs(1), ..LIMITS };

/// Behaves as its input names; counts its pages to show whether the engine is still the same.
const MODULE: &str = r"
let pages = 0;
export async function render(request) {
  await undefined;
  if (request === 'loop') for (;;) {}
  if (request === 'fill') { const all = []; for (;;) all.push('x'.repeat(1000) + all.length); }
  if (request === 'nest') { const deeper = () => deeper() + 1; deeper(); }
  if (request === 'wait') await new Promise(() => {});
  if (request === 'throw') throw new Error('no such page');
  if (request === 'number') return { html: 7, route_key: '' };
  pages += 1;
  return { html: `<p>${request}</p>`, route_key: String(pages) };
}
";

fn renderer() -> Renderer {
    with(&LIMITS)
}

fn with(limits: &RenderLimits) -> Renderer {
    Renderer::start(MODULE.to_owned(), limits).unwrap()
}

async fn render(renderer: &Renderer, render_request: &str) -> Result<RenderedPage, Error> {
    renderer.render(render_request.to_owned()).await
}

#[tokio::test]
async fn consecutive_pages_share_one_engine() {
    let renderer = renderer();
    for (render_request, route_key) in [("ຊີມັງ", "1"), ("b", "2")] {
        let expected =
            RenderedPage { html: format!("<p>{render_request}</p>"), route_key: route_key.to_owned() };
        assert_eq!(render(&renderer, render_request).await, Ok(expected));
    }
}

#[tokio::test]
async fn page_after_a_failed_page_gets_a_new_engine() {
    let renderer = renderer();
    for fault in ["fill", "nest", "wait", "throw", "number"] {
        render(&renderer, "a").await.unwrap();
        let failure = render(&renderer, fault).await;
        assert!(matches!(failure, Err(Error::Failed(_))), "{fault}: {failure:?}");
        assert_eq!(render(&renderer, "b").await.unwrap().route_key, "1", "{fault}");
        assert!(render(&renderer, "throw").await.is_err());
    }
}

#[tokio::test]
async fn endless_page_is_interrupted_at_its_time_limit() {
    let renderer = with(&SHORT);
    let began = Instant::now();
    assert_eq!(render(&renderer, "loop").await, Err(Error::TooSlow));
    assert!(began.elapsed() >= SHORT.time);
    assert_eq!(render(&renderer, "b").await.unwrap().route_key, "1");
}

#[tokio::test]
async fn render_with_full_queue_is_rejected_as_busy() {
    let renderer = with(&SHORT);
    let (first, second, third, fourth) = tokio::join!(
        render(&renderer, "loop"),
        render(&renderer, "loop"),
        render(&renderer, "loop"),
        render(&renderer, "loop")
    );
    let refused =
        [first, second, third, fourth].into_iter().filter(|result| *result == Err(Error::Busy)).count();
    // The thread may or may not have taken the first one when the last one came.
    assert!((1..=2).contains(&refused), "{refused}");
}

#[tokio::test]
async fn broken_module_fails_every_page() {
    for module in ["export function render( {", "throw new Error('broken')", "export const other = 1;"] {
        let renderer = Renderer::start(module.to_owned(), &LIMITS).unwrap();
        for _ in 0..2 {
            assert!(matches!(render(&renderer, "a").await, Err(Error::Failed(_))), "{module}");
        }
    }
}

#[tokio::test]
async fn module_has_no_access_to_the_host() {
    let module = "export async function render() { return { html: [typeof process, typeof require, typeof fetch, \
                  typeof std, typeof os].join(' '), route_key: '' } }";
    let renderer = Renderer::start(module.to_owned(), &LIMITS).unwrap();
    assert_eq!(render(&renderer, "").await.unwrap().html, ["undefined"; 5].join(" "));
    let module = "export async function render() { await import('/etc/passwd'); }";
    let renderer = Renderer::start(module.to_owned(), &LIMITS).unwrap();
    assert!(render(&renderer, "").await.is_err());
}
