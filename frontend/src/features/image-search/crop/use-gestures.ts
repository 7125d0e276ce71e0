import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import type { Corner, Point } from './crop-geometry';
import type { CropTools } from './use-crop';

/** Target of a drag: a corner of the area, the area, or the image below it. */
type Hold = { grip: Corner | 'frame' | 'image'; at: Point };

const WHEEL = 400;

/** Pointer and wheel gestures on the stage. Two fingers zoom anywhere. */
export function useGestures(tools: CropTools) {
  const stage = useRef<HTMLDivElement>(null);
  const holds = useRef(new Map<number, Hold>());

  /** Position of a pointer event in units of the stage. */
  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const box = stage.current?.getBoundingClientRect();
    if (!box?.width) return { x: 0.5, y: 0.5 };
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };

  // React's wheel listeners are passive and cannot prevent scrolling.
  const turn = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    tools.zoomBy(Math.exp(-event.deltaY / WHEEL), pointOf(event));
  });
  useEffect(() => {
    const element = stage.current;
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);

  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const target = (event.target as Element).closest<HTMLElement>('[data-grip]');
    const grip = (target?.dataset.grip ?? 'image') as Hold['grip'];
    holds.current.set(event.pointerId, { grip, at: pointOf(event) });
  };
  const drag = (event: PointerEvent) => {
    const hold = holds.current.get(event.pointerId);
    if (!hold) return;
    const before = hold.at;
    const at = pointOf(event);
    hold.at = at;
    const by = { x: at.x - before.x, y: at.y - before.y };
    const other = [...holds.current].find(([id]) => id !== event.pointerId)?.[1].at;
    if (other) {
      tools.zoomBy(distance(at, other) / (distance(before, other) || 1), middle(at, other));
      tools.pan({ x: by.x / 2, y: by.y / 2 });
    } else if (hold.grip === 'image') tools.pan(by);
    else if (hold.grip === 'frame') tools.move(by);
    else tools.corner(hold.grip, at);
  };
  const lift = (event: PointerEvent) => void holds.current.delete(event.pointerId);

  return {
    stage,
    gestures: {
      onPointerDown: press,
      onPointerMove: drag,
      onPointerUp: lift,
      onPointerCancel: lift,
    },
  };
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
