// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '@/testing/render-page';
import { useLanguageHref } from './use-language-href';

const InThai = () => <p>{useLanguageHref()('th')}</p>;

it.each([
  ['/helpcenter?q=x#how-much-is-delivery', '/th/helpcenter?q=x#how-much-is-delivery'],
  ['/helpcenter', '/th/helpcenter'],
])('%s is %s in Thai', async (at, address) => {
  await renderPage({ path: '/helpcenter', at, page: InThai });
  expect(await screen.findByText(address)).toBeTruthy();
});
