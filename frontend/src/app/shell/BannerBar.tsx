import { useSuspenseQuery } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { bannersQuery } from '@/shared/api/site-queries';
import { useRotation } from '@/shared/hooks/use-rotation';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { SiteLink } from '@/shared/ui/SiteLink';

const ROTATION_MS = 5_000;
const MORE = '/promotions';

/** Rotating announcements at the top. Hovering, focusing or the pause button stops the rotation. */
export function BannerBar() {
  const t = useT();
  const { messages } = useSuspenseQuery(bannersQuery).data.data;
  const [isStopped, setStopped] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const { index: current } = useRotation(messages.length, ROTATION_MS, isStopped || isHeld);
  if (messages.length === 0) return null;

  return (
    <section
      aria-label={t('banner.label')}
      className="bg-ink text-on-ink"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="wrap flex min-h-11 items-center gap-3">
        <span className="w-11 max-lg:hidden" />
        <ul className="grid min-w-0 flex-1">
          {messages.map((message, index) => (
            <li
              key={message.la}
              inert={index !== current}
              className={cx(
                'col-start-1 row-start-1 flex items-center gap-3 transition-opacity duration-(--t-slow) lg:justify-center',
                index !== current && 'opacity-0',
              )}
            >
              <span className="line-clamp-1 min-w-0 text-xs lg:text-sm">
                <LocalizedText>{message}</LocalizedText>
              </span>
              <SiteLink
                href={message.href ?? MORE}
                className="inline-flex min-h-11 flex-none items-center text-xs font-semibold whitespace-nowrap text-on-ink-2 underline underline-offset-4 lg:text-sm"
              >
                {t('action.seeMore')}
              </SiteLink>
            </li>
          ))}
        </ul>
        {messages.length > 1 && (
          <button
            type="button"
            onClick={() => setStopped(!isStopped)}
            aria-label={t(isStopped ? 'banner.play' : 'banner.pause')}
            className="-me-3 grid size-11 flex-none place-items-center rounded-md text-on-ink-2 motion-reduce:hidden"
          >
            <Icon of={isStopped ? Play : Pause} size="s" />
          </button>
        )}
      </div>
    </section>
  );
}
