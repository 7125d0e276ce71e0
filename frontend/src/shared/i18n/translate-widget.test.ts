// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startWidget } from './translate-widget';

const { removeChild, insertBefore } = Node.prototype;
const script = () => document.head.querySelector<HTMLScriptElement>('script[src]');

beforeEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});
afterEach(() => Object.assign(Node.prototype, { removeChild, insertBefore }));

it('unconfigured widget sends no request', () => {
  startWidget('lo', 'fr');
  expect(script()).toBeNull();
  expect(Node.prototype.removeChild).toBe(removeChild);
});

it('configured widget is loaded with the languages', () => {
  document.head.innerHTML =
    '<meta name="heuan-translator" content="https://translate.example/element.js?v=2">';
  startWidget('lo', 'fr');
  expect(script()?.src).toBe('https://translate.example/element.js?v=2&cb=heuanTranslator');
  const made = vi.fn();
  Object.assign(window, { google: { translate: { TranslateElement: made } } });
  (window as unknown as { heuanTranslator: () => void }).heuanTranslator();
  expect(made).toHaveBeenCalledWith(
    expect.objectContaining({ pageLanguage: 'lo', includedLanguages: 'fr' }),
    'heuanTranslator',
  );
});

it('text nodes replaced by a translator do not break the page', () => {
  document.head.innerHTML =
    '<meta name="heuan-translator" content="https://translate.example/e.js">';
  startWidget('lo', 'fr');
  const parent = document.createElement('p');
  const text = document.createTextNode('ຊີມັງ');
  parent.append(text);
  text.replaceWith(document.createElement('font'));
  expect(() => parent.removeChild(text)).not.toThrow();
  const next = document.createTextNode('!');
  parent.insertBefore(next, text);
  expect(parent.lastChild).toBe(next);
});
