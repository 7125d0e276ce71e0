import { Link } from '@tanstack/react-router';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { EXACT } from '../shell/office-entries';
import { SEARCH_TABS, type SearchTab } from './search-params';

const TAB_TEXTS: Record<SearchTab, MessageKey> = {
  without_result: 'office.searches.withoutResult',
  few_clicks: 'office.searches.fewClicks',
  all: 'office.view.all',
  synonyms: 'office.searches.synonyms',
  rules: 'office.searches.rules',
};

/** Tabs: lists of searches, synonyms, and pinned and blocked searches. */
export function SearchTabs({ tab }: { tab: SearchTab }) {
  const t = useT();
  return (
    <nav aria-label={t('office.views')} className="o-views">
      {SEARCH_TABS.map((one) => (
        <Link
          key={one}
          to="/staff/searches"
          search={{ view: one }}
          activeProps={{}}
          activeOptions={EXACT}
          aria-current={tab === one ? 'page' : undefined}
          className="o-view"
        >
          {t(TAB_TEXTS[one])}
        </Link>
      ))}
    </nav>
  );
}
