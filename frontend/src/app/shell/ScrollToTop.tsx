import { ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { coversAddButton, watchPositions } from './covers-add-button';

const SHOWN_AFTER_PX = 300;

/**
 * Button to the top of the page. On phones it stands at the start of the line, because the buttons that add products are at
 * its end, and hides where a rail has brought one of them there. Pages without a footer end with free space for it; on
 * phones it is hidden there, because they have forms.
 */
export default function ScrollToTop({ hasFooter }: { hasFooter: boolean }) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    const update = () =>
      setShown(
        window.scrollY > SHOWN_AFTER_PX && (innerWidth >= 1024 || !coversAddButton(button.current)),
      );
    // Deferred to the next frame: reading the scroll position forces a layout, which that frame computes anyway.
    const frame = requestAnimationFrame(update);
    const stop = watchPositions(update);
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, []);

  return (
    <>
      {!hasFooter && <div data-free-space className="h-20 max-lg:hidden" />}
      <button
        ref={button}
        type="button"
        onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
        aria-label={t('action.toTop')}
        className={cx(
          'scroll-to-top fixed max-lg:start-4.5 lg:end-7 bottom-[calc(1rem+var(--bar-h))] z-(--z-fab) grid size-12 place-items-center rounded-full bg-surface text-link shadow-2 transition-[opacity,visibility] duration-(--t-base)',
          !isShown && 'invisible opacity-0',
        )}
      >
        <Icon of={ArrowUp} />
      </button>
    </>
  );
}
