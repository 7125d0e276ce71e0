import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { inColorScheme } from './wait-for-animations';

/** The color rules of axe. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

async function report(axe: AxeBuilder, path: string): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, impact, nodes }) =>
      `${path} ${impact} ${id} ×${nodes.length}: ${nodes[0]?.html.slice(0, 200)}`,
  );
}

/**
 * A run of axe. Its legacy mode opens no further page and takes half the time. The preview of a mail is left out: it runs no
 * scripts, and axe would wait for it without end.
 */
const axeOf = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).exclude('.o-mail-frame');

/** Faults that axe finds in the page or within an element, one line each. */
export const axeViolations = (page: Page, path: string, within = 'html'): Promise<string[]> =>
  report(axeOf(page).include(within), path);

/** Faults that axe finds in the document of a mail, which needs no landmarks. */
export const axeViolationsOfMail = (mail: Page, name: string): Promise<string[]> =>
  report(axeOf(mail).disableRules(['landmark-one-main', 'region']), name);

/**
 * Faults that axe finds in both color schemes: all faults of the current light one, and the color faults of the dark
 * one. Reloading the page for the other scheme would take twice as long.
 */
export async function axeViolationsInBothSchemes(page: Page, path: string): Promise<string[]> {
  const inLight = await axeViolations(page, path);
  await inColorScheme(page, 'dark');
  const dark = axeOf(page).withRules(COLOR_RULES);
  return [...inLight, ...(await report(dark, `${path} dark`))];
}
