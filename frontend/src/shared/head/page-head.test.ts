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

/** Head elements, one per line. */
const head = () => [...document.head.children].map((element) => element.outerHTML).join('\n');

beforeAll(() => history.replaceState(null, '', '/en/shop/7'));
beforeEach(() => {
  document.head.innerHTML = OF_THE_EDGE;
  rememberFirstHead();
});

it('navigation replaces title, description and alternate links', async () => {
  await writeHead(
    { title: 'Tiles', description: 'Tiles  for\nfloors.', image: 'cat/2.webp' },
    '/en/shop?sort=newest&category=2&page=3',
  );
  expect(head()).toMatchInlineSnapshot(`
    "<title>Tiles | Foobar</title>
    <meta property="og:site_name" content="Foobar">
    <meta property="og:locale" content="en_US">
    <link rel="icon" href="/favicon.svg">
    <meta property="og:type" content="website">
    <meta property="og:title" content="Tiles | Foobar">
    <meta name="description" content="Tiles for floors.">
    <meta property="og:description" content="Tiles for floors.">
    <meta property="og:url" content="https://shop.example/en/shop?category=2&amp;page=3">
    <meta property="og:image" content="https://shop.example/media/cat/2.webp?w=1280">
    <link rel="canonical" href="https://shop.example/en/shop?category=2&amp;page=3">
    <link rel="alternate" hreflang="lo" href="https://shop.example/la/shop?category=2&amp;page=3">
    <link rel="alternate" hreflang="en" href="https://shop.example/en/shop?category=2&amp;page=3">
    <link rel="alternate" hreflang="th" href="https://shop.example/th/shop?category=2&amp;page=3">
    <link rel="alternate" hreflang="zh-CN" href="https://shop.example/cn/shop?category=2&amp;page=3">
    <link rel="alternate" hreflang="vi" href="https://shop.example/vn/shop?category=2&amp;page=3">
    <link rel="alternate" hreflang="x-default" href="https://shop.example/la/shop?category=2&amp;page=3">"
  `);
});

it('page without description and image has neither tag, also after a second write', async () => {
  await writeHead({ title: 'Tiles' }, '/en/shop?category=2');
  const once = head();
  expect(once).toMatchInlineSnapshot(`
    "<title>Tiles | Foobar</title>
    <meta property="og:site_name" content="Foobar">
    <meta property="og:locale" content="en_US">
    <link rel="icon" href="/favicon.svg">
    <meta property="og:type" content="website">
    <meta property="og:title" content="Tiles | Foobar">
    <meta property="og:url" content="https://shop.example/en/shop?category=2">
    <link rel="canonical" href="https://shop.example/en/shop?category=2">
    <link rel="alternate" hreflang="lo" href="https://shop.example/la/shop?category=2">
    <link rel="alternate" hreflang="en" href="https://shop.example/en/shop?category=2">
    <link rel="alternate" hreflang="th" href="https://shop.example/th/shop?category=2">
    <link rel="alternate" hreflang="zh-CN" href="https://shop.example/cn/shop?category=2">
    <link rel="alternate" hreflang="vi" href="https://shop.example/vn/shop?category=2">
    <link rel="alternate" hreflang="x-default" href="https://shop.example/la/shop?category=2">"
  `);
  await writeHead({ title: 'Tiles' }, '/en/shop?category=2');
  expect(head()).toBe(once);
});

it('elements of a page that was left while they loaded are not added', async () => {
  const left = writeHead({ title: 'Tiles' }, '/en/shop?category=2');
  await writeHead({ title: 'Hammer' }, '/en/shop/8');
  await left;
  expect(document.querySelectorAll('link[rel=canonical]')).toHaveLength(1);
  expect(head()).toContain('<meta property="og:title" content="Hammer | Foobar">');
  expect(head()).not.toContain('Tiles');
});

it('return to the first page restores the head of the edge', async () => {
  const whole = head().split('\n').sort();
  await writeHead({ title: 'Tiles' }, '/en/shop?category=2');
  await writeHead({ title: 'Hammer' }, '/en/shop/7#details');
  expect(head().split('\n').sort()).toEqual(whole);
});

it('first page in a language without a route has a translated title', async () => {
  preferUnrouted('fr');
  rememberFirstHead();
  await writeHead({ title: 'Marteau' }, '/en/shop/7');
  clearPreference();
  expect(head()).toContain('<title>Marteau | Foobar</title>');
  expect(head()).toContain('<link rel="canonical" href="https://shop.example/en/shop/7">');
});

it.each([
  ['page of one visitor', { title: 'Cart' }, '/en/cart'],
  ['page that is not found', { title: 'Cart', isHidden: true }, '/en/nowhere'],
])('page is not indexed and has no canonical link: %s', async (_name, of, address) => {
  await writeHead(of, address);
  expect(head()).toMatchInlineSnapshot(`
    "<title>Cart | Foobar</title>
    <meta property="og:site_name" content="Foobar">
    <meta property="og:locale" content="en_US">
    <link rel="icon" href="/favicon.svg">
    <meta property="og:type" content="website">
    <meta property="og:title" content="Cart | Foobar">
    <meta name="robots" content="noindex">"
  `);
});

it('head of a fallback page is not restored', async () => {
  document.head.innerHTML =
    '<title>Recently viewed | Foobar</title><meta name="robots" content="noindex">';
  rememberFirstHead();
  await writeHead({ title: 'Hammer' }, '/en/shop/7');
  expect(document.title).toMatch(/^Hammer \| /);
  expect(document.querySelector('meta[name=robots]')).toBeNull();
});
