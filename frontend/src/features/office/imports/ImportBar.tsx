import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { toast } from '@/shared/ui/toast';
import { OfficeButton } from '../OfficeButton';
import { useOffice } from '../use-office-format';
import { countsOf, countsText, sumOf } from './import-texts';
import { applyImport, cancelImport, importQuery } from './staff-imports-api';

/** Bar of a checked import: what it changes, and buttons to apply or discard it. */
export function ImportBar({ id }: { id: string }) {
  const { t } = useOffice();
  const client = useQueryClient();
  const { data } = useQuery(importQuery(id));
  const [isSending, setSending] = useState(false);
  if (data?.import.state !== 'ready') return null;
  const counts = countsOf(data.import.tables);
  const act = async (action: (id: string) => Promise<unknown>) => {
    setSending(true);
    try {
      await action(id);
    } catch (error) {
      const isOutdated = error instanceof ApiError && error.reason === 'preview_outdated';
      const detail = isOutdated ? t('office.import.outdated') : errorText(t, error);
      toast.error(t('office.import.stepFailed'), detail ? { detail } : {});
    }
    await client.invalidateQueries({ queryKey: importQuery(id).queryKey });
    setSending(false);
  };
  return (
    <section aria-label={t('office.import.apply')} className="o-save">
      <p className="o-grow o-small num">
        <b>{countsText(t, counts)}</b>
        <span className="o-muted max-lg:hidden"> · {t('office.import.applyText')}</span>
      </p>
      <OfficeButton disabled={isSending} onClick={() => void act(cancelImport)}>
        {t('office.import.discard')}
      </OfficeButton>
      <OfficeButton
        kind={counts.removed > 0 ? 'danger' : 'primary'}
        icon={Check}
        isLoading={isSending}
        onClick={() => void act(applyImport)}
      >
        {t('office.import.applyCount', { count: sumOf(counts) })}
      </OfficeButton>
    </section>
  );
}
