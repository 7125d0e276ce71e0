/** How a picture is looked at: enlarged around its middle, then moved, in pixels of the screen. */
export type Zoom = { scale: number; x: number; y: number };
export type Box = { width: number; height: number };
export type Point = { x: number; y: number };

export const NO_ZOOM: Zoom = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 4;
export const STEP = 1.5;

/** Keeps the scale in bounds and the picture over the whole box. */
export function bounded({ scale, x, y }: Zoom, { width, height }: Box): Zoom {
  const kept = Math.min(MAX_SCALE, Math.max(1, scale));
  const room = { x: ((kept - 1) * width) / 2, y: ((kept - 1) * height) / 2 };
  return { scale: kept, x: within(x, room.x), y: within(y, room.y) };
}

/** Enlarges by a factor and leaves what is under `at` (measured from the middle of the box) where it is. */
export function zoomedAt(zoom: Zoom, factor: number, at: Point, box: Box): Zoom {
  const scale = Math.min(MAX_SCALE, Math.max(1, zoom.scale * factor));
  const ratio = scale / zoom.scale;
  return bounded(
    { scale, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio },
    box,
  );
}

export function moved(zoom: Zoom, by: Point, box: Box): Zoom {
  return bounded({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, box);
}

function within(value: number, room: number): number {
  return Math.min(room, Math.max(-room, value)) || 0;
}
