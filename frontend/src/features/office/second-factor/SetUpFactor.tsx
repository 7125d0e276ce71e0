import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PasswordField } from '@/shared/forms/PasswordField';
import { problemText } from '@/shared/forms/problem-text';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { QrCode } from '@/shared/ui/QrCode';
import { qrImage } from '@/shared/ui/qr-image';
import { CodeForm } from './CodeForm';
import { RecoveryCodes } from './RecoveryCodes';
import {
  beginSecondFactor,
  confirmSecondFactor,
  type SecondFactorSecret,
} from './second-factor-api';
import { type CurrentPasswordValues, currentPasswordSchema } from './second-factor-schemas';

/** Sets up the second factor: password, secret for the app, first code, recovery codes. */
export function SetUpFactor() {
  const client = useQueryClient();
  const [secret, setSecret] = useState<SecondFactorSecret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={() => void client.invalidateQueries()} />;
  if (!secret) return <PasswordStep onSecret={setSecret} />;
  return <SecretStep secret={secret} onConfirmed={setCodes} />;
}

function PasswordStep({ onSecret }: { onSecret: (secret: SecondFactorSecret) => void }) {
  const t = useT();
  const form = useShopForm<CurrentPasswordValues>(currentPasswordSchema, { current_password: '' });
  const [problem, setProblem] = useState<string | null>(null);

  const begin = async ({ current_password }: CurrentPasswordValues) => {
    setProblem(null);
    try {
      onSecret(await beginSecondFactor(current_password));
    } catch (error) {
      if (!form.setServerErrors(error)) setProblem(problemText(error, t));
    }
  };

  return (
    <form noValidate onSubmit={form.submit(begin)} className="grid gap-3.5">
      {problem && <InlineAlert kind="err" title={problem} />}
      <PasswordField
        {...form.register('current_password')}
        label={t('account.currentPassword')}
        error={form.errorOf('current_password')}
        autoComplete="current-password"
        maxLength={128}
      />
      <Button type="submit" isLoading={form.formState.isSubmitting} className="justify-self-start">
        {t('office.factor.begin')}
      </Button>
    </form>
  );
}

type SecretStepProps = {
  secret: SecondFactorSecret;
  onConfirmed: (recoveryCodes: string[]) => void;
};

function SecretStep({ secret: { secret, url }, onConfirmed }: SecretStepProps) {
  const t = useT();
  return (
    <div className="grid gap-4">
      <p className="text-sm">{t('office.factor.scan')}</p>
      <QrCode image={qrImage(url)} label={t('office.factor.qr')} />
      <p className="text-sm">
        {t('office.factor.typeSecret')}{' '}
        <code translate="no" className="num font-semibold break-all select-all">
          {secret}
        </code>
      </p>
      <CodeForm
        label={t('office.factor.code')}
        submitText={t('office.factor.confirm')}
        onSubmit={async (code) => onConfirmed(await confirmSecondFactor(code))}
      />
    </div>
  );
}
