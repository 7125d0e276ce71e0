//! Small modules in the place of the storefront's.

use std::time::{Duration, Instant};

use heuan_page_renderer::{Error, Limits, Renderer, View};

/// Time enough for everything that ends, also on a busy machine.
const LIMITS: Limits =
    Limits { threads: 1, queue: 2, time: Duration::from_secs(60), memory: 32 * 1024 * 1024 };
const HASTY: Limits = Limits { time: Duration::from_secs(1), ..LIMITS };

/// Does what it is asked; counts its pages to show whether it is still the same engine.
const MODULE: &str = r"
let pages = 0;
export async function render(question) {
  await undefined;
  if (question === 'loop') for (;;) {}
  if (question === 'fill') { const all = []; for (;;) all.push('x'.repeat(1000) + all.length); }
  if (question === 'nest') { const deeper = () => deeper() + 1; deeper(); }
  if (question === 'wait') await new Promise(() => {});
  if (question === 'throw') throw new Error('no such page');
  if (question === 'number') return { html: 7, of: '' };
  pages += 1;
  return { html: `<p>${question}</p>`, of: String(pages) };
}
";

fn renderer() -> Renderer {
    with(&LIMITS)
}

fn with(limits: &Limits) -> Renderer {
    Renderer::start(MODULE.to_owned(), limits).unwrap()
}

async fn ask(renderer: &Renderer, question: &str) -> Result<View, Error> {
    renderer.render(question.to_owned()).await
}

#[tokio::test]
async fn pages_are_made_one_after_the_other_by_one_engine() {
    let renderer = renderer();
    for (question, of) in [("ຊີມັງ", "1"), ("b", "2")] {
        let expected = View { html: format!("<p>{question}</p>"), of: of.to_owned() };
        assert_eq!(ask(&renderer, question).await, Ok(expected));
    }
}

#[tokio::test]
async fn whatever_a_page_does_the_next_one_gets_a_new_engine() {
    let renderer = renderer();
    for fault in ["fill", "nest", "wait", "throw", "number"] {
        ask(&renderer, "a").await.unwrap();
        let failure = ask(&renderer, fault).await;
        assert!(matches!(failure, Err(Error::Failed(_))), "{fault}: {failure:?}");
        assert_eq!(ask(&renderer, "b").await.unwrap().of, "1", "{fault}");
        assert!(ask(&renderer, "throw").await.is_err());
    }
}

#[tokio::test]
async fn a_page_without_end_is_cut_off() {
    let renderer = with(&HASTY);
    let began = Instant::now();
    assert_eq!(ask(&renderer, "loop").await, Err(Error::TooSlow));
    assert!(began.elapsed() >= HASTY.time);
    assert_eq!(ask(&renderer, "b").await.unwrap().of, "1");
}

#[tokio::test]
async fn who_comes_when_many_wait_is_refused_at_once() {
    let renderer = with(&HASTY);
    let (first, second, third, fourth) = tokio::join!(
        ask(&renderer, "loop"),
        ask(&renderer, "loop"),
        ask(&renderer, "loop"),
        ask(&renderer, "loop")
    );
    let refused = [first, second, third, fourth].into_iter().filter(|made| *made == Err(Error::Busy)).count();
    // The thread may or may not have taken the first one when the last one came.
    assert!((1..=2).contains(&refused), "{refused}");
}

#[tokio::test]
async fn a_module_that_does_not_run_says_so_to_every_page() {
    for module in ["export function render( {", "throw new Error('broken')", "export const other = 1;"] {
        let renderer = Renderer::start(module.to_owned(), &LIMITS).unwrap();
        for _ in 0..2 {
            assert!(matches!(ask(&renderer, "a").await, Err(Error::Failed(_))), "{module}");
        }
    }
}

#[tokio::test]
async fn nothing_of_the_machine_is_within_reach() {
    let module = "export async function render() { return { html: [typeof process, typeof require, typeof fetch, \
                  typeof std, typeof os].join(' '), of: '' } }";
    let renderer = Renderer::start(module.to_owned(), &LIMITS).unwrap();
    assert_eq!(ask(&renderer, "").await.unwrap().html, ["undefined"; 5].join(" "));
    let module = "export async function render() { await import('/etc/passwd'); }";
    let renderer = Renderer::start(module.to_owned(), &LIMITS).unwrap();
    assert!(ask(&renderer, "").await.is_err());
}
