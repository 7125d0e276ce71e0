import { useQueryClient } from '@tanstack/react-query';
import { useT } from '@/shared/i18n/language-context';
import { CodeForm } from './CodeForm';
import { FactorFrame } from './FactorFrame';
import { verifySecondFactor } from './second-factor-api';

/** Form for the code that a new session needs before the back office opens. */
export function VerifyFactor() {
  const t = useT();
  const client = useQueryClient();
  return (
    <FactorFrame title={t('office.factor.verifyTitle')} text={t('office.factor.verifyText')}>
      <CodeForm
        label={t('office.factor.code')}
        hint={t('office.factor.recoveryHint')}
        submitText={t('office.factor.verify')}
        onSubmit={async (code) => {
          await verifySecondFactor(code);
          await client.invalidateQueries();
        }}
      />
    </FactorFrame>
  );
}
