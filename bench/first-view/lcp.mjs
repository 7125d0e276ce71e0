// Measures first and largest contentful paint and layout shift of pages with the CPU and network of a slow phone:
//   cd frontend && node ../bench/first-view/lcp.mjs http://127.0.0.1:8080 /la /la/shop /la/shop/101002 /la/promotions
// Throttling is applied with the values of Lighthouse's mobile preset: 1.6 Mbit/s, 150 ms, CPU four times slower.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { chromium } = createRequire(join(process.cwd(), 'package.json'))('@playwright/test');
const [origin, ...paths] = process.argv.slice(2);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

async function visit(path) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    const seen = { lcp: 0, fcp: 0, cls: 0 };
    Object.assign(window, { seen });
    const watch = (type, take) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    watch('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime));
    watch('paint', (entry) => (seen.fcp = Math.max(seen.fcp, entry.startTime)));
    watch('layout-shift', (entry) => (seen.cls += entry.hadRecentInput ? 0 : entry.value));
  });
  await page.goto(origin + path, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForTimeout(2500);
  const seen = await page.evaluate(() => window.seen);
  await context.close();
  return seen;
}

for (const path of paths) {
  await fetch(origin + path);
  await new Promise((done) => setTimeout(done, 1500));
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await visit(path));
  const median = (name) => rounds.map((round) => round[name]).sort((a, b) => a - b)[rounds.length >> 1];
  const [fcp, lcp, cls] = ['fcp', 'lcp', 'cls'].map(median);
  console.log(`${path}: FCP ${(fcp / 1000).toFixed(2)} s, LCP ${(lcp / 1000).toFixed(2)} s, CLS ${cls.toFixed(3)}`);
}
await browser.close();
