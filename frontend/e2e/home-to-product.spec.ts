import { expect, type Page } from '@playwright/test';
import { scrollToLast } from './scroll-to-last';
import { test } from './test';
import { waitForHydration } from './wait-for-hydration';

/** First product of the visited category in the demo catalog. */
const TILE = {
  id: 201001,
  la: 'ກະເບື້ອງແກຣນິດໂຕ້ລາຍຫີນອ່ອນຂາວ 60x60 ຊມ',
  en: 'Porcelain tile Carrara white 60x60 cm',
  price: '₭165,000.00',
};

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024;
const cards = (page: Page) => page.locator('main article');

test('from home through the shop to a product, in Lao and in English', { tag: '@gate' }, async ({
  page,
}) => {
  await page.goto('/la');
  await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
  await expect(page.getByRole('heading', { name: 'ສິນຄ້າຂາຍດີ' })).toBeVisible();
  await waitForHydration(page);
  await page.getByRole('link', { name: 'ເລືອກຊື້ສິນຄ້າ' }).click();

  await expect(page).toHaveURL(/\/la\/shop$/);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('ສິນຄ້າທັງໝົດ');
  await expect(page.getByText('844 ລາຍການ').filter({ visible: true }).first()).toBeVisible();

  if (isNarrow(page)) {
    await page.getByRole('button', { name: /^ຕົວກອງ/ }).click();
    const sheet = page.getByRole('dialog', { name: 'ຕົວກອງ' });
    await sheet.getByLabel('ກະເບື້ອງ ແລະ ພື້ນ').click();
    await sheet.getByRole('button', { name: 'ສະແດງ 85 ລາຍການ' }).click();
  } else {
    await page.getByRole('complementary', { name: 'ຕົວກອງ' }).getByLabel('ກະເບື້ອງ ແລະ ພື້ນ').click();
  }
  await expect(page).toHaveURL(/\/la\/shop\?category=2$/);
  await expect(title).toHaveText('ກະເບື້ອງ ແລະ ພື້ນ');
  await expect(cards(page)).toHaveCount(24);
  await scrollToLast(page, 72);
  await expect(page).toHaveURL(/\?category=2&page=3$/);

  const card = cards(page).filter({ hasText: TILE.la });
  await expect(card.locator('b')).toHaveText(TILE.price);
  await expect(card.getByRole('button', { name: `ເພີ່ມໃສ່ກະຕ່າ: ${TILE.la}` })).toBeEnabled();
  await card.getByRole('link').first().click();

  await expect(page).toHaveURL(new RegExp(`/la/shop/${TILE.id}$`));
  await expect(title).toHaveText(TILE.la);
  await expect(page.locator('main b').first()).toHaveText(TILE.price);
  for (const way of ['ເພີ່ມໃສ່ກະຕ່າ', 'ຊື້ດຽວນີ້']) {
    const button = page.locator('.buy-bar').getByRole('button', { name: way, exact: true });
    await expect(button).toBeInViewport();
    await expect(button).toBeEnabled();
  }

  await page.goto(`/en/shop/${TILE.id}`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(title).toHaveText(TILE.en);
  await expect(page.locator('main b').first()).toHaveText(TILE.price);
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Tiles & Flooring' }).first().click();
  await expect(page).toHaveURL(/\/en\/shop\?category=2$/);
  await expect(title).toHaveText('Tiles & Flooring');
  await expect(cards(page)).toHaveCount(24);
});
