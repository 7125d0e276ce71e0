import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { staffMeQuery } from '@/domain/staff/staff-check';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { RenewCodes } from './RenewCodes';
import { SetUpFactor } from './SetUpFactor';

/** Page of the second factor of the signed-in member of staff. */
export function SecondFactorPage() {
  const t = useT();
  const { data: me } = useQuery(staffMeQuery);
  useOfficeTitle(t('office.factor.title'));
  return (
    <>
      <OfficeTop title={t('office.factor.title')} />
      <div className="o-body">
        <div className="grid max-w-110 gap-4 p-5">
          {me?.data.second_factor === 'verified' ? (
            <>
              <EmptyState
                icon={ShieldCheck}
                title={t('office.factor.isOn')}
                text={t('office.factor.isOnText')}
              />
              <RenewCodes />
            </>
          ) : (
            <>
              <p className="text-sm text-text-2">{t('office.factor.setUpText')}</p>
              <SetUpFactor />
            </>
          )}
        </div>
      </div>
    </>
  );
}
