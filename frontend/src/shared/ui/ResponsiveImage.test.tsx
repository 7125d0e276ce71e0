// @vitest-environment jsdom
import { fireEvent, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ResponsiveImage } from './ResponsiveImage';

const image = () => document.querySelector('img') as HTMLImageElement;

it('broken or missing image becomes the placeholder, and the next path is loaded', () => {
  const { rerender } = render(<ResponsiveImage path="p/1.webp" alt="" sizes="1px" />);
  expect(image().getAttribute('src')).toBe('/media/p/1.webp?w=640');
  fireEvent.error(image());
  expect(image().getAttribute('src')).toBe('/placeholder.png');
  expect(image().hasAttribute('srcset')).toBe(false);
  rerender(<ResponsiveImage path="p/2.webp" alt="" sizes="1px" />);
  expect(image().getAttribute('src')).toBe('/media/p/2.webp?w=640');
  rerender(<ResponsiveImage path={null} alt="" sizes="1px" />);
  expect(image().getAttribute('src')).toBe('/placeholder.png');
});

it('image that broke before hydration becomes the placeholder', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
  vi.spyOn(HTMLImageElement.prototype, 'currentSrc', 'get').mockReturnValue('/media/p/1.webp');
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(0);
  render(<ResponsiveImage path="p/1.webp" alt="" sizes="1px" />);
  expect(image().getAttribute('src')).toBe('/placeholder.png');
});
