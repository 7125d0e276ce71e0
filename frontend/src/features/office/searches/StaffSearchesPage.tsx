import '../styles/office-orders.css';
import '../styles/office-people.css';
import { useSearch } from '@tanstack/react-router';
import { useT } from '@/shared/i18n/language-context';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { RulesPanel } from './RulesPanel';
import { SearchesPanel } from './SearchesPanel';
import { SearchTabs } from './SearchTabs';
import { SynonymsPanel } from './SynonymsPanel';
import { isSearchList, parseSearchTab } from './search-params';

/** Page of search statistics, synonyms, and pinned and blocked searches. The tab is in the address. */
export function StaffSearchesPage() {
  const t = useT();
  const tab = parseSearchTab(useSearch({ strict: false }));
  useOfficeTitle(t('office.searches'));
  return (
    <>
      <OfficeTop title={t('office.searches')} />
      <div className="o-list o-body">
        <SearchTabs tab={tab} />
        {isSearchList(tab) && <SearchesPanel key={tab} view={tab} />}
        {tab === 'synonyms' && <SynonymsPanel />}
        {tab === 'rules' && <RulesPanel />}
      </div>
    </>
  );
}
