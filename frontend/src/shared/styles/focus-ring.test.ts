import { expect, it } from 'vitest';
import { sources } from '@/testing/sources';

/** Rules for a focused control that set a shadow, other than to remove one or beside an outline. */
function shadowsOfFocus(text: string): string[] {
  const rules = text.matchAll(/([^{};]*:focus-(?:visible|within)[^{}]*)\{([^{}]*)\}/g);
  return [...rules].flatMap(([, selector = '', body = '']) => {
    const shadow = /box-shadow:\s*([^;]+);/.exec(body)?.[1];
    const isAllowed = !shadow || shadow === 'none' || body.includes('outline:');
    return isAllowed ? [] : [selector.trim()];
  });
}

it('focus ring is never a shadow, which the line of a control would replace', () => {
  const found = sources(/\.css$/).flatMap(({ path, text }) =>
    shadowsOfFocus(text).map((selector) => `${path}: ${selector}`),
  );
  expect(found).toEqual([]);
  expect(shadowsOfFocus('.a:focus-visible { box-shadow: inset 0 0 0 2px red; }')).toEqual([
    '.a:focus-visible',
  ]);
});

it('no class draws the focus ring by a shadow', () => {
  const classes = /(?:^|[\s'"`-])focus-(?:visible|within):(?:inset-ring|ring|shadow)\S*/g;
  const found = sources(/\.tsx?$/)
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(({ path, text }) => [...text.matchAll(classes)].map(([name]) => `${path}: ${name}`));
  expect(found).toEqual([]);
});
