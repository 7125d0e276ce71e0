import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { CodeForm } from './CodeForm';
import { RecoveryCodes } from './RecoveryCodes';
import { renewRecoveryCodes } from './second-factor-api';

/** Form for new recovery codes, which a code of the app confirms. It shows them once. */
export function RenewCodes() {
  const t = useT();
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <section aria-labelledby="renew-codes" className="grid gap-3.5">
      <h2 id="renew-codes" className="o-h2">
        {t('office.factor.renewTitle')}
      </h2>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : (
        <>
          <p className="text-sm text-text-2">{t('office.factor.renewText')}</p>
          <CodeForm
            label={t('office.factor.code')}
            submitText={t('office.factor.renew')}
            onSubmit={async (code) => setCodes(await renewRecoveryCodes(code))}
          />
        </>
      )}
    </section>
  );
}
