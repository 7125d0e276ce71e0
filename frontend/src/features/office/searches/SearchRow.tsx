import { Link } from '@tanstack/react-router';
import { Ban, Languages, Pin, X } from 'lucide-react';
import { Badge } from '@/shared/ui/Badge';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeButton } from '../OfficeButton';
import { fullMoment, shortMoment } from '../office-dates';
import { useOffice } from '../use-office-format';
import type { StaffSearch } from './staff-searches-api';
import type { useSearchChange } from './use-search-change';

type SearchRowProps = {
  search: StaffSearch;
  now: number;
  change: ReturnType<typeof useSearchChange>;
  onSynonym: () => void;
};

/** Row of a search: visitors, and buttons to add a synonym, pin or block it. */
export function SearchRow({ search, now, change, onSynonym }: SearchRowProps) {
  const { t, language } = useOffice();
  const { text, rule } = search;
  return (
    <li className="o-message">
      <div className="min-w-0">
        <Link to="/shop" search={{ search: text }} className="o-link font-semibold wrap-anywhere">
          <LocalizedText>{text}</LocalizedText>
        </Link>
      </div>
      <div className="o-message-text">
        <span className="o-row o-wrap">
          {!search.has_result && <Badge kind="warn">{t('office.searches.noResult')}</Badge>}
          {rule === 'pin' && <Badge kind="ok">{t('office.searches.isPinned')}</Badge>}
          {rule === 'block' && <Badge kind="err">{t('office.searches.isBlocked')}</Badge>}
        </span>
        <span className="o-small o-muted">
          {t('office.searches.visitors', { count: search.visitors })}
          {search.has_result &&
            ` · ${t('office.searches.opened', { count: search.clicked_visitors })}`}
          {' · '}
          <time dateTime={search.last_at} title={fullMoment(search.last_at, language)}>
            {shortMoment(search.last_at, now, language)}
          </time>
        </span>
      </div>
      <div className="o-message-end">
        <OfficeButton
          kind={search.has_result ? 'quiet' : 'soft'}
          icon={Languages}
          aria-label={t('office.searches.addSynonymTo', { text })}
          onClick={onSynonym}
        >
          {t('office.searches.addSynonym')}
        </OfficeButton>
        <span className="o-row">
          {rule !== null && (
            <OfficeButton
              kind="quiet"
              icon={X}
              isLoading={change.running === text}
              aria-label={t('office.searches.freeOne', { text })}
              onClick={() => void change.free(text, rule)}
            >
              {t('office.searches.free')}
            </OfficeButton>
          )}
          {rule !== 'pin' && search.has_result && (
            <OfficeButton
              kind="quiet"
              icon={Pin}
              isLoading={rule === null && change.running === text}
              aria-label={t('office.searches.pinOne', { text })}
              onClick={() => void change.set(text, 'pin', rule)}
            >
              {t('office.searches.pin')}
            </OfficeButton>
          )}
          {rule !== 'block' && (
            <OfficeButton
              kind="quiet"
              icon={Ban}
              disabled={change.running === text}
              aria-label={t('office.searches.blockOne', { text })}
              onClick={() => void change.set(text, 'block', rule)}
            >
              {t('office.searches.block')}
            </OfficeButton>
          )}
        </span>
      </div>
    </li>
  );
}
