import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import YetAnotherLightbox, { type ControllerRef, type ZoomRef } from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { useT } from '@/shared/i18n/language-context';
import { ResponsiveImage } from '@/shared/ui/ResponsiveImage';
import { LightboxControls, MAX_ZOOM } from './LightboxControls';
import { inDialog } from './lightbox-in-dialog';

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    product: { type: 'product'; path: string | null };
  }
}

/** Zoom factor per click or key press. */
const ZOOM_STEP = 1.5;

type LightboxProps = {
  isOpen: boolean;
  onClose: () => void;
  images: (string | null)[];
  name: string;
  current: number;
  onShow: (index: number) => void;
};

/** Lightbox of the product's images: enlarged by buttons, keys, wheel, double press or two fingers. */
export function Lightbox({ isOpen, onClose, images, name, current, onShow }: LightboxProps) {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const controller = useRef<ControllerRef>(null);
  const zoomer = useRef<ZoomRef>(null);
  const [zoom, setZoom] = useState(1);
  const slides = useMemo(
    () => images.map((path) => ({ type: 'product', path }) as const),
    [images],
  );

  useEffect(() => {
    const element = dialog.current;
    if (isOpen && !element?.open) {
      element?.showModal();
      // Focuses the element that has the key listener.
      controller.current?.focus();
    }
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);

  const close = () => {
    setZoom(1);
    onClose();
  };
  useBackCloses(isOpen, close);
  // The library handles `+`, `-` and the arrow keys.
  const press = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (event.ctrlKey || event.metaKey) return;
    if (key === '=') zoomer.current?.zoomIn();
    if (key === '0') zoomer.current?.changeZoom(1);
  };

  return (
    <dialog ref={dialog} aria-label={name} onClose={close} onKeyDown={press} className="lightbox">
      <YetAnotherLightbox
        open={isOpen}
        index={current}
        slides={slides}
        plugins={[inDialog, Zoom]}
        carousel={{ finite: true, preload: 1, padding: 0, spacing: 0 }}
        animation={{ swipe: 300, navigation: 200, zoom: 200 }}
        controller={{ ref: controller, closeOnEscape: false }}
        zoom={{
          ref: zoomer,
          supports: ['product'],
          maxZoom: MAX_ZOOM,
          zoomInMultiplier: ZOOM_STEP,
          scrollToZoom: true,
          wheelZoomDistanceFactor: 300,
        }}
        toolbar={{ buttons: [] }}
        labels={{
          'Photo gallery': t('product.images'),
          '{index} of {total}': t('product.imageOf', { index: '{index}', total: '{total}' }),
          // Empty, so that screen readers use their own words for a region and a group.
          Carousel: '',
          Slide: '',
        }}
        on={{ view: ({ index }) => onShow(index), zoom: (now) => setZoom(now.zoom) }}
        render={{
          buttonPrev: () => null,
          buttonNext: () => null,
          buttonZoom: () => null,
          slide: ({ slide, zoom: scale = 1, offset }) =>
            slide.type === 'product' && (
              <div className="lightbox-slide">
                <ResponsiveImage
                  path={slide.path}
                  alt={name}
                  sizes={scale > 1 ? '200vw' : '100vw'}
                  upTo={1600}
                  isPriority={offset === 0}
                  className="lightbox-image"
                />
              </div>
            ),
          controls: () => (
            <LightboxControls
              current={current}
              total={images.length}
              zoom={zoom}
              onClose={close}
              onPrevious={() => controller.current?.prev()}
              onNext={() => controller.current?.next()}
              onZoomIn={() => zoomer.current?.zoomIn()}
              onZoomOut={() => zoomer.current?.zoomOut()}
              onZoomReset={() => zoomer.current?.changeZoom(1)}
            />
          ),
        }}
      />
    </dialog>
  );
}
