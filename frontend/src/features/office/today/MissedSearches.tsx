import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { useMay } from '../staff-access';
import { useOffice } from '../use-office-format';
import type { StaffToday } from './staff-today-api';

type Searches = NonNullable<StaffToday['searches']>;

/** Panel of frequent searches without a result. */
export function MissedSearches({ searches }: { searches: Searches }) {
  const { t } = useOffice();
  const id = useId();
  const may = useMay();
  return (
    <section aria-labelledby={id} className="o-panel">
      <div className="o-panel-head">
        <h2 id={id} className="o-h2">
          {t('office.missedSearches')}
        </h2>
        {may('searches') && (
          <Link to="/staff/searches" search={{}} className="o-link">
            {t('office.searches.improve')}
          </Link>
        )}
      </div>
      {searches.length === 0 ? (
        <p className="o-panel-body o-note">{t('office.noMissedSearches')}</p>
      ) : (
        <table aria-labelledby={id} className="o-table o-today-table">
          <thead>
            <tr>
              <th>{t('office.column.searched')}</th>
              <th className="o-end">{t('office.column.visitors')}</th>
            </tr>
          </thead>
          <tbody>
            {searches.map(({ text, visitors }) => (
              <tr key={text}>
                <th scope="row">
                  <LocalizedText>{text}</LocalizedText>
                </th>
                <td className="o-end">{visitors}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
