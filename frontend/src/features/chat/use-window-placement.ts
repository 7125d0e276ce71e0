import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { readSession, writeSession } from '@/shared/storage/session-storage';

type WindowPosition = { x: number; y: number };

const STORAGE_KEY = 'heuan_chat_place';
const SIZE = { width: 384, height: 500 };
const MARGIN = 24;
const STEP = 16;
const LONG_STEP = 64;

const maxX = () => Math.max(0, document.documentElement.clientWidth - SIZE.width);
const maxY = () => Math.max(0, innerHeight - SIZE.height);
const within = (value: number, max: number) => Math.min(Math.max(0, value), max);
const inSight = ({ x, y }: WindowPosition): WindowPosition => ({
  x: within(x, maxX()),
  y: within(y, maxY()),
});

/** Corners of the screen, beginning at the bottom right (bottom left in right-to-left languages). */
function corners(): [WindowPosition, ...WindowPosition[]] {
  const [left, right] = [MARGIN, maxX() - MARGIN];
  const [top, bottom] = [MARGIN, maxY() - MARGIN];
  const [end, start] = document.documentElement.dir === 'rtl' ? [left, right] : [right, left];
  return [
    inSight({ x: end, y: bottom }),
    inSight({ x: start, y: bottom }),
    inSight({ x: start, y: top }),
    inSight({ x: end, y: top }),
  ];
}

function initialPosition(): WindowPosition {
  const stored = readSession<WindowPosition>(STORAGE_KEY);
  if (Number.isFinite(stored?.x) && Number.isFinite(stored?.y))
    return inSight(stored as WindowPosition);
  return corners()[0];
}

const ARROWS: Record<string, WindowPosition> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * Position of the floating window: dragged by its header, moved by arrow keys, or sent to the next corner by a button
 *.
 */
export function useWindowPlacement() {
  const [place, setPlace] = useState(initialPosition);
  const [grip, setGrip] = useState<WindowPosition | null>(null);

  useEffect(() => {
    const fit = () => setPlace(inSight);
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, []);

  const move = (to: WindowPosition) => {
    const next = inSight(to);
    setPlace(next);
    writeSession(STORAGE_KEY, next);
  };
  const onMoveKey = (event: KeyboardEvent) => {
    const arrow = ARROWS[pressedKey(event) ?? ''];
    if (!arrow) return;
    event.preventDefault();
    const step = event.shiftKey ? LONG_STEP : STEP;
    move({ x: place.x + arrow.x * step, y: place.y + arrow.y * step });
  };
  const toNextCorner = () => {
    const all = corners();
    const distance = (to: WindowPosition) => Math.hypot(to.x - place.x, to.y - place.y);
    const nearest = all.reduce((best, one) => (distance(one) < distance(best) ? one : best));
    move(all[(all.indexOf(nearest) + 1) % all.length] ?? all[0]);
  };
  const drag = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || (event.target as Element).closest('button, a')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setGrip({ x: event.clientX - place.x, y: event.clientY - place.y });
    },
    onPointerMove: (event: PointerEvent) => {
      if (grip) move({ x: event.clientX - grip.x, y: event.clientY - grip.y });
    },
    onPointerUp: () => setGrip(null),
    onPointerCancel: () => setGrip(null),
  };

  return { place, isDragged: grip !== null, drag, onMoveKey, toNextCorner };
}
