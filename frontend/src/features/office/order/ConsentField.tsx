import { useT } from '@/shared/i18n/language-context';
import { EditField } from '../product/EditField';
import type { Consent } from '../staff-order-types';
import { CONSENT_TEXTS, CONSENTS } from './consent-texts';

type ConsentFieldProps = { value: Consent | undefined; onChange: (value: Consent) => void };

/** Field for the customer's consent to fewer units. Without a choice, the items are not changed. */
export function ConsentField({ value, onChange }: ConsentFieldProps) {
  const t = useT();
  return (
    <EditField label={t('office.consent')} hint={value ? undefined : t('office.consent.hint')}>
      {(control) => (
        <select
          {...control}
          aria-required
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value as Consent)}
          className="o-select"
        >
          {value === undefined && (
            <option value="" disabled>
              {t('office.details.choose')}
            </option>
          )}
          {CONSENTS.map((consent) => (
            <option key={consent} value={consent}>
              {t(CONSENT_TEXTS[consent])}
            </option>
          ))}
        </select>
      )}
    </EditField>
  );
}
