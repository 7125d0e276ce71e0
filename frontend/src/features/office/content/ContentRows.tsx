import { Link } from '@tanstack/react-router';
import { Languages } from 'lucide-react';
import { useLocal } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { useOffice } from '../use-office-format';
import type { ContentBody, ContentItem, ContentKind } from './content-api';
import { imageOf, isOrdered, isScheduled, missingTexts, titleOf } from './content-form';
import { KIND_TEXTS, keyOf } from './content-kinds';
import { ScheduleBadge, useDays } from './ScheduleBadge';

type ContentRowsProps = { kind: ContentKind; items: ContentItem[] };

/** Rows of content items: image, title, days or address, state, and missing translations. */
export function ContentRows({ kind, items }: ContentRowsProps) {
  const { t } = useOffice();
  const local = useLocal();
  const days = useDays();
  const sorted = isOrdered(kind) ? items.toSorted((a, b) => position(a) - position(b)) : items;
  const note = (item: ContentItem, body: ContentBody) => {
    if (isOrdered(kind)) return days(body);
    if (kind === 'branch')
      return local({ la: text(body.tb_address_la), en: text(body.tb_address_en) });
    return `/${item.item_id}`;
  };
  return (
    <ul aria-label={t(KIND_TEXTS[kind])} className="o-scroll">
      {sorted.map((item) => {
        const body = item.body as unknown as ContentBody;
        const missing = missingTexts(kind, body);
        return (
          <li key={item.item_id} data-content={item.item_id} className="o-content-row">
            {kind !== 'page' && <ImageTile path={imageOf(body)} alt="" sizes="72px" upTo={160} />}
            <div className="min-w-0 o-grow">
              <Link
                to="/staff/content/$contentKey"
                params={{ contentKey: keyOf(kind, item.item_id) }}
                className="o-link inline-flex min-h-11 lg:min-h-8 items-center"
              >
                <LocalizedText>{titleOf(item)}</LocalizedText>
              </Link>
              <small className="o-note block">
                <LocalizedText>{note(item, body)}</LocalizedText>
              </small>
            </div>
            <span className="o-content-badges">
              {missing > 0 && (
                <Badge kind="warn">
                  <Icon of={Languages} size="s" />
                  {t('office.content.missing', { count: missing })}
                </Badge>
              )}
              {item.has_draft && <Badge kind="brand">{t('office.draft.badge')}</Badge>}
              {item.version === '' && <Badge>{t('office.content.state.unpublished')}</Badge>}
              {isScheduled(kind) && <ScheduleBadge body={body} />}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const text = (value: unknown) => String(value ?? '');
const position = (item: ContentItem) => Number((item.body as { position?: number }).position ?? 0);
