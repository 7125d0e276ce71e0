import { describe, expect, it } from 'vitest';
import { bounded, MAX_SCALE, moved, NO_ZOOM, zoomedAt } from './zoom';

const box = { width: 400, height: 600 };

it.each([
  ['never smaller than the box', { scale: 0.2, x: 0, y: 0 }, NO_ZOOM],
  ['never beyond the most', { scale: 99, x: 0, y: 0 }, { scale: MAX_SCALE, x: 0, y: 0 }],
  ['no gap at an edge', { scale: 2, x: 999, y: -999 }, { scale: 2, x: 200, y: -300 }],
  ['unmoved when not enlarged', { scale: 1, x: 50, y: 50 }, NO_ZOOM],
])('%s', (_name, zoom, kept) => {
  expect(bounded(zoom, box)).toEqual(kept);
});

describe('zoomedAt', () => {
  it('enlarges around the middle', () => {
    expect(zoomedAt(NO_ZOOM, 2, { x: 0, y: 0 }, box)).toEqual({ scale: 2, x: 0, y: 0 });
  });

  it('leaves the point under the finger in place', () => {
    const at = { x: 100, y: -50 };
    const zoom = zoomedAt(NO_ZOOM, 2, at, box);
    // The picture point below `at` is (at - offset) / scale, before and after.
    expect((at.x - zoom.x) / zoom.scale).toBe(at.x);
    expect((at.y - zoom.y) / zoom.scale).toBe(at.y);
  });

  it('comes back to the start', () => {
    const there = zoomedAt(NO_ZOOM, 3, { x: 120, y: 200 }, box);
    expect(zoomedAt(there, 1 / 3, { x: -10, y: 30 }, box)).toEqual(NO_ZOOM);
  });
});

it('moves within the picture only', () => {
  expect(moved({ scale: 2, x: 150, y: 0 }, { x: 100, y: 20 }, box)).toEqual({
    scale: 2,
    x: 200,
    y: 20,
  });
});
