import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = `${import.meta.dirname}/../../../../`;
const content = JSON.parse(readFileSync(`${root}demo/content.json`, 'utf8'));
const settings = (service: string) => {
  const text = readFileSync(`${root}services/${service}/${service}.toml`, 'utf8');
  return (name: string) => Number(new RegExp(`^${name} = (\\d+)$`, 'm').exec(text)?.[1]);
};
type Text = { la: string; en: string };

const orders = settings('orders');
const [fee, free, point, earned] = [
  orders('delivery_fee'),
  orders('free_delivery_from'),
  orders('point_value'),
  orders('kip_per_point'),
].map((kip) => kip?.toLocaleString('en-US'));
const answerTo = (question: string): Text =>
  content.pages.helpcenter.questions.find(({ q }: { q: Text }) => q.en === question).a;

it.each([
  ['the header', content.top_messages[1], [free]],
  ['the services', content.pages.service.paragraphs[1], [fee, free]],
  ['the help centre', answerTo('How much is delivery?'), [fee, free]],
  ['what earns a point', content.pages.svnclub.paragraphs[0], [earned]],
  ['what a point is worth', content.pages.svnclub.paragraphs[1], [point]],
])('demo text %s has the charges of the settings', (_name, text: Text, sums) => {
  for (const sum of sums) {
    expect(text.la).toContain(`${sum} ກີບ`);
    expect(text.en).toContain(`${sum} kip`);
  }
});

it('popular searches of the demo have counts', () => {
  const counts = content.popular_searches.map(({ icount }: { icount?: number }) => icount ?? 0);
  expect(counts.length).toBeGreaterThan(0);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

it('demo company figures match the settings', () => {
  expect(content.company.free_delivery_from).toBe(orders('free_delivery_from'));
  expect(content.company.points_per_kip).toBe(orders('kip_per_point'));
});

it('privacy page names every cookie and retention time', () => {
  const text: string = content.pages['privacy-policy'].paragraphs
    .map(({ la, en }: Text) => la + en)
    .join('\n');
  for (const cookie of ['heuan_session', 'heuan_device', 'cus_id', 'heuan_lang', 'googtrans']) {
    expect(text.split(cookie)).toHaveLength(3);
  }
  const [accounts, notifications] = [settings('accounts'), settings('notifications')];
  for (const days of [
    accounts('session_days'),
    accounts('contact_days'),
    notifications('retention_days'),
  ]) {
    expect(text).toContain(`${days} days`);
    expect(text).toContain(`${days} ວັນ`);
  }
});

it('credits page: names every author whose license requires it, with the license', () => {
  const credits: string = readFileSync(`${root}demo/CREDITS.csv`, 'utf8');
  const owed = [...credits.matchAll(/^[^,]+,(CC-BY[^,]*),("?)(.+?)\2,"3D model ""(.+?)""/gm)];
  expect(owed).toHaveLength(156);
  for (const [, licence = '', , author = '', model = ''] of owed) {
    const said = content.pages.credits.paragraphs.find(
      ({ en }: Text) => en.startsWith(`${author}: `) && en.includes(`“${model}”`),
    );
    for (const text of [said?.la, said?.en]) {
      expect(text).toContain(`${licence.replaceAll('-', ' ')} (`);
      expect(text).toContain(`“${model}”`);
    }
  }
});
