import { BadgePercent, Bell } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import type { Broadcast } from './broadcast';

/** Preview of the notification as customers see it. */
export function BroadcastPreview({ message }: { message: Broadcast }) {
  const t = useT();
  const { title, body, category } = message;
  const image = message.imageUrl.trim();
  return (
    <section aria-label={t('staff.preview')}>
      <h3 className="mb-1 text-sm font-semibold">{t('staff.preview')}</h3>
      <div className="flex gap-3 rounded-lg bg-surface-2 p-4">
        <span className="grid size-10 flex-none place-items-center rounded-full bg-action-soft-2 text-link">
          <Icon of={category === 'promotion' ? BadgePercent : Bell} />
        </span>
        <div className="min-w-0 flex-1 text-sm">
          <p className="font-semibold wrap-anywhere">
            <LocalizedText>{title.trim() || t('staff.title')}</LocalizedText>
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap text-text-2">
            <LocalizedText>{body.trim() || t('staff.body')}</LocalizedText>
          </p>
        </div>
        {/* Only the shop's own images are shown. */}
        {/^\/(?![/\\])/.test(image) && (
          <img
            key={image}
            src={image}
            alt=""
            className="size-12 flex-none rounded-md bg-tile object-cover"
          />
        )}
      </div>
    </section>
  );
}
