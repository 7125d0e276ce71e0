/**
 * Crop area, in units of the square stage: 0 to 1 from its upper left corner. The image is fitted into the stage, then
 * zoomed and moved; the area stays in place.
 */
export type Frame = { x: number; y: number; w: number; h: number };
/** Zoom and offset of the image. `x` and `y` are the distance of its center from the center of the stage. */
export type View = { zoom: number; x: number; y: number };
export type Point = { x: number; y: number };
export type Corner = 'nw' | 'ne' | 'sw' | 'se';
export type Ratio = number | null;

export const ZOOM = { min: 0.5, max: 3, step: 0.2 };
export const NO_ZOOM: View = { zoom: 1, x: 0, y: 0 };
/** Minimum side length of the area. */
export const MIN_SIDE = 0.08;

const clamp = (value: number, min: number, max: number) =>
  Math.min(Math.max(value, min), Math.max(min, max));

/** Box of an image with this aspect ratio (width to height) in the stage. */
export function imageBox(aspect: number, { zoom, x, y }: View): Frame {
  const w = Math.min(1, aspect) * zoom;
  const h = Math.min(1, 1 / aspect) * zoom;
  return { x: 0.5 + x - w / 2, y: 0.5 + y - h / 2, w, h };
}

/** Initial area: centered on the fitted image, covering `share` of each side. */
export function initialFrame(aspect: number, share: number, ratio: Ratio): Frame {
  const { w, h } = imageBox(aspect, NO_ZOOM);
  return withRatio(centered({ x: 0, y: 0, w: w * share, h: h * share }), ratio);
}

export const centered = ({ w, h }: Frame): Frame => ({ x: 0.5 - w / 2, y: 0.5 - h / 2, w, h });

/** The largest area of this ratio around the same center that is not larger than the previous one. */
export function withRatio(frame: Frame, ratio: Ratio): Frame {
  if (ratio === null) return frame;
  const longest = Math.max(frame.w, frame.h);
  const w = ratio >= 1 ? longest : longest * ratio;
  const middle = { x: frame.x + frame.w / 2, y: frame.y + frame.h / 2 };
  return around(middle, w, w / ratio, ratio);
}

/** Area around a center, within the stage, of at least the minimum size, and of the given ratio if there is one. */
function around(middle: Point, wanted: number, high: number, ratio: Ratio): Frame {
  const min = minSize(ratio);
  let w = clamp(wanted, min.w, 1);
  let h = clamp(high, min.h, 1);
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

/** Moves a corner to a point; the opposite corner stays. */
export function cornerAt(frame: Frame, corner: Corner, to: Point, ratio: Ratio): Frame {
  const isWest = corner === 'nw' || corner === 'sw';
  const isNorth = corner === 'nw' || corner === 'ne';
  const fixed = {
    x: isWest ? frame.x + frame.w : frame.x,
    y: isNorth ? frame.y + frame.h : frame.y,
  };
  const available = { w: isWest ? fixed.x : 1 - fixed.x, h: isNorth ? fixed.y : 1 - fixed.y };
  const min = minSize(ratio);
  let w = clamp(isWest ? fixed.x - to.x : to.x - fixed.x, min.w, available.w);
  let h = clamp(isNorth ? fixed.y - to.y : to.y - fixed.y, min.h, available.h);
  if (ratio !== null) {
    // The side that the pointer has moved further decides.
    w = Math.min(Math.max(w, h * ratio), available.w, available.h * ratio);
    h = w / ratio;
  }
  return { x: isWest ? fixed.x - w : fixed.x, y: isNorth ? fixed.y - h : fixed.y, w, h };
}

/** Changes width or height around the same center; both if there is a ratio. */
export function resized(frame: Frame, by: { w?: number; h?: number }, ratio: Ratio): Frame {
  const middle = { x: frame.x + frame.w / 2, y: frame.y + frame.h / 2 };
  if (ratio === null) return around(middle, frame.w + (by.w ?? 0), frame.h + (by.h ?? 0), null);
  const w = frame.w + (by.w ?? (by.h ?? 0) * ratio);
  return around(middle, w, w / ratio, ratio);
}

/** Moves a corner by a step; with a ratio the other side follows. */
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

/** Zooms around a point of the stage, whose position in the image stays. */
export function zoomedAt(view: View, zoom: number, at: Point, aspect: number): View {
  const next = clamp(zoom, ZOOM.min, ZOOM.max);
  const factor = next / view.zoom;
  const follow = (offset: number, point: number) => point - 0.5 - (point - 0.5 - offset) * factor;
  return panned({ zoom: next, x: follow(view.x, at.x), y: follow(view.y, at.y) }, NOWHERE, aspect);
}

const NOWHERE = { x: 0, y: 0 };

/** Moves the image. The center of the stage always stays within the image. */
export function panned(view: View, by: Point, aspect: number): View {
  const { w, h } = imageBox(aspect, view);
  return {
    zoom: view.zoom,
    x: clamp(view.x + by.x, -w / 2, w / 2),
    y: clamp(view.y + by.y, -h / 2, h / 2),
  };
}

/** Part of the image within the area, as fractions of the image; undefined if they do not overlap. */
export function sourceRect(frame: Frame, view: View, aspect: number): Frame | undefined {
  const box = imageBox(aspect, view);
  const left = Math.max(frame.x, box.x);
  const top = Math.max(frame.y, box.y);
  const w = Math.min(frame.x + frame.w, box.x + box.w) - left;
  const h = Math.min(frame.y + frame.h, box.y + box.h) - top;
  if (!(w > 0.005 && h > 0.005)) return undefined;
  return { x: (left - box.x) / box.w, y: (top - box.y) / box.h, w: w / box.w, h: h / box.h };
}
