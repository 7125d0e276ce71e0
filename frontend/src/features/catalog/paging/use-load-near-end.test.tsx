// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import openapi from '@/shared/api/openapi.json';
import { MENU_PAGE_SIZE, PAGE_SIZE } from '../catalog-queries';
import { AUTOMATIC_PAGES, useLoadNearEnd } from './use-load-near-end';

/** Fake `IntersectionObserver`: `comeNear` reports that the end of the list is near the screen. */
function fakeObserver() {
  const watching = new Set<() => void>();
  class Observer {
    private readonly report: () => void;
    constructor(callback: IntersectionObserverCallback) {
      this.report = () =>
        callback([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
    }
    observe() {
      watching.add(this.report);
    }
    disconnect() {
      watching.delete(this.report);
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  return { comeNear: () => act(() => [...watching].forEach((report) => void report())) };
}

function List({ onLoad }: { onLoad: (pages: number) => void }) {
  const [pages, setPages] = useState(1);
  const end = useLoadNearEnd<HTMLParagraphElement>(pages < AUTOMATIC_PAGES, () => {
    onLoad(pages + 1);
    setPages(pages + 1);
  });
  return <p ref={end}>{pages}</p>;
}

it('first three pages load automatically, later ones by the button', () => {
  const { comeNear } = fakeObserver();
  const loaded: number[] = [];
  render(<List onLoad={(page) => loaded.push(page)} />);
  expect(loaded).toEqual([]);
  for (let scrolled = 0; scrolled < 5; scrolled += 1) comeNear();
  expect(loaded).toEqual([2, 3]);
});

it('browser without IntersectionObserver loads further pages by the button', () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  Reflect.deleteProperty(window, 'IntersectionObserver');
  const loaded: number[] = [];
  render(<List onLoad={(page) => loaded.push(page)} />);
  expect(loaded).toEqual([]);
});

it.each([2, 3, 4])('page of a list ends with a full row in %i columns', (columns) => {
  expect(PAGE_SIZE % columns).toBe(0);
});

it.each(['/api/v1/product', '/api/v1/search-product', '/api/v1/collection/{name}'] as const)(
  'default limit of %s is the page size of the storefront',
  (path) => {
    const limit = openapi.paths[path].get.parameters.find(({ name }) => name === 'limit');
    expect(limit?.schema).toMatchObject({ default: PAGE_SIZE });
  },
);

it('category menu has ten products on a page', () => expect(MENU_PAGE_SIZE).toBe(10));
