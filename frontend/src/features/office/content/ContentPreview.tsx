import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { LanguageProvider, useLanguage, useT } from '@/shared/i18n/language-context';
import { LANGUAGES } from '@/shared/i18n/languages';
import { loadMessages } from '@/shared/i18n/load-messages';
import { Segments } from '../Segments';

const DEVICES = { phone: { width: 390, height: 780 }, desktop: { width: 1440, height: 900 } };
type Device = keyof typeof DEVICES;

/**
 * What shoppers will see, with all that is typed, on a phone and on a desktop, in Lao and in English. A frame has a width of
 * its own, so that its styles are those of the device.
 */
export function ContentPreview({ children }: { children: ReactNode }) {
  const t = useT();
  const { code } = useLanguage();
  const [device, setDevice] = useState<Device>('phone');
  const [shown, setShown] = useState<'la' | 'en'>(code === 'la' ? 'la' : 'en');
  // The pages of the shop name themselves.
  useEffect(() => {
    const { title } = document;
    return () => {
      document.title = title;
    };
  }, []);
  return (
    <section aria-label={t('office.content.preview')} className="o-preview">
      <div className="o-row o-wrap">
        <Segments
          label={t('office.content.device')}
          value={device}
          choices={[
            { value: 'phone', label: t('office.content.phone') },
            { value: 'desktop', label: t('office.content.desktop') },
          ]}
          onChoose={setDevice}
        />
        <Segments
          label={t('office.content.language')}
          value={shown}
          choices={[
            { value: 'la', label: t('office.product.lao') },
            { value: 'en', label: t('office.product.english') },
          ]}
          onChoose={setShown}
        />
        <span className="o-note">{t('office.content.previewNote')}</span>
      </div>
      <DeviceFrame key={device} device={device} title={t(`office.content.${device}`)}>
        <ShownLanguage code={shown}>{children}</ShownLanguage>
      </DeviceFrame>
    </section>
  );
}

type ShownLanguageProps = { code: 'la' | 'en'; children: ReactNode };

/** The shop's texts in the language of the preview. */
function ShownLanguage({ code, children }: ShownLanguageProps) {
  const own = useLanguage();
  const t = useT();
  const language = LANGUAGES.find((one) => one.code === code) ?? own;
  const { data: translate } = useQuery({
    queryKey: ['office', 'preview', code],
    // A translator is no data that could be stored or compared.
    queryFn: async () => ({ t: await loadMessages(language) }),
    enabled: code !== own.code,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  if (code === own.code) return children;
  return <LanguageProvider value={{ language, t: translate?.t ?? t }}>{children}</LanguageProvider>;
}

type DeviceFrameProps = { device: Device; title: string; children: ReactNode };

/** A frame as wide as the device, scaled down to the page. */
function DeviceFrame({ device, title, children }: DeviceFrameProps) {
  const { width, height } = DEVICES[device];
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    if (!box) return undefined;
    const observer = new ResizeObserver(() => setScale(Math.min(1, box.clientWidth / width)));
    observer.observe(box);
    return () => observer.disconnect();
  }, [box, width]);
  return (
    <div ref={setBox} className="o-preview-box" style={{ height: height * scale }}>
      <iframe
        title={title}
        srcDoc="<!doctype html>"
        onLoad={({ currentTarget }) => setBody(dressed(currentTarget.contentDocument))}
        width={width}
        height={height}
        style={{ transform: `scale(${scale})` }}
      />
      {body && createPortal(<div inert>{children}</div>, body)}
    </div>
  );
}

/** Gives an empty document the styles and the attributes of this page. */
function dressed(inner: Document | null): HTMLElement | null {
  if (!inner) return null;
  const { documentElement: root } = document;
  for (const { name, value } of root.attributes) inner.documentElement.setAttribute(name, value);
  for (const style of document.querySelectorAll('link[rel=stylesheet], style')) {
    inner.head.append(inner.importNode(style, true));
  }
  return inner.body;
}
