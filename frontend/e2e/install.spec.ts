import { expect } from '@playwright/test';
import { test } from './test';

/** Width and height of a PNG, from its header. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

for (const [code, cart] of [
  ['la', 'ກະຕ່າສິນຄ້າ'],
  ['en', 'Cart'],
] as const) {
  test(`web app manifest in ${code} makes the shop installable`, async ({ page, request }) => {
    await page.goto(`/${code}/shop`);
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const answer = await request.get(href ?? '');
    expect(answer.headers()['content-type']).toContain('application/manifest+json');
    const manifest = await answer.json();
    expect(manifest).toMatchObject({
      id: '/',
      scope: '/',
      start_url: `/${code}`,
      display: 'standalone',
    });
    const name = await page.locator('meta[property="og:site_name"]').getAttribute('content');
    expect(manifest.name).toBe(name);
    expect(manifest.shortcuts.map((one: { name: string }) => one.name)).toContain(cart);
    for (const { src, sizes } of manifest.icons) {
      const icon = await request.get(src);
      expect(sizeOf(await icon.body()), src).toBe(sizes);
    }
    const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
    expect(sizeOf(await (await request.get(touch ?? '')).body())).toBe('180x180');
  });
}

test("web app manifest passes the browser's checks", async ({ page, context }) => {
  await page.goto('/en');
  const session = await context.newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Chromium never offers to install in a private window, which is no fault of the page.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});
