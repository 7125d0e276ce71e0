import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '@/shared/i18n/language-context';
import { cx } from './cx';
import { Icon } from './Icon';
import { LocalizedText } from './LocalizedText';
import { type ToastItem, type ToastKind, toast, useToasts } from './toast';

const SHOWN_FOR = 5_000;
const ICONS: Record<ToastKind, typeof Info> = {
  success: CircleCheck,
  error: CircleAlert,
  info: Info,
};

/**
 * The visible toasts. A modal dialog makes everything outside of it inert, so they are rendered inside the topmost one.
 * A library's toaster, fixed to the page, would be neither clickable nor announced there.
 */
export function Toasts() {
  const t = useT();
  const toasts = useToasts();
  const [place] = useState(() => document.createElement('div'));

  useEffect(() => {
    if (toasts.length === 0) return;
    const settle = () => {
      const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
      if (place.parentNode !== top) top.append(place);
    };
    settle();
    const observer = new MutationObserver(settle);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['open'],
    });
    return () => {
      observer.disconnect();
      place.remove();
    };
  }, [toasts.length, place]);

  return createPortal(
    <section
      aria-label={t('toast.label')}
      data-toasts
      className="pointer-events-none fixed inset-x-4 bottom-[calc(1rem+var(--bar-h))] z-(--z-toast) mx-auto grid max-w-105 gap-2"
    >
      {toasts.map((item) => (
        <Toast key={item.id} item={item} />
      ))}
    </section>,
    place,
  );
}

function Toast({ item }: { item: ToastItem }) {
  const t = useT();
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => toast.dismiss(item.id), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [isHeld, item.id]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only keep it visible
    <div
      role={item.kind === 'error' ? 'alert' : 'status'}
      data-toast={item.kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex min-h-14 animate-[rise-in_var(--t-base)_var(--ease-out)] items-center gap-2.5 rounded-md bg-toast py-1.5 ps-4 pe-1.5 text-sm text-on-ink shadow-3"
    >
      <Icon of={ICONS[item.kind]} />
      <p className="min-w-0 flex-1 py-1">
        <span className={cx('block', item.detail && 'font-semibold')}>
          <LocalizedText>{item.text}</LocalizedText>
        </span>
        {item.detail && (
          <span className="line-clamp-2 text-xs text-on-ink-2">
            <LocalizedText>{item.detail}</LocalizedText>
          </span>
        )}
      </p>
      {item.action && (
        <button
          type="button"
          onClick={() => {
            toast.dismiss(item.id);
            item.action?.onClick();
          }}
          className="min-h-11 flex-none rounded-sm px-3 font-semibold whitespace-nowrap text-on-ink-2 hover:text-on-ink"
        >
          {item.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t('action.close')}
        onClick={() => toast.dismiss(item.id)}
        className="grid size-11 flex-none place-items-center rounded-sm text-on-ink-2 hover:text-on-ink"
      >
        <Icon of={X} size="s" />
      </button>
    </div>
  );
}
