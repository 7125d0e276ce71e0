import { ChevronLeft, ChevronRight, type LucideIcon, Minus, Plus, X } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { Ltr } from '@/shared/ui/Ltr';

export const MAX_ZOOM = 4;

type LightboxControlsProps = {
  current: number;
  total: number;
  zoom: number;
  onClose: () => void;
  onPrevious: () => void;
  onNext: () => void;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onZoomReset: () => void;
};

/** Counter, close button and the row of buttons over the images of the lightbox. */
export function LightboxControls({ current, total, zoom, ...on }: LightboxControlsProps) {
  const t = useT();
  const isMany = total > 1;
  return (
    <>
      <div className="lightbox-bar inset-x-3 top-3 justify-between gap-3">
        {isMany ? (
          <p
            role="status"
            className="num self-center rounded-full bg-ink px-3 py-1.5 text-xs text-on-ink"
          >
            <Ltr>
              {current + 1} / {total}
            </Ltr>
          </p>
        ) : (
          <span />
        )}
        <Tool icon={X} label={t('action.close')} onPress={on.onClose} />
      </div>
      <div className="lightbox-bar inset-x-3 bottom-[calc(0.75rem+env(safe-area-inset-bottom))] justify-center gap-2">
        {isMany && (
          <Tool
            icon={ChevronLeft}
            label={t('action.previous')}
            isOff={current === 0}
            onPress={on.onPrevious}
          />
        )}
        <Tool icon={Minus} label={t('product.zoomOut')} isOff={zoom <= 1} onPress={on.onZoomOut} />
        <button
          type="button"
          onClick={on.onZoomReset}
          aria-label={t('product.zoomReset')}
          className="float-button num w-16! rounded-full! text-sm font-semibold"
        >
          <Ltr>{`${Math.round(zoom * 100)}%`}</Ltr>
        </button>
        <Tool
          icon={Plus}
          label={t('product.zoomIn')}
          isOff={zoom >= MAX_ZOOM}
          onPress={on.onZoomIn}
        />
        {isMany && (
          <Tool
            icon={ChevronRight}
            label={t('action.next')}
            isOff={current === total - 1}
            onPress={on.onNext}
          />
        )}
      </div>
    </>
  );
}

type ToolProps = { icon: LucideIcon; label: string; isOff?: boolean; onPress: () => void };

/** Button that stays focusable while it is off, so that the keyboard focus is not lost. */
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
