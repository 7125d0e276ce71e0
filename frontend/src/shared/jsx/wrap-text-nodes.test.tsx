// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

/** Imitates a page translator: replaces every text node by an element with its text. */
function translate(root: Node) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts.filter(({ data }) => data.trim())) {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.textContent = text.data;
  }
}

function Line({ count, isNew, note }: { count: number; isNew?: boolean; note?: string }) {
  return (
    <p data-testid="line">
      {isNew && <b>new </b>}
      {count} pieces {note}
      <i>!</i>
    </p>
  );
}

it('translated text beside elements can be updated, and elements added and removed', () => {
  const { container, rerender } = render(<Line count={1} note="left" />);
  expect(screen.getByTestId('line').textContent).toBe('1 pieces left!');
  translate(container);
  rerender(<Line count={2} isNew />);
  expect(screen.getByTestId('line').textContent).toBe('new 2 pieces !');
  translate(container);
  rerender(<Line count={3} />);
  expect(screen.getByTestId('line').textContent).toBe('3 pieces !');
});

it('text without siblings is not wrapped', () => {
  const { container } = render(
    <p>
      {3} of {4}
    </p>,
  );
  expect(container.innerHTML).toBe('<p>3 of 4</p>');
});

it('text in an option is not wrapped', () => {
  const { container } = render(
    <select>
      <option>
        {1} {'piece'}
      </option>
    </select>,
  );
  expect(container.querySelector('option')?.innerHTML).toBe('1 piece');
});

function Box({ children }: { children: ReactNode }) {
  return (
    <div>
      <i />
      {children}
    </div>
  );
}

it('texts among the children of a component need no keys', () => {
  const error = vi.spyOn(console, 'error');
  const { container } = render(
    <Box>
      {'a'} <b>b</b>
    </Box>,
  );
  expect(container.textContent).toBe('a b');
  expect(error).not.toHaveBeenCalled();
});

it('numbers in Lao text stay with their unit, also beside elements and in a fragment', () => {
  const { container } = render(
    <>
      <p>{'ຄົບ 500,000 ກີບ'}</p>
      <p>
        {3} {'ລາຍການ'}
      </p>
      <p>
        <b>!</b> {'60x60 ຊມ'}
      </p>
      {'5 ມ'}
    </>,
  );
  expect(container.textContent).toBe('ຄົບ 500,000\u00a0ກີບ3\u00a0ລາຍການ! 60x60\u00a0ຊມ5\u00a0ມ');
});

it('number and unit of an option keep their space', () => {
  const { container } = render(<option>5 ມ</option>);
  expect(container.textContent).toBe('5 ມ');
});
