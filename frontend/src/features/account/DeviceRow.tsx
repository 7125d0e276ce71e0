import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '@/domain/orders/format-moment';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import { Button } from '@/shared/ui/Button';
import { ConfirmBar } from '@/shared/ui/ConfirmBar';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { toast } from '@/shared/ui/toast';
import { endSession, type SignedInDevice, sessionsQuery } from './account-api';

export function DeviceRow({ device }: { device: SignedInDevice }) {
  const t = useT();
  const { code } = useLanguage();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const name = device.device || t('account.unknownDevice');

  const ending = useMutation({
    mutationFn: () =>
      endSession(device.session_id).catch((error: unknown) => {
        // The session has already ended, which is the wanted result.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }),
    onSuccess: () => toast.success(t('account.sessionEnded', { device: name })),
    onError: (error) => toast.error(t('account.endSessionFailed'), { detail: errorText(t, error) }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });

  return (
    <li className="grid gap-2 py-2.5">
      <div className="flex items-center gap-3">
        <span className="text-text-3">
          <Icon of={MonitorSmartphone} size="m" />
        </span>
        <div className="me-auto min-w-0">
          <p className="flex flex-wrap items-center gap-2 text-sm font-medium wrap-anywhere">
            <bdi>{name}</bdi>
            {device.is_current && <Badge kind="ok">{t('account.thisDevice')}</Badge>}
          </p>
          <p className="text-xs text-text-3">
            <LocalizedText>
              {t('account.lastUsed', { day: formatMoment(device.last_used_at, code) })}
            </LocalizedText>
          </p>
        </div>
        {!device.is_current && !isAsking && (
          <Button
            kind="ghost"
            aria-label={t('account.endSessionOf', { device: name })}
            onClick={() => setIsAsking(true)}
          >
            {t('session.logout')}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmBar
          question={t('account.endSessionQuestion', { device: name })}
          confirmLabel={t('session.logout')}
          isBusy={ending.isPending}
          onConfirm={() => ending.mutate()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </li>
  );
}
