import { expect, it } from 'vitest';
import cases from './link-cases.json';
import { isSamePage, linkedProductOf, linksIn, linkText, productIdOf } from './link-text';

it('address in a sentence is linked without its punctuation', () => {
  expect(linkText('See https://a.example/b, then (http://c.example/d).')).toEqual([
    { text: 'See ' },
    { text: 'https://a.example/b', href: 'https://a.example/b' },
    { text: ', then (' },
    { text: 'http://c.example/d', href: 'http://c.example/d' },
    { text: ').' },
  ]);
  expect(linksIn('https://a.example/wiki/Tile_(floor) ໂອ')).toEqual([
    'https://a.example/wiki/Tile_(floor)',
  ]);
});

it.each([
  ['(https://a.example/x_(y)).', 'https://a.example/x_(y)'],
  ['[https://a.example/x]', 'https://a.example/x'],
  ['https://a.example/?q=[1]!', 'https://a.example/?q=[1]'],
  ['https://a.example/x)', 'https://a.example/x'],
  ['https://a.example/(x).html).', 'https://a.example/(x).html'],
])('keeps brackets that belong to the address: %s', (text, href) => {
  expect(linksIn(text)).toEqual([href]);
});

it('address that is not http is not linked', () => {
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', 'https://']) {
    expect(linksIn(text)).toEqual([]);
  }
});

it('address that is too long for a preview is a link', () => {
  const href = `https://a.example/${'x'.repeat(2048)}`;
  expect(linkText(href)).toEqual([{ text: href, href }]);
  expect(linksIn(href)).toEqual([]);
});

it('linked text keeps every character', () => {
  const pieces = ['https://a.example', '(', ')', '. ', 'ສະບາຍດີ', '\n', 'http://', '"', '😀', ' '];
  for (let seed = 1; seed < 400; seed += 1) {
    let rest = seed * 7919;
    let text = '';
    while (rest > 0) {
      text += pieces[rest % pieces.length];
      rest = Math.floor(rest / pieces.length);
    }
    expect(
      linkText(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  }
});

it('address of a product gives its id', () => {
  expect(productIdOf('/la/shop/101002')).toBe('101002');
  expect(productIdOf('/shop/7?x=1')).toBe('7');
  for (const url of ['', '/la/shop/', 'https://a.example/la/shop/7', '/la/shop/7/8', '//shop/7']) {
    expect(productIdOf(url)).toBeNull();
  }
});

// The tests of the chat service read the same table.
it.each(cases as [string, string[]][])('text %j has links', (text, hrefs) => {
  expect(linksIn(text)).toEqual(hrefs);
});

it.each([
  ['heuan.example/la/shop/7ດີ', 'https://heuan.example/la/shop/7'],
  ['ໄປheuan.example.', 'https://heuan.example'],
  ['HEUAN.example/la', 'https://HEUAN.example/la'],
])('address of this shop without a scheme is a link: %j', (text, href) => {
  const [link] = linkText(text, 'heuan.example').filter((part) => part.href);
  expect(link?.href).toBe(href);
});

it.each([
  'me@heuan.example',
  'notheuan.example',
  'www.',
  'a.heuan.example',
  'heuan.example.evil.com',
  'heuan.examples',
])('text %j has no link', (text) => {
  expect(linkText(text, 'heuan.example').filter((part) => part.href)).toEqual([]);
});

it('address with a Lao host is linked in its typed spelling', () => {
  const own = new URL('https://ຮ້ານ.ລາວ').host;
  expect(linkText('ເບິ່ງ ຮ້ານ.ລາວ/la/shop/7', own)).toEqual([
    { text: 'ເບິ່ງ ' },
    { text: 'ຮ້ານ.ລາວ/la/shop/7', href: 'https://ຮ້ານ.ລາວ/la/shop/7' },
  ]);
  expect(linkedProductOf('https://ຮ້ານ.ລາວ/la/shop/7', own)).toBe('7');
});

it('link to a product of this shop gives its id', () => {
  const own = 'heuan.example';
  expect(linkedProductOf('https://heuan.example/la/shop/101002?x=1', own)).toBe('101002');
  expect(linkedProductOf('http://HEUAN.example/LA/shop/7/#top', own)).toBe('7');
  expect(linkedProductOf('https://heuan.example/la/cart', own)).toBeNull();
  expect(linkedProductOf('https://evil.example/la/shop/101002', own)).toBeNull();
});

it.each([
  ['https://a.example', 'https://a.example/'],
  ['HTTPS://A.example:443/x#part', 'https://a.example/x'],
  ['https://ລາວ.example/ໂຊຟາ', 'https://xn--q7ce6a.example/%E0%BB%82%E0%BA%8A%E0%BA%9F%E0%BA%B2'],
])('spelling of an address gives the same page: %s', (written, kept) => {
  expect(isSamePage(written, kept)).toBe(true);
  expect(isSamePage(written, `${kept}?other`)).toBe(false);
});
