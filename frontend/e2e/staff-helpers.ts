import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { call, newPhone, PASSWORD } from './shopper';

/** Whether the shop's commands can be run, which is required to grant the staff role. */
export const canMakeStaff = Boolean(process.env.HEUAN && process.env.DATA_DIR);

/** A member of the staff, signed in, in a browser of their own. */
export async function staff(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const phone = newPhone().replace(/ /g, '');
  execFileSync(
    process.env.HEUAN as string,
    ['staff', 'add', '--fname', 'Kham', '--lname', 'S', '--phone', phone, '--password-stdin'],
    { input: `${PASSWORD}\n` },
  );
  await call(page, 'POST', '/api/auth/login', { identifier: phone, password: PASSWORD });
  return page;
}

/** Public key of a push subscription: any point of the curve, because nothing is sent. */
const P256DH =
  'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';

/** Fakes the browser's push service, which needs the network. `failing` simulates one that cannot be reached. */
export async function fakePushService(page: Page, failing = false): Promise<void> {
  const endpoint = `https://push.invalid/${randomUUID()}`;
  await page.addInitScript(
    ({ endpoint, p256dh, failing }) => {
      const stored = 'test-subscription';
      const made = () => ({
        endpoint,
        options: {},
        toJSON: () => ({ endpoint, keys: { p256dh, auth: 'tBHItJI5svbpez7KI4CCXg' } }),
        unsubscribe: async () => {
          localStorage.removeItem(stored);
          return true;
        },
      });
      Object.assign(PushManager.prototype, {
        subscribe: async () => {
          if (failing) throw new DOMException('Registration failed', 'AbortError');
          localStorage.setItem(stored, '1');
          return made();
        },
        getSubscription: async () => (localStorage.getItem(stored) ? made() : null),
      });
    },
    { endpoint, p256dh: P256DH, failing },
  );
}
