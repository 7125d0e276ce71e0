import { useQuery } from '@tanstack/react-query';
import type { RetentionTimes as Times } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { retentionQuery } from './content-queries';

const ROWS: [keyof Times, MessageKey][] = [
  ['chat_messages', 'content.keepChat'],
  ['chat_images', 'content.keepImages'],
  ['link_previews', 'content.keepPreviews'],
  ['notifications', 'content.keepNotifications'],
  ['searches', 'content.keepSearches'],
  ['counted_searches', 'content.keepCounted'],
  ['contact_messages', 'content.keepContact'],
  ['events', 'content.keepEvents'],
  ['staff_log', 'content.keepAudit'],
  ['order_contacts', 'content.keepOrderContacts'],
  ['orders', 'content.keepOrders'],
  ['sessions', 'content.keepSessions'],
  ['known_browsers', 'content.keepBrowsers'],
  ['code_messages', 'content.keepCodes'],
];

/** Days of a year in the settings of the server. */
const YEAR = 365;

/** Retention times of the shop's data, from its settings. Renders nothing if the request fails. */
export function RetentionTimes() {
  const t = useT();
  const { data } = useQuery(retentionQuery);
  if (!data) return null;
  const rows = ROWS.filter(([name]) => typeof data.data[name] === 'number');
  const text = (days: number) => {
    if (days < 0) return t('content.keepAlways');
    if (days === 0) return t('content.keepAccount');
    if (days % YEAR === 0) return t('content.keepYears', { count: days / YEAR });
    return t('content.keepDays', { count: days });
  };
  return (
    <section aria-labelledby="retention" className="mt-8 max-w-170">
      <h2 id="retention" className="text-lg leading-head font-semibold">
        <LocalizedText>{t('content.keepTitle')}</LocalizedText>
      </h2>
      <dl className="mt-3 grid gap-2 text-sm">
        {rows.map(([name, label]) => (
          <div
            key={name}
            className="flex flex-wrap justify-between gap-x-6 border-b border-line pb-2"
          >
            <dt>
              <LocalizedText>{t(label)}</LocalizedText>
            </dt>
            <dd className="font-medium">
              <LocalizedText>{text(data.data[name] ?? 0)}</LocalizedText>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
