import { defineConfig } from '@playwright/test';

/** Tests of behavior that does not depend on the width. They run only in the phone project. */
const AT_ANY_WIDTH = /\/(addresses|head|install|no-script|offline|outage|service-worker|ssr)\.spec/;

/** Browser journeys against a running shop at `BASE_URL`, which `make test` starts. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // Long timeouts, because a busy machine must not fail a test.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: process.env.BASE_URL ?? 'http://127.0.0.1:8080',
    timezoneId: 'Asia/Vientiane',
    // Intercepted responses must reach the page, so only tests of the service worker allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  // Pages are tested in both color schemes and both widths: dark on the phone, light on the desktop.
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
      grepInvert: /(?=.*\baxe\b)(?=.*\blight\b)(?!.*\bdark\b)/,
    },
    {
      name: 'desktop',
      testIgnore: AT_ANY_WIDTH,
      use: { viewport: { width: 1440, height: 900 } },
      grepInvert: /(?=.*\baxe\b)(?=.*\bdark\b)(?!.*\blight\b)/,
    },
  ],
});
