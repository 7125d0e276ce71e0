import { Link } from '@tanstack/react-router';
import { useT } from '@/shared/i18n/language-context';

/** Tabs of the two pages about the staff: people and audit log. */
export function PeopleViews({ here, count }: { here: 'people' | 'audit'; count?: number }) {
  const t = useT();
  return (
    <nav aria-label={t('office.views')} className="o-views">
      <Link
        to="/staff/people"
        activeProps={{}}
        aria-current={here === 'people' ? 'page' : undefined}
        className="o-view"
      >
        {t('office.people')}
        {count !== undefined && <span className="o-view-count">{count}</span>}
      </Link>
      <Link
        to="/staff/audit"
        activeProps={{}}
        aria-current={here === 'audit' ? 'page' : undefined}
        className="o-view"
      >
        {t('office.audit')}
      </Link>
    </nav>
  );
}
