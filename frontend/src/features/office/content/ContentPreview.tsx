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
 * Preview of what shoppers will see, on a phone or a desktop, in Lao or English. It is rendered in an iframe of the
 * device's width, so that the device's media queries apply.
 */
export function ContentPreview({ children }: { children: ReactNode }) {
  const t = useT();
  const { code } = useLanguage();
  const [device, setDevice] = useState<Device>('phone');
  const [shown, setShown] = useState<'la' | 'en'>(code === 'la' ? 'la' : 'en');
  // The previewed page sets the document title, so it is restored.
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

/** Provides the shop's messages in the language of the preview. */
function ShownLanguage({ code, children }: ShownLanguageProps) {
  const own = useLanguage();
  const t = useT();
  const language = LANGUAGES.find((one) => one.code === code) ?? own;
  const { data: translate } = useQuery({
    queryKey: ['office', 'preview', code],
    // Structural sharing cannot compare a function.
    queryFn: async () => ({ t: await loadMessages(language) }),
    enabled: code !== own.code,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  if (code === own.code) return children;
  return <LanguageProvider value={{ language, t: translate?.t ?? t }}>{children}</LanguageProvider>;
}

type DeviceFrameProps = { device: Device; title: string; children: ReactNode };

/** Iframe of the device's width, scaled down to fit the page. */
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

/** Copies the styles and root attributes of this page into an empty document. */
function dressed(inner: Document | null): HTMLElement | null {
  if (!inner) return null;
  const { documentElement: root } = document;
  for (const { name, value } of root.attributes) inner.documentElement.setAttribute(name, value);
  for (const style of document.querySelectorAll('link[rel=stylesheet], style')) {
    inner.head.append(inner.importNode(style, true));
  }
  return inner.body;
}
