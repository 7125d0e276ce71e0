import type { Page } from '@playwright/test';

export type State = { view?: unknown; queries: Record<string, { data: unknown; total?: number }> };

/** Changes the dehydrated state of the next page, which the browser then renders without the server's HTML. */
export async function changeState(page: Page, address: string, change: (state: State) => void) {
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace(
      /(?<=id="heuan-state">).*?(?=<\/script>)/s,
      (text) => {
        const state: State = JSON.parse(text);
        change(state);
        // The server-rendered HTML shows the unchanged state.
        delete state.view;
        return JSON.stringify(state).replaceAll('<', '\\u003c');
      },
    );
    await route.fulfill({ response: answer, body: html });
  });
}
