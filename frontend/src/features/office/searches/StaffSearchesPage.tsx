import '../styles/office-orders.css';
import '../styles/office-people.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useT } from '@/shared/i18n/language-context';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { RulesPanel } from './RulesPanel';
import { SearchesPanel } from './SearchesPanel';
import { SearchTabs } from './SearchTabs';
import { SynonymsPanel } from './SynonymsPanel';
import {
  isSearchList,
  parseSearchPages,
  parseSearchTab,
  parseSearchText,
  type StaffSearchesParams,
} from './search-params';

/**
 * Page of search statistics, synonyms, and pinned and blocked searches. Tab, filter and number of shown pages are in the
 * address.
 */
export function StaffSearchesPage() {
  const t = useT();
  const navigate = useNavigate();
  const query = useSearch({ strict: false });
  const [tab, search] = [parseSearchTab(query), parseSearchText(query)];
  const open = (next: StaffSearchesParams) =>
    void navigate({
      to: '/staff/searches',
      search: { view: tab, ...next },
      replace: true,
      resetScroll: false,
    });
  const filter = {
    search,
    onSearch: (next: string | undefined) => open(next ? { search: next } : {}),
    pages: parseSearchPages(query),
    onPages: (page: number) => open({ ...(search && { search }), page }),
  };
  useOfficeTitle(t('office.searches'));
  return (
    <>
      <OfficeTop title={t('office.searches')} />
      <div className="o-list o-body">
        <SearchTabs tab={tab} />
        {isSearchList(tab) && <SearchesPanel key={tab} view={tab} {...filter} />}
        {tab === 'synonyms' && <SynonymsPanel {...filter} />}
        {tab === 'rules' && <RulesPanel />}
      </div>
    </>
  );
}
