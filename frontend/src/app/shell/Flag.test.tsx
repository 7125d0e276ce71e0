// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { offeredLanguages } from '@/shared/i18n/offered-languages';
import { Flag } from './Flag';

it('every language has a flag of its own, served by the shop', () => {
  const flags = offeredLanguages('en').map(
    ({ tag }) => render(<Flag tag={tag} />).container.querySelector('svg')?.innerHTML,
  );
  expect(flags.filter(Boolean)).toHaveLength(19);
  expect(new Set(flags).size).toBe(19);
});
