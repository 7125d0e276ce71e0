import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { overflowOf } from './overflow-of';
import { test } from './test';

const WEATHER = {
  temp: 31.4,
  feels_like: 35,
  humidity: 58,
  windSpeed: 1.8,
  condition: 'few_clouds',
  description: 'Few clouds',
  icon: 'cloud-sun',
  branchId: 1,
  branchName: { la: 'ສຳນັກງານໃຫຍ່', en: 'Headquarters' },
  cityName: { la: 'ວຽງຈັນ', en: 'Vientiane' },
  timestamp: '2026-11-21T12:00:00+07:00',
  estimated: false,
};

async function serious(page: Page, part: string) {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

const finder = (page: Page) => page.getByRole('dialog', { name: 'Find a store' });
const rows = (page: Page) => finder(page).getByRole('heading', { level: 3 });

test("weather without a service is the season's, marked as an estimate", async ({ page }) => {
  await page.goto('/en');
  const chip = page.getByRole('button', { name: /^Weather \d+° Vientiane$/ });
  await chip.click();
  await expect(page.getByText('An estimate for the season: no reading right now')).toBeVisible();
  await expect(page.getByText('Clear sky')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Clear sky')).toBeHidden();
});

test('weather: requested once an hour, the response is stored', async ({ page }) => {
  let calls = 0;
  await page.route('**/api/v1/weather', (route) => {
    calls += 1;
    return route.fulfill({ json: { success: true, data: [WEATHER] } });
  });
  await page.goto('/en');
  await expect(page.getByRole('button', { name: 'Weather 31° Vientiane' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Weather 31° Vientiane' })).toBeVisible();
  expect(calls).toBe(1);
});

test('weather is refreshed on a tablet by a target of 44 px', async ({ page }) => {
  await page.route('**/api/v1/weather', (route) =>
    route.fulfill({ json: { success: true, data: [WEATHER] } }),
  );
  await page.setViewportSize({ width: 800, height: 1100 });
  await page.goto('/en');
  const refresh = page.getByRole('button', { name: 'Refresh the weather' });
  await expect(refresh).toBeVisible();
  const box = await refresh.boundingBox();
  expect([box?.width, box?.height]).toEqual([44, 44]);
});

test('weather call that fails shows the error with its reason and retries', async ({ page }) => {
  let isMended = false;
  await page.route('**/api/v1/weather', (route) =>
    isMended
      ? route.fulfill({ json: { success: true, data: [WEATHER] } })
      : route.fulfill({ json: { success: true, data: [] } }),
  );
  await page.goto('/en');
  await expect(page.getByText('Error: No valid branch locations')).toBeVisible();
  isMended = true;
  await page.getByRole('button', { name: 'Load the weather again' }).click();
  await expect(page.getByRole('button', { name: 'Weather 31° Vientiane' })).toBeVisible();
});

test('branch finder opens from the info bar, filters, and closes by the back button', {
  tag: '@gate',
}, async ({ page }) => {
  await page.goto('/en');
  await page.getByRole('link', { name: 'Find a store' }).first().click();
  await expect(rows(page).first()).toHaveText('Vientiane Headquarters');
  await expect(page).toHaveURL(/\/en#stores$/);
  await expect(finder(page).getByRole('region', { name: 'Map of branches' })).toBeVisible();
  await finder(page).getByRole('textbox').fill('luang prabang branch');
  await expect(rows(page).first()).toContainText('Luang Prabang');
  await finder(page).getByRole('textbox').fill('0101');
  await expect(rows(page)).toHaveText(['Vientiane Headquarters']);
  await page.goBack();
  await expect(finder(page)).toBeHidden();
  await expect(page).toHaveURL(/\/en$/);
});

test('link to a branch opens it on the map over the same page', async ({ page }) => {
  await page.goto('/en/about#stores=4');
  const chosen = finder(page).locator('[aria-current=true]');
  await expect(chosen).toBeVisible();
  const name = (await chosen.textContent()) ?? '';
  const pin = finder(page).getByRole('region').getByRole('button', { name });
  await expect(pin).toHaveAttribute('data-chosen', '');
  const fillOf = (of: Locator) =>
    of.locator('svg').evaluate((drawing) => getComputedStyle(drawing).fill);
  const others = finder(page).getByRole('region').locator('.branch-map-pin:not([data-chosen])');
  expect(await fillOf(pin)).not.toBe(await fillOf(others.first()));
  await page.keyboard.press('Escape');
  await expect(finder(page)).toBeHidden();
  await expect(page).toHaveURL(/\/en\/about$/);
});

test('pin pressed by keyboard selects its branch, and the map loads from allowed sources only', async ({
  page,
  baseURL,
}) => {
  const outside: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) outside.push(request.url());
  });
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto('/en#stores');
  const pin = finder(page)
    .getByRole('region')
    .getByRole('button', { name: /Luang Prabang/ });
  await pin.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#stores=\d+$/);
  await expect(finder(page).locator('[aria-current=true]')).toContainText('Luang Prabang');
  expect([outside, faults]).toEqual([[], []]);
});

test('branch list has the nearest branch first once the location is allowed', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 19.885, longitude: 102.135 });
  await page.goto('/en#stores');
  await expect(rows(page).first()).toHaveText('Vientiane Headquarters');
  await finder(page).getByRole('button', { name: 'Branches near me' }).click();
  await expect(rows(page).first()).toContainText('Luang Prabang');
  await expect(
    finder(page)
      .getByText(/^\d+(\.\d)? km$/)
      .first(),
  ).toBeVisible();
});

test('branch finder without branches shows the head office, and a retry loads them', async ({
  page,
}) => {
  let isMended = false;
  await page.route('**/api/v1/branch', (route) =>
    isMended ? route.continue() : route.fulfill({ status: 404, json: { success: false } }),
  );
  await page.goto('/en#stores');
  await expect(finder(page).getByRole('alert')).toContainText('Failed to load branch data');
  await expect(rows(page)).toHaveText(['Vientiane Headquarters']);
  isMended = true;
  await finder(page).getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).not.toHaveCount(1);
});

for (const theme of ['light', 'dark'] as const) {
  for (const code of ['la', 'en', 'th', 'cn', 'vn']) {
    test(`axe finds nothing serious in the finder and the weather, /${code} in ${theme}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.goto(`/${code}#stores`);
      await expect(page.locator('dialog[open] .branch-map-pin').first()).toBeVisible();
      expect(await serious(page, 'dialog[open]')).toEqual([]);
      const overflow = await overflowOf(page);
      expect(overflow).toBeLessThanOrEqual(0);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /\d°/ }).click();
      await expect(page.locator('dl')).toBeVisible();
      expect(await serious(page, ':has(> [aria-expanded=true])')).toEqual([]);
    });
  }
}
