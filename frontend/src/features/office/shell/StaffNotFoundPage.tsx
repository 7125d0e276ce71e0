import { Link } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import { useStaff } from '../staff-access';
import { OfficeTop } from './OfficeTop';
import { ALL_ENTRIES, entriesFor } from './office-entries';
import { useOfficeTitle } from './use-office-title';

/** Page of an address that the back office does not have, with a link to a page that the role may use. */
export function StaffNotFoundPage() {
  const t = useT();
  const me = useStaff();
  const [first] = entriesFor(ALL_ENTRIES, me?.areas ?? []);
  useOfficeTitle(t('notFound.title'));
  return (
    <>
      <OfficeTop title={t('office.title')} />
      <div className="o-body">
        <EmptyState
          icon={MapPinOff}
          tint="clay"
          title={t('notFound.title')}
          text={t('notFound.text')}
          actions={
            first && (
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
