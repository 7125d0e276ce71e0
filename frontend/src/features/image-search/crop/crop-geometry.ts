/**
 * The crop area over a picture, in units of the square stage they stand on: 0 to 1 from its upper left corner. The
 * picture is fitted into the stage, then enlarged and moved; the area stays where it is.
 */
export type Frame = { x: number; y: number; w: number; h: number };
/** `x` and `y` say how far the picture's middle is from the stage's. */
export type View = { zoom: number; x: number; y: number };
export type Point = { x: number; y: number };
export type Corner = 'nw' | 'ne' | 'sw' | 'se';
export type Ratio = number | null;

export const ZOOM = { least: 0.5, most: 3, step: 0.2 };
export const NO_ZOOM: View = { zoom: 1, x: 0, y: 0 };
/** No side of the area is shorter. */
export const MIN_SIDE = 0.08;

const clamp = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), Math.max(least, most));

/** Where a picture of this width to height lies. */
export function imageBox(aspect: number, { zoom, x, y }: View): Frame {
  const w = Math.min(1, aspect) * zoom;
  const h = Math.min(1, 1 / aspect) * zoom;
  return { x: 0.5 + x - w / 2, y: 0.5 + y - h / 2, w, h };
}

/** In the middle of the fitted picture, covering `share` of each of its sides. */
export function initialFrame(aspect: number, share: number, ratio: Ratio): Frame {
  const { w, h } = imageBox(aspect, NO_ZOOM);
  return withRatio(centered({ x: 0, y: 0, w: w * share, h: h * share }), ratio);
}

export const centered = ({ w, h }: Frame): Frame => ({ x: 0.5 - w / 2, y: 0.5 - h / 2, w, h });

/** The largest area of this ratio around the same middle that is not longer than the former one. */
export function withRatio(frame: Frame, ratio: Ratio): Frame {
  if (ratio === null) return frame;
  const longest = Math.max(frame.w, frame.h);
  const w = ratio >= 1 ? longest : longest * ratio;
  const middle = { x: frame.x + frame.w / 2, y: frame.y + frame.h / 2 };
  return around(middle, w, w / ratio, ratio);
}

/** Within the stage, not too small, and of the ratio if there is one. */
function around(middle: Point, wanted: number, high: number, ratio: Ratio): Frame {
  const least = minSize(ratio);
  let w = clamp(wanted, least.w, 1);
  let h = clamp(high, least.h, 1);
  if (ratio !== null) {
    w = Math.min(w, h * ratio);
    h = w / ratio;
  }
  return {
    x: clamp(middle.x - w / 2, 0, 1 - w),
    y: clamp(middle.y - h / 2, 0, 1 - h),
    w,
    h,
  };
}

const minSize = (ratio: Ratio) => ({
  w: MIN_SIDE * Math.max(1, ratio ?? 1),
  h: MIN_SIDE * Math.max(1, ratio === null ? 1 : 1 / ratio),
});

export function moved(frame: Frame, by: Point): Frame {
  return {
    ...frame,
    x: clamp(frame.x + by.x, 0, 1 - frame.w),
    y: clamp(frame.y + by.y, 0, 1 - frame.h),
  };
}

/** The corner goes to the point; the opposite one stays. */
export function cornerAt(frame: Frame, corner: Corner, to: Point, ratio: Ratio): Frame {
  const isWest = corner === 'nw' || corner === 'sw';
  const isNorth = corner === 'nw' || corner === 'ne';
  const fixed = {
    x: isWest ? frame.x + frame.w : frame.x,
    y: isNorth ? frame.y + frame.h : frame.y,
  };
  const room = { w: isWest ? fixed.x : 1 - fixed.x, h: isNorth ? fixed.y : 1 - fixed.y };
  const least = minSize(ratio);
  let w = clamp(isWest ? fixed.x - to.x : to.x - fixed.x, least.w, room.w);
  let h = clamp(isNorth ? fixed.y - to.y : to.y - fixed.y, least.h, room.h);
  if (ratio !== null) {
    // The pointer leads with the side it has drawn further.
    w = Math.min(Math.max(w, h * ratio), room.w, room.h * ratio);
    h = w / ratio;
  }
  return { x: isWest ? fixed.x - w : fixed.x, y: isNorth ? fixed.y - h : fixed.y, w, h };
}

/** Wider or higher around the same middle; with a ratio both. */
export function resized(frame: Frame, by: { w?: number; h?: number }, ratio: Ratio): Frame {
  const middle = { x: frame.x + frame.w / 2, y: frame.y + frame.h / 2 };
  if (ratio === null) return around(middle, frame.w + (by.w ?? 0), frame.h + (by.h ?? 0), null);
  const w = frame.w + (by.w ?? (by.h ?? 0) * ratio);
  return around(middle, w, w / ratio, ratio);
}

/** The corner a step further; with a ratio the other side follows. */
export function cornerBy(frame: Frame, corner: Corner, by: Point, ratio: Ratio): Frame {
  const isWest = corner === 'nw' || corner === 'sw';
  const isNorth = corner === 'nw' || corner === 'ne';
  let growth = { w: isWest ? -by.x : by.x, h: isNorth ? -by.y : by.y };
  if (ratio !== null) {
    const w = growth.w || growth.h * ratio;
    growth = { w, h: w / ratio };
  }
  const to = {
    x: isWest ? frame.x - growth.w : frame.x + frame.w + growth.w,
    y: isNorth ? frame.y - growth.h : frame.y + frame.h + growth.h,
  };
  return cornerAt(frame, corner, to, ratio);
}

/** Enlarged around a point of the stage, which keeps what lies under it. */
export function zoomedAt(view: View, zoom: number, at: Point, aspect: number): View {
  const next = clamp(zoom, ZOOM.least, ZOOM.most);
  const factor = next / view.zoom;
  const follow = (offset: number, point: number) => point - 0.5 - (point - 0.5 - offset) * factor;
  return panned({ zoom: next, x: follow(view.x, at.x), y: follow(view.y, at.y) }, NOWHERE, aspect);
}

const NOWHERE = { x: 0, y: 0 };

/** The middle of the stage never leaves the picture. */
export function panned(view: View, by: Point, aspect: number): View {
  const { w, h } = imageBox(aspect, view);
  return {
    zoom: view.zoom,
    x: clamp(view.x + by.x, -w / 2, w / 2),
    y: clamp(view.y + by.y, -h / 2, h / 2),
  };
}

/** The part of the picture within the area, as fractions of the picture; nothing when they do not meet. */
export function sourceRect(frame: Frame, view: View, aspect: number): Frame | undefined {
  const box = imageBox(aspect, view);
  const left = Math.max(frame.x, box.x);
  const top = Math.max(frame.y, box.y);
  const w = Math.min(frame.x + frame.w, box.x + box.w) - left;
  const h = Math.min(frame.y + frame.h, box.y + box.h) - top;
  if (!(w > 0.005 && h > 0.005)) return undefined;
  return { x: (left - box.x) / box.w, y: (top - box.y) / box.h, w: w / box.w, h: h / box.h };
}
