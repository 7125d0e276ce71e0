import { describe, expect, it } from 'vitest';
import {
  type Corner,
  centered,
  cornerAt,
  cornerBy,
  type Frame,
  imageBox,
  initialFrame,
  MIN_SIDE,
  moved,
  NO_ZOOM,
  panned,
  type Ratio,
  resized,
  sourceRect,
  withRatio,
  zoomedAt,
} from './crop-geometry';

/** Pseudo-random numbers that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const RATIOS: Ratio[] = [null, 1, 16 / 9, 4 / 3, 3 / 4, 3 / 2];
const CORNERS: Corner[] = ['nw', 'ne', 'sw', 'se'];

function expectSound(frame: Frame, ratio: Ratio) {
  expect(frame.x).toBeGreaterThanOrEqual(-1e-9);
  expect(frame.y).toBeGreaterThanOrEqual(-1e-9);
  expect(frame.x + frame.w).toBeLessThanOrEqual(1 + 1e-9);
  expect(frame.y + frame.h).toBeLessThanOrEqual(1 + 1e-9);
  expect(Math.min(frame.w, frame.h)).toBeGreaterThan(0);
  if (ratio !== null) expect(frame.w / frame.h).toBeCloseTo(ratio, 6);
}

describe('crop area', () => {
  it('starts in the middle of the image with the share of the device', () => {
    expect(initialFrame(2, 0.8, null)).toEqual({
      x: expect.closeTo(0.1),
      y: expect.closeTo(0.3),
      w: 0.8,
      h: 0.4,
    });
    const frame = initialFrame(1, 0.7, null);
    expect(frame.x).toBeCloseTo(0.15);
    expect(frame.w).toBeCloseTo(0.7);
  });

  it('stays in the stage and keeps its ratio after any change', () => {
    const next = numbers(7);
    for (const ratio of RATIOS) {
      let frame = initialFrame(0.3 + next() * 3, 0.8, ratio);
      for (let turn = 0; turn < 400; turn += 1) {
        const by = { x: next() * 2 - 1, y: next() * 2 - 1 };
        const corner = CORNERS[Math.floor(next() * 4)] ?? 'se';
        const deeds = [
          () => moved(frame, by),
          () => cornerAt(frame, corner, by, ratio),
          () => cornerBy(frame, corner, by, ratio),
          () => resized(frame, next() < 0.5 ? { w: by.x } : { h: by.y }, ratio),
          () => withRatio(frame, ratio),
          () => centered(frame),
        ];
        frame = deeds[Math.floor(next() * deeds.length)]?.() ?? frame;
        expectSound(frame, ratio);
      }
    }
  });

  it('keeps the opposite corner while a corner is dragged', () => {
    const frame = { x: 0.2, y: 0.2, w: 0.5, h: 0.5 };
    expect(cornerAt(frame, 'nw', { x: 0.3, y: 0.4 }, null)).toEqual({
      x: 0.3,
      y: 0.4,
      w: expect.closeTo(0.4),
      h: expect.closeTo(0.3),
    });
    const small = cornerAt(frame, 'se', { x: 0, y: 0 }, null);
    expect(small).toEqual({ x: 0.2, y: 0.2, w: MIN_SIDE, h: MIN_SIDE });
  });
});

describe('crop corner moved by keys', () => {
  it.each(RATIOS)('resizes along either side with ratio %s', (ratio) => {
    const frame = withRatio({ x: 0.3, y: 0.3, w: 0.4, h: 0.4 }, ratio);
    const smaller = cornerBy(frame, 'nw', { x: 0.1, y: 0 }, ratio);
    expect(smaller.w).toBeCloseTo(frame.w - 0.1);
    const lower = cornerBy(frame, 'se', { x: 0, y: -0.1 }, ratio);
    expect(lower.h).toBeCloseTo(frame.h - 0.1);
    expect(cornerBy(frame, 'se', { x: 0.05, y: 0 }, ratio).w).toBeGreaterThan(frame.w);
  });
});

describe('image in the stage', () => {
  it('is fitted into the stage', () => {
    expect(imageBox(2, NO_ZOOM)).toEqual({ x: 0, y: 0.25, w: 1, h: 0.5 });
    expect(imageBox(0.5, NO_ZOOM)).toEqual({ x: 0.25, y: 0, w: 0.5, h: 1 });
  });

  it('is scaled from 0.5 to 3 around the pinch center', () => {
    const view = zoomedAt(NO_ZOOM, 2, { x: 0.25, y: 0.5 }, 1);
    const box = imageBox(1, view);
    expect((0.25 - box.x) / box.w).toBeCloseTo(0.25);
    expect(zoomedAt(view, 9, { x: 0.5, y: 0.5 }, 1).zoom).toBe(3);
    expect(zoomedAt(view, 0.1, { x: 0.5, y: 0.5 }, 1).zoom).toBe(0.5);
  });

  it('always covers the middle of the stage', () => {
    const view = panned({ zoom: 2, x: 0, y: 0 }, { x: 5, y: -5 }, 2);
    const box = imageBox(2, view);
    expect(box.x).toBeLessThanOrEqual(0.5);
    expect(box.y + box.h).toBeGreaterThanOrEqual(0.5);
  });
});

describe('cropped part', () => {
  it('is the part of the image within the area', () => {
    expect(sourceRect({ x: 0, y: 0, w: 1, h: 1 }, NO_ZOOM, 2)).toEqual({ x: 0, y: 0, w: 1, h: 1 });
    const half = sourceRect({ x: 0.5, y: 0.25, w: 0.5, h: 0.5 }, NO_ZOOM, 2);
    expect(half).toEqual({ x: 0.5, y: 0, w: 0.5, h: 1 });
    const near = sourceRect({ x: 0.25, y: 0.25, w: 0.5, h: 0.5 }, { zoom: 2, x: 0, y: 0 }, 1);
    expect(near).toEqual({ x: 0.375, y: 0.375, w: 0.25, h: 0.25 });
  });

  it('is empty if image and area do not intersect', () => {
    const view = { zoom: 0.5, x: 0, y: 0 };
    expect(sourceRect({ x: 0, y: 0, w: 0.2, h: 0.2 }, view, 1)).toBeUndefined();
  });
});
