// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { clearPreference, preferUnrouted } from '@/shared/i18n/language-preference';
import { rememberFirstHead, writeHead } from './page-head';

const OF_THE_EDGE = `
  <title>Hammer | Foobar</title>
  <meta property="og:site_name" content="Foobar">
  <meta property="og:locale" content="en_US">
  <meta name="description" content="A hammer.">
  <meta property="og:url" content="https://shop.example/en/shop/7">
  <meta property="og:image" content="https://shop.example/media/7.webp?w=1280">
  <link rel="canonical" href="https://shop.example/en/shop/7">
  <link rel="alternate" hreflang="lo" href="https://shop.example/la/shop/7">
  <link rel="icon" href="/favicon.svg">
  <script type="application/ld+json">{"@type":"Product"}</script>`;

const attribute = (selector: string, name: string) =>
  document.head.querySelector(selector)?.getAttribute(name);
const canonical = () => attribute('link[rel=canonical]', 'href');
const og = (name: string) => attribute(`meta[property="og:${name}"]`, 'content');

beforeAll(() => history.replaceState(null, '', '/en/shop/7'));
beforeEach(() => {
  document.head.innerHTML = OF_THE_EDGE;
  rememberFirstHead();
});

it('says of the next page what is known of it, and nothing of the former one', () => {
  writeHead(
    { title: 'Tiles', description: 'Tiles  for\nfloors.', image: 'cat/2.webp' },
    '/en/shop?sort=newest&category=2&page=3',
  );
  expect(document.title).toBe('Tiles | Foobar');
  expect(canonical()).toBe('https://shop.example/en/shop?category=2&page=3');
  expect(og('url')).toBe(canonical());
  expect(og('title')).toBe('Tiles | Foobar');
  expect(attribute('meta[name=description]', 'content')).toBe('Tiles for floors.');
  expect(og('image')).toBe('https://shop.example/media/cat/2.webp?w=1280');
  expect(document.querySelector('script')).toBeNull();
  const languages = [...document.querySelectorAll('link[hreflang]')];
  expect(languages.map((link) => link.getAttribute('hreflang'))).toEqual([
    'lo',
    'en',
    'th',
    'zh-CN',
    'vi',
    'x-default',
  ]);
  expect(languages[0]?.getAttribute('href')).toBe('https://shop.example/la/shop?category=2&page=3');
});

it('leaves the rest of the head alone', () => {
  writeHead({ title: 'Tiles' }, '/en/shop?category=2');
  expect(og('site_name')).toBe('Foobar');
  expect(og('locale')).toBe('en_US');
  expect(og('image')).toBeUndefined();
  expect(attribute('link[rel=icon]', 'href')).toBe('/favicon.svg');
  writeHead({ title: 'Tiles' }, '/en/shop?category=2');
  expect(document.querySelectorAll('link[rel=canonical]')).toHaveLength(1);
});

it('gives the first page back what the edge wrote, with any anchor', () => {
  writeHead({ title: 'Tiles' }, '/en/shop?category=2');
  writeHead({ title: 'Hammer' }, '/en/shop/7#details');
  expect(document.title).toBe('Hammer | Foobar');
  expect(canonical()).toBe('https://shop.example/en/shop/7');
  expect(attribute('meta[name=description]', 'content')).toBe('A hammer.');
  expect(document.querySelector('script')?.textContent).toBe('{"@type":"Product"}');
});

it('names the first page itself where another language is chosen, at the same address', () => {
  preferUnrouted('fr');
  rememberFirstHead();
  writeHead({ title: 'Marteau' }, '/en/shop/7');
  clearPreference();
  expect(document.title).toBe('Marteau | Foobar');
  expect(canonical()).toBe('https://shop.example/en/shop/7');
});

it.each([
  ['a page of one visitor', { title: 'Cart' }, '/en/cart'],
  ['a page that is not there', { title: 'Not found', isHidden: true }, '/en/nowhere'],
])('%s has no address to keep', (_name, head, address) => {
  writeHead(head, address);
  expect(attribute('meta[name=robots]', 'content')).toBe('noindex');
  expect([canonical(), og('url')]).toEqual([undefined, undefined]);
  expect(document.querySelectorAll('link[hreflang]')).toHaveLength(0);
});

it('a bare head, such as that of the page which stands in for others, is not brought back', () => {
  document.head.innerHTML =
    '<title>Recently viewed | Foobar</title><meta name="robots" content="noindex">';
  rememberFirstHead();
  writeHead({ title: 'Hammer' }, '/en/shop/7');
  expect(document.title).toMatch(/^Hammer \| /);
  expect(document.querySelector('meta[name=robots]')).toBeNull();
});
