import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { OfficeButton } from '../OfficeButton';
import { useFormAlert } from '../use-form-alert';
import { useOffice } from '../use-office-format';
import { canDiscard, changesNothing, countsOf, countsText, lookOf, sumOf } from './import-texts';
import { applyImport, type CatalogImport, cancelImport, importQuery } from './staff-imports-api';

/** Texts about previews that are not applied, by the reason of the response. */
const REFUSALS: Partial<Record<string, MessageKey>> = {
  preview_outdated: 'office.import.outdated',
  preview_replaced: 'office.import.replaced',
};

/** Bar of an import that is not applied: what it changes, and buttons to apply or discard it. */
export function ImportBar({ id }: { id: string }) {
  const { t } = useOffice();
  const client = useQueryClient();
  const { data } = useQuery(importQuery(id));
  const [isSending, setSending] = useState(false);
  const { alert, clear } = useFormAlert();
  if (!data || !canDiscard(data.import)) return null;
  const shown = data.import;
  const counts = countsOf(shown.tables);
  const canApply = shown.state === 'ready' && !changesNothing(shown);
  const act = async (action: () => Promise<unknown>) => {
    setSending(true);
    clear();
    try {
      await action();
    } catch (error) {
      const reason = error instanceof ApiError ? error.reason : undefined;
      const text = reason === undefined ? undefined : REFUSALS[reason];
      const detail = text ? t(text) : errorText(t, error);
      alert(t('office.import.stepFailed'), detail ? { detail } : {});
    }
    await client.invalidateQueries({ queryKey: importQuery(id).queryKey });
    setSending(false);
  };
  return (
    <section
      aria-label={t(canApply ? 'office.import.apply' : 'office.import.discard')}
      className="o-save"
    >
      {canApply ? (
        <Effect shown={shown} />
      ) : (
        <p className="o-grow o-small">{t(lookOf(shown).text)}</p>
      )}
      <OfficeButton disabled={isSending} onClick={() => void act(() => cancelImport(id))}>
        {t('office.import.discard')}
      </OfficeButton>
      {canApply && (
        <OfficeButton
          kind={counts.removed > 0 || shown.ends_demo ? 'danger' : 'primary'}
          icon={Check}
          isLoading={isSending}
          onClick={() => void act(() => applyImport(shown))}
        >
          {t('office.import.applyCount', { count: sumOf(counts) })}
        </OfficeButton>
      )}
    </section>
  );
}

/** Counts of the preview, and whether applying it ends the demo. */
function Effect({ shown }: { shown: CatalogImport }) {
  const { t } = useOffice();
  return (
    <p className="o-grow o-small num">
      <b>{countsText(t, countsOf(shown.tables))}</b>
      {shown.ends_demo ? (
        <b className="text-warn"> · {t('office.import.endsDemo')}</b>
      ) : (
        <span className="o-muted max-lg:hidden"> · {t('office.import.applyText')}</span>
      )}
    </p>
  );
}
