import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { cx } from './cx';
import { Icon } from './Icon';
import { inlineSign } from './inline-sign';

type RailProps = {
  label: string;
  items: { key: string | number; node: ReactNode }[];
  /** Width of an item, as flex-basis classes. */
  itemClassName: string;
  className?: string;
};

/** Horizontally scrolling row: by touch, by keyboard, and by two buttons on devices with a mouse. */
export function Rail({ label, items, itemClassName, className }: RailProps) {
  const track = useRef<HTMLUListElement>(null);
  const [edges, setEdges] = useState({ start: true, end: true });

  useEffect(() => {
    const element = track.current;
    if (!element) return;
    const update = () => {
      const scrolled = Math.abs(element.scrollLeft);
      const scrollable = element.scrollWidth - element.clientWidth;
      setEdges({ start: scrolled < 8, end: scrolled > scrollable - 8 });
    };
    update();
    element.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, []);

  const move = (by: 1 | -1) => {
    const element = track.current;
    if (!element) return;
    element.scrollBy({
      left: by * inlineSign(element) * element.clientWidth * 0.8,
      behavior: 'smooth',
    });
  };

  return (
    <section aria-label={label} className={cx('relative', className)}>
      <ul
        ref={track}
        className="no-scrollbar bleed flex snap-x snap-mandatory gap-(--grid-gap) overflow-x-auto overscroll-x-contain lg:mx-0 lg:scroll-p-0 lg:px-0"
      >
        {items.map(({ key, node }) => (
          <li key={key} className={cx('min-w-0 snap-start', itemClassName)}>
            {node}
          </li>
        ))}
      </ul>
      <RailButton side="start" isHidden={edges.start} onClick={() => move(-1)} />
      <RailButton side="end" isHidden={edges.end} onClick={() => move(1)} />
    </section>
  );
}

type RailButtonProps = { side: 'start' | 'end'; isHidden: boolean; onClick: () => void };

function RailButton({ side, isHidden, onClick }: RailButtonProps) {
  const t = useT();
  return (
    <button
      type="button"
      hidden={isHidden}
      onClick={onClick}
      aria-label={t(side === 'start' ? 'action.previous' : 'action.next')}
      className={cx(
        'absolute top-1/3 z-2 size-11 place-items-center rounded-full bg-surface text-text shadow-2 hidden lg:not-[[hidden]]:grid',
        side === 'start' ? '-start-5' : '-end-5',
      )}
    >
      <Icon of={side === 'start' ? ChevronLeft : ChevronRight} className="flip" />
    </button>
  );
}
