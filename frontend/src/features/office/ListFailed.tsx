import { Lock, RefreshCw, TriangleAlert } from 'lucide-react';
import { useRetryOnline } from '@/shared/hooks/use-retry-online';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import { OfficeButton } from './OfficeButton';
import { isRoleRefusal, ROLE_TEXTS, useStaff } from './staff-access';

/** Error state of a list, or the note that the role may not see it. */
export function ListFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  const role = useStaff()?.account.role ?? 'customer';
  const isDenied = isRoleRefusal(error);
  useRetryOnline(!isDenied, onRetry);
  if (isDenied) {
    return (
      <div role="alert" className="flex-1">
        <EmptyState
          icon={Lock}
          tint="clay"
          title={t('office.notYours')}
          text={t('office.notYoursText', { role: t(ROLE_TEXTS[role]) })}
        />
      </div>
    );
  }
  return (
    <div role="alert" className="flex-1">
      <EmptyState
        icon={TriangleAlert}
        tint="clay"
        title={t('office.listFailed')}
        text={`${t('office.listSafe')} ${errorText(t, error) ?? ''}`.trim()}
        actions={
          <OfficeButton kind="primary" icon={RefreshCw} onClick={onRetry}>
            {t('action.retry')}
          </OfficeButton>
        }
      />
    </div>
  );
}
