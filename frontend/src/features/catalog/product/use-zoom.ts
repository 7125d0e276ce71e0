import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { inlineSign } from '@/shared/ui/inline-sign';
import { type Box, moved, NO_ZOOM, type Point, STEP, type Zoom, zoomedAt } from './zoom';

const SWIPE = 60;
const PAN = 60;
const DOUBLE_PRESS = 2.5;

type ZoomOptions = {
  /** A sideways swipe or an arrow key on a picture that is not enlarged. */
  onSwipe: (by: 1 | -1) => void;
  /** What is looked at; another one starts afresh. */
  subject: string;
};

/** The ways to enlarge and move the picture in `area`. The style goes through custom properties of that element. */
export function useZoom({ onSwipe, subject }: ZoomOptions) {
  const area = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Point>());
  const travelled = useRef(0);
  const [zoom, setZoom] = useState<Zoom>(NO_ZOOM);
  const [seen, setSeen] = useState(subject);
  if (seen !== subject) {
    setSeen(subject);
    setZoom(NO_ZOOM);
  }

  useEffect(() => {
    const element = area.current;
    element?.style.setProperty('--zoom-scale', String(zoom.scale));
    element?.style.setProperty('--zoom-x', `${zoom.x}px`);
    element?.style.setProperty('--zoom-y', `${zoom.y}px`);
  }, [zoom]);

  // React listens to the wheel passively; here it must not scroll.
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const factor = Math.exp(-event.deltaY / 300);
      setZoom((now) => zoomedAt(now, factor, fromMiddle(element, event), boxOf(element)));
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, []);

  const change = (make: (now: Zoom, box: Box, element: HTMLElement) => Zoom) => {
    const element = area.current;
    if (element) setZoom((now) => make(now, boxOf(element), element));
  };
  const by = (factor: number) => change((now, box) => zoomedAt(now, factor, { x: 0, y: 0 }, box));

  const drag = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const after = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, after);
    if (other) {
      const factor = distance(after, other) / (distance(before, other) || 1);
      const middle = { clientX: (after.x + other.x) / 2, clientY: (after.y + other.y) / 2 };
      travelled.current = 0;
      change((now, box, element) => zoomedAt(now, factor, fromMiddle(element, middle), box));
    } else if (zoom.scale > 1) {
      change((now, box) => moved(now, { x: after.x - before.x, y: after.y - before.y }, box));
    } else {
      travelled.current += after.x - before.x;
    }
  };
  const lift = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    if (zoom.scale === 1 && Math.abs(travelled.current) > SWIPE) {
      swipe(travelled.current);
    }
    travelled.current = 0;
  };

  /** What is drawn away from the end of the line brings the next picture. */
  const swipe = (x: number) => {
    const isOnward = x * (area.current ? inlineSign(area.current) : 1) < 0;
    onSwipe(isOnward ? 1 : -1);
  };

  const press = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (event.key === '+' || event.key === '=') by(STEP);
    else if (event.key === '-') by(1 / STEP);
    else if (event.key === '0') setZoom(NO_ZOOM);
    else if (arrow && zoom.scale > 1) change((now, box) => moved(now, arrow, box));
    else if (arrow?.x) swipe(arrow.x);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return {
    zoom,
    area,
    press,
    zoomIn: () => by(STEP),
    zoomOut: () => by(1 / STEP),
    reset: () => setZoom(NO_ZOOM),
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      },
      onPointerMove: drag,
      onPointerUp: lift,
      onPointerCancel: lift,
      onDoubleClick: (event: { clientX: number; clientY: number }) =>
        change((now, box, element) =>
          now.scale > 1 ? NO_ZOOM : zoomedAt(now, DOUBLE_PRESS, fromMiddle(element, event), box),
        ),
    },
  };
}

/** Where an arrow key moves the picture: the view goes the way of the arrow, the picture the other. */
const ARROWS: Record<string, Point | undefined> = {
  ArrowLeft: { x: PAN, y: 0 },
  ArrowRight: { x: -PAN, y: 0 },
  ArrowUp: { x: 0, y: PAN },
  ArrowDown: { x: 0, y: -PAN },
};

function boxOf(element: HTMLElement): Box {
  return { width: element.clientWidth, height: element.clientHeight };
}

function fromMiddle(element: HTMLElement, at: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: at.clientX - left - width / 2, y: at.clientY - top - height / 2 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
