// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { MenuItem } from '@/shared/api/types';
import { renderPage } from '@/testing/render-page';
import { MenuTree } from './MenuTree';

let ids = 0;
function item(en: string, href: string, ...children: MenuItem[]): MenuItem {
  ids += 1;
  const type = children.length > 0 ? 'dropdown' : 'link';
  return { id: ids, label: { la: en, en }, sublabel: null, href, type, dropDownMenuData: children };
}
const MENU = [
  item('News', '/blogs/news'),
  item(
    'Investors',
    '#',
    item('Overview', '/investor'),
    item('Reports', '/investor/annual-report', item('Press', '/investor/press-releases')),
    item('Meetings', '#', item('Minutes', '/investor/minute-of-share-meeting'), item('Soon', '#')),
  ),
];

it('menu tree folds entries to any depth, counts children and links only entries with a target', async () => {
  const onFollow = vi.fn();
  const page = () => <MenuTree items={MENU} onFollow={onFollow} />;
  await renderPage({ path: '/', page, leadsTo: ['/investor'] });
  await screen.findByText('News');
  const folds = [...document.querySelectorAll('summary')].map(({ textContent }) => textContent);
  expect(folds).toEqual(['Investors3', 'Reports1', 'Meetings2']);
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    '/blogs/news',
    '/investor',
    // An entry with children and an address of its own is also the first of its children.
    '/investor/annual-report',
    '/investor/press-releases',
    '/investor/minute-of-share-meeting',
  ]);
  await userEvent.click(screen.getByText('Overview'));
  expect(onFollow).toHaveBeenCalledOnce();
  expect(await screen.findByText('at /investor')).toBeTruthy();
});
