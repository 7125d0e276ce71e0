import { useState } from 'react';
import type { Device } from '../device';
import { rotated } from '../image-processing';
import {
  type Corner,
  centered,
  cornerAt,
  cornerBy,
  initialFrame,
  moved,
  NO_ZOOM,
  type Point,
  panned,
  type Ratio,
  resized,
  withRatio,
  ZOOM,
  zoomedAt,
} from './crop-geometry';
import type { Crop, Shape } from './draw-crop';

/** The image with its crop, kept when the user returns to the crop view. */
export type CropState = Crop & {
  image: HTMLCanvasElement;
  /** Chosen aspect ratio. After a phone is rotated, there may be no button for it. */
  ratio: Ratio;
  isTurned: boolean;
};

export function initialCrop(image: HTMLCanvasElement, device: Device, isTurned = false): CropState {
  const frame = initialFrame(image.width / image.height, device.initialCropShare, null);
  return { image, frame, view: NO_ZOOM, shape: 'rectangle', ratio: null, isTurned };
}

const MIDDLE: Point = { x: 0.5, y: 0.5 };

export type CropTools = ReturnType<typeof useCrop>;

/** Operations on the crop, shared by pointer, keyboard and buttons. */
export function useCrop(first: CropState, device: Device) {
  const [work, setWork] = useState(first);
  const aspect = work.image.width / work.image.height;
  const ratioOf = ({ shape, ratio }: Pick<CropState, 'shape' | 'ratio'>): Ratio =>
    shape === 'circle' ? 1 : ratio;
  const ratio = ratioOf(work);
  const change = (make: (now: CropState) => Partial<CropState>) =>
    setWork((now) => ({ ...now, ...make(now) }));
  const choose = (chosen: Partial<Pick<CropState, 'shape' | 'ratio'>>) =>
    change((now) => ({ ...chosen, frame: withRatio(now.frame, ratioOf({ ...now, ...chosen })) }));
  const zoomTo = (zoom: number, at = MIDDLE) =>
    change(({ view }) => ({ view: zoomedAt(view, zoom, at, aspect) }));
  const pan = (by: Point) => change(({ view }) => ({ view: panned(view, by, aspect) }));

  return {
    work,
    device,
    chooseShape: (shape: Shape) => choose({ shape }),
    chooseRatio: (ratio: Ratio) => choose({ ratio }),
    reset: () => change(({ image, isTurned }) => initialCrop(image, device, isTurned)),
    center: () =>
      change(({ frame, view }) => ({ frame: centered(frame), view: { ...view, x: 0, y: 0 } })),
    turn: () => change(({ image }) => initialCrop(rotated(image), device, true)),
    zoomIn: () => zoomTo(work.view.zoom + ZOOM.step),
    zoomOut: () => zoomTo(work.view.zoom - ZOOM.step),
    zoomReset: () => change(() => ({ view: NO_ZOOM })),
    zoomBy: (factor: number, at: Point) =>
      change(({ view }) => ({ view: zoomedAt(view, view.zoom * factor, at, aspect) })),
    pan,
    move: (by: Point) => change(({ frame }) => ({ frame: moved(frame, by) })),
    /** Like `move`. At the edge of the stage, the image moves instead of the area. */
    step: (by: Point) =>
      change(({ frame, view }) => {
        const next = moved(frame, by);
        const isStuck = next.x === frame.x && next.y === frame.y;
        return isStuck ? { view: panned(view, { x: -by.x, y: -by.y }, aspect) } : { frame: next };
      }),
    corner: (corner: Corner, to: Point) =>
      change(({ frame }) => ({ frame: cornerAt(frame, corner, to, ratio) })),
    stepCorner: (corner: Corner, by: Point) =>
      change(({ frame }) => ({ frame: cornerBy(frame, corner, by, ratio) })),
    resize: (by: { w?: number; h?: number }) =>
      change(({ frame }) => ({ frame: resized(frame, by, ratio) })),
  };
}
