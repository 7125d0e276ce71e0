import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { Ltr } from '@/shared/ui/Ltr';
import { OlderButton } from '../OlderButton';
import { fullMoment } from '../office-dates';
import { StateBadge } from '../StateBadge';
import { useOffice } from '../use-office-format';
import { actorText, changesNothing, countsOf, countsText, lookOf } from './import-texts';
import { type CatalogImport, importsQuery } from './staff-imports-api';

/** Earlier imports: who made them and when, what they changed, and their result. */
export function ImportHistory({ chosen }: { chosen: string | undefined }) {
  const { t } = useOffice();
  const id = useId();
  const list = useInfiniteQuery(importsQuery);
  const { data, hasNextPage, fetchNextPage } = list;
  const imports = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section aria-labelledby={id} className="o-panel">
      <div className="o-panel-head">
        <h2 id={id} className="o-h2">
          {t('office.import.history')}
        </h2>
      </div>
      {data && imports.length === 0 && (
        <p className="o-panel-body o-small o-muted">{t('office.import.noHistory')}</p>
      )}
      <ul>
        {imports.map((entry) => (
          <HistoryRow key={entry.import_id} entry={entry} isChosen={entry.import_id === chosen} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="o-panel-body">
          <OlderButton
            query={list}
            label={t('office.import.older')}
            onMore={() => void fetchNextPage()}
          />
        </div>
      )}
    </section>
  );
}

function HistoryRow({ entry, isChosen }: { entry: CatalogImport; isChosen: boolean }) {
  const { t, language } = useOffice();
  const facts = [fullMoment(entry.created_at, language), actorText(t, entry)];
  if ((entry.state === 'applied' || entry.state === 'ready') && !changesNothing(entry)) {
    facts.push(countsText(t, countsOf(entry.tables)));
  }
  if (entry.state === 'faulty') {
    facts.push(t('office.import.faultCount', { count: entry.fault_count }));
  }
  return (
    <li>
      <Link
        to="/staff/imports"
        search={{ id: entry.import_id }}
        aria-current={isChosen ? 'true' : undefined}
        className="o-import-past"
      >
        <span className="o-grow">
          <b>
            <Ltr>{entry.file_name}</Ltr>
          </b>
          <small className="o-muted num">{facts.join(' · ')}</small>
        </span>
        <StateBadge look={lookOf(entry)} />
      </Link>
    </li>
  );
}
