import { ChevronLeft, ChevronRight, type LucideIcon, Minus, Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { ResponsiveImage } from '@/shared/ui/ResponsiveImage';
import { useZoom } from './use-zoom';
import { MAX_SCALE } from './zoom';

type LightboxProps = {
  isOpen: boolean;
  onClose: () => void;
  images: (string | null)[];
  name: string;
  current: number;
  onShow: (index: number) => void;
};

/** One picture over the whole screen: enlarged by buttons, keys, wheel, double press or two fingers. */
export function Lightbox({ isOpen, onClose, images, name, current, onShow }: LightboxProps) {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const path = images[current] ?? null;
  const { zoom, area, handlers, zoomIn, zoomOut, press, reset } = useZoom({
    onSwipe: (by) => onShow(current + by),
    subject: `${isOpen} ${path}`,
  });

  useEffect(() => {
    const element = dialog.current;
    if (isOpen && !element?.open) element?.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);

  const isMany = images.length > 1;
  return (
    <dialog ref={dialog} aria-label={name} onClose={onClose} onKeyDown={press} className="lightbox">
      <div ref={area} {...handlers} className="lightbox-area" data-zoomed={zoom.scale > 1}>
        <ResponsiveImage
          key={path}
          path={path}
          alt={name}
          sizes={zoom.scale > 1 ? '200vw' : '100vw'}
          upTo={1600}
          isPriority
          className="lightbox-picture"
        />
      </div>
      <div className="absolute inset-x-3 top-3 flex justify-between gap-3">
        {isMany ? (
          <p
            role="status"
            className="num self-center rounded-full bg-ink px-3 py-1.5 text-xs text-on-ink"
          >
            {current + 1} / {images.length}
          </p>
        ) : (
          <span />
        )}
        <Tool icon={X} label={t('action.close')} onPress={onClose} />
      </div>
      <div className="absolute inset-x-3 bottom-[calc(0.75rem+env(safe-area-inset-bottom))] flex justify-center gap-2">
        {isMany && (
          <Tool
            icon={ChevronLeft}
            label={t('action.previous')}
            isOff={current === 0}
            onPress={() => onShow(current - 1)}
          />
        )}
        <Tool icon={Minus} label={t('product.zoomOut')} isOff={zoom.scale <= 1} onPress={zoomOut} />
        <button
          type="button"
          onClick={reset}
          aria-label={t('product.zoomReset')}
          className="float-button num w-16! rounded-full! text-sm font-semibold"
        >
          {Math.round(zoom.scale * 100)}%
        </button>
        <Tool
          icon={Plus}
          label={t('product.zoomIn')}
          isOff={zoom.scale >= MAX_SCALE}
          onPress={zoomIn}
        />
        {isMany && (
          <Tool
            icon={ChevronRight}
            label={t('action.next')}
            isOff={current === images.length - 1}
            onPress={() => onShow(current + 1)}
          />
        )}
      </div>
    </dialog>
  );
}

type ToolProps = { icon: LucideIcon; label: string; isOff?: boolean; onPress: () => void };

/** Stays focusable at its end, so that the keyboard does not fall out of the row. */
function Tool({ icon, label, isOff = false, onPress }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
      className="float-button aria-disabled:opacity-45"
    >
      <Icon of={icon} className="flip" />
    </button>
  );
}
