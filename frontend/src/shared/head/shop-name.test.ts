// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { setShownLanguage } from '../i18n/language-preference';
import { languageOf } from '../i18n/languages';
import { unroutedLanguage } from '../i18n/unrouted-languages';
import { shopName } from './shop-name';

it('Lao page has the Lao shop name, a translation of it the Latin one', () => {
  document.head.innerHTML = `
    <meta name="application-name" content="Heuan">
    <meta property="og:site_name" content="ເຮືອນ">`;
  const lao = languageOf('la');
  if (!lao) throw new Error('no Lao');
  setShownLanguage(lao);
  expect(shopName()).toBe('ເຮືອນ');
  setShownLanguage(unroutedLanguage('ar', lao));
  expect(shopName()).toBe('Heuan');
});
