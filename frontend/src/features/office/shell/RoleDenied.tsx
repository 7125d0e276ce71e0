import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import { ROLE_TEXTS, useStaff } from '../staff-access';
import { OfficeTop } from './OfficeTop';
import { ALL_ENTRIES, entriesFor, type OfficePlace } from './office-entries';
import { useOfficeTitle } from './use-office-title';

/** Page for a role that may not use this area, with a link to one that it may use. */
export function RoleDenied({ place }: { place?: OfficePlace }) {
  const t = useT();
  const me = useStaff();
  const role = me?.account.role ?? 'customer';
  const entry = ALL_ENTRIES.find((one) => one.place === place);
  const title = t(entry?.label ?? 'office.title');
  const [first] = entriesFor(ALL_ENTRIES, me?.areas ?? []);
  useOfficeTitle(title);
  return (
    <>
      <OfficeTop title={title} />
      <div className="o-body">
        <EmptyState
          icon={Lock}
          tint="clay"
          title={t('office.notYours')}
          text={t('office.notYoursText', { role: t(ROLE_TEXTS[role]) })}
          actions={
            first &&
            first.place !== place && (
              <Link {...first.link} data-kind="primary" className="o-btn">
                {t(first.label)}
              </Link>
            )
          }
        />
      </div>
    </>
  );
}
