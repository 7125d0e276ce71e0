import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { signOut } from '@/domain/session/sign-out';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { ConfirmBar } from '@/shared/ui/ConfirmBar';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ErrorState } from '@/shared/ui/PageStates';
import { ModalPanel } from '@/shared/ui/Panel';
import { Skeleton } from '@/shared/ui/Skeleton';
import { toast } from '@/shared/ui/toast';
import { endOtherSessions, sessionsQuery } from './account-api';
import { DeviceRow } from './DeviceRow';

/** Sessions of the customer by browser. Each can be ended, or all others at once. */
export function DevicesSection() {
  const t = useT();
  const { data, error, refetch } = useQuery({ ...sessionsQuery, staleTime: 0 });
  return (
    <ModalPanel title={t('account.devices')}>
      {data ? (
        <>
          <p className="mb-1 text-sm text-text-3">
            <LocalizedText>{t('account.devicesText')}</LocalizedText>
          </p>
          <ul className="mb-3 divide-y divide-line">
            {data.data.map((device) => (
              <DeviceRow key={device.session_id} device={device} />
            ))}
          </ul>
          <div className="grid justify-items-start gap-2">
            {data.data.length > 1 && <LogoutOthers />}
            <LogoutEverywhere />
          </div>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-28" />
      )}
    </ModalPanel>
  );
}

function LogoutOthers() {
  const t = useT();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const ending = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => toast.success(t('account.othersLoggedOut')),
    onError: (error) => toast.error(t('account.endSessionFailed'), { detail: errorText(t, error) }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  if (isAsking) {
    return (
      <ConfirmBar
        question={t('account.logoutOthersQuestion')}
        confirmLabel={t('session.logout')}
        isBusy={ending.isPending}
        onConfirm={() => ending.mutate()}
        onCancel={() => setIsAsking(false)}
      />
    );
  }
  return (
    <Button kind="outline" onClick={() => setIsAsking(true)}>
      {t('account.logoutOthers')}
    </Button>
  );
}

function LogoutEverywhere() {
  const t = useT();
  const context = useAppContext();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const [isEnding, setIsEnding] = useState(false);

  const end = async () => {
    setIsEnding(true);
    if (await signOut(context, { everywhere: true })) await navigate({ to: '/' });
    setIsEnding(false);
  };

  if (isAsking) {
    return (
      <ConfirmBar
        question={t('account.logoutEverywhereQuestion')}
        confirmLabel={t('session.logout')}
        isBusy={isEnding}
        onConfirm={() => void end()}
        onCancel={() => setIsAsking(false)}
      />
    );
  }
  return (
    <Button kind="outline" onClick={() => setIsAsking(true)}>
      {t('account.logoutEverywhere')}
    </Button>
  );
}
