import type { Point } from './crop-geometry';

export const STEP = 0.02;
const LONG_STEP = 0.1;

/** Step of an arrow key; larger with Shift. An image has no reading direction, so left is always left. */
export function arrowStep(key: string | undefined, shiftKey: boolean): Point | undefined {
  const by = shiftKey ? LONG_STEP : STEP;
  const steps: Record<string, Point> = {
    ArrowLeft: { x: -by, y: 0 },
    ArrowRight: { x: by, y: 0 },
    ArrowUp: { x: 0, y: -by },
    ArrowDown: { x: 0, y: by },
  };
  return steps[key ?? ''];
}
