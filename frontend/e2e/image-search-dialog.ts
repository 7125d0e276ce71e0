import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, type Route } from '@playwright/test';
import config from '../playwright.config';
import { test } from './test';

const { launchOptions } = config.use ?? {};
/** Video of the fake camera: a demo product, because the default test pattern has no search results. */
const SCENE = fileURLToPath(new URL('./files/camera.mjpeg', import.meta.url));
const CAMERA = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${SCENE}`,
];
/** Options for tests with a camera: Chromium's fake device and the permission to use it. */
export const withCamera = {
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), ...CAMERA] },
};

export const PATH = '**/api/v1/search-similar-images';
/** Image of the table lamp in the catalog. */
const LAMP = new URL('../../demo/media/products/804001.webp', import.meta.url).pathname;
export const LAMP_ID = 804001;

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search by image' });
export const results = (page: Page) => dialog(page).getByRole('listitem');
export const view = (page: Page, title: string) =>
  dialog(page).getByRole('heading', { name: title, level: 2 });
export const press = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();

export async function open(page: Page, path = '/en') {
  await page.goto(path);
  await page.locator('header').getByRole('button', { name: 'Search by image' }).click();
  await expect(view(page, 'Search by image')).toBeFocused();
}

export async function choose(
  page: Page,
  file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0] = LAMP,
) {
  await dialog(page).locator('input[type=file]').setInputFiles(file);
}

export async function toCrop(page: Page) {
  await open(page);
  await choose(page);
  await expect(view(page, 'Choose the part to search for')).toBeFocused();
}

/** Fakes the search response with products of decreasing similarity, and records the requests. */
export async function find(page: Page, count = 25, best = 0.96) {
  const { data } = await (await page.request.get('/api/v1/product?limit=50')).json();
  const found = data.slice(0, count).map((product: Record<string, unknown>, index: number) => ({
    id: product.pro_id,
    title: product.pro_name_la,
    title_en: product.pro_name_en,
    imageUrl: product.pro_img_cover,
    similarity: Math.max(0, best - index * 0.03),
    price: product.price,
    stock: product.stock,
  }));
  const sent: string[] = [];
  await page.route(PATH, (route) => {
    sent.push(route.request().postDataBuffer()?.toString('latin1') ?? '');
    return route.fulfill({ json: { success: true, results: found } });
  });
  return sent;
}

export const refuse = (
  page: Page,
  status: number,
  message: string,
  headers: Record<string, string> = {},
  reason = '',
) =>
  answer(page, (route) =>
    route.fulfill({
      status,
      headers,
      contentType: 'application/problem+json',
      json: { success: false, status, code: 'internal', message, reason },
    }),
  );

export async function answer(page: Page, how: (route: Route) => Promise<void>) {
  await page.unroute(PATH);
  await page.route(PATH, how);
}

export async function axe(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160))}`),
  ).toEqual([]);
}

/** Returns whether any camera of the page is on. The page's streams are recorded as they are created. */
export async function watchCameras(page: Page) {
  await page.addInitScript(() => {
    const streams: MediaStream[] = [];
    Object.assign(globalThis, { streams });
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      Object.assign(globalThis, { wanted });
      const stream = await ask(wanted);
      streams.push(stream);
      return stream;
    };
  });
  return () =>
    page.evaluate(
      () =>
        (globalThis as unknown as { streams: MediaStream[] }).streams.filter(({ active }) => active)
          .length,
    );
}

/** Waits until the image index of a new shop is complete. */
export async function untilIndexed(page: Page) {
  test.setTimeout(300_000);
  const token = await page.request.post('/api/api-token', {
    headers: { authorization: 'Bearer heuan-demo-key' },
  });
  const headers = { 'x-api-access-token': (await token.json()).data.token };
  const image = { name: 'lamp.webp', mimeType: 'image/webp', buffer: readFileSync(LAMP) };
  await expect
    .poll(
      async () => {
        const multipart = { image, limit: 5 };
        const found = await page.request.post('/api/v1/search-similar-images', {
          headers,
          multipart,
        });
        return (await found.json()).results?.[0]?.id;
      },
      { timeout: 240_000, intervals: [2_000] },
    )
    .toBe(LAMP_ID);
}
