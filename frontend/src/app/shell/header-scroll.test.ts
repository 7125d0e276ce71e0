import { describe, expect, it } from 'vitest';
import { HEADER_AT_TOP, nextHeaderScroll } from './header-scroll';

const after = (...positions: number[]) => positions.reduce(nextHeaderScroll, HEADER_AT_TOP);

describe('the header while scrolling', () => {
  it.each([
    ['at the top', [0], false, false],
    ['normal at 50 px', [300, 50], false, false],
    ['not yet compact at 200 px', [200], false, false],
    ['compact after 200 px', [201], true, false],
    ['still compact on the way back until 50 px', [300, 51], true, true],
    ['hides when scrolling up by more than 10 px', [500, 489], true, true],
    ['stays when scrolling up by 10 px', [500, 490], true, false],
    ['adds up small steps', [500, 494, 488], true, true],
    [
      'shows again when scrolling down by more than 10 px past 200 px',
      [500, 400, 411],
      true,
      false,
    ],
    ['stays hidden when scrolling down by 10 px', [500, 400, 410], true, true],
    ['stays hidden when scrolling down before 200 px', [500, 100, 150], true, true],
    ['shows at 50 px or less', [500, 400, 40], false, false],
  ])('%s', (_name, positions, isCompact, isHidden) => {
    expect(after(...positions)).toMatchObject({ isCompact, isHidden });
  });
});
