import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { clearLocalSession } from '@/domain/session/sign-out';
import { PasswordField } from '@/shared/forms/PasswordField';
import { problemText } from '@/shared/forms/problem-text';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { toast } from '@/shared/ui/toast';
import { closeAccount, type Profile } from './account-api';
import {
  type CloseByCodeValues,
  closeByCodeSchema,
  closeByPasswordSchema,
} from './account-schemas';
import { CodeField } from './CodeField';
import { confirmationRecipient } from './confirmation-recipient';
import { OpenOrdersNotice } from './OpenOrdersNotice';
import { useCodeChannels } from './use-code-channels';
import { useCodeRequest } from './use-code-request';
import { useOpenOrders } from './use-open-orders';

type CloseAccountFormProps = { customer: Profile; onCancel: () => void };

/**
 * Confirmation of an account's erasure, with a proof: a one-time code if the shop can send one, otherwise the password.
 */
export function CloseAccountForm({ customer, onCancel }: CloseAccountFormProps) {
  const orders = useOpenOrders();
  const channels = useCodeChannels();
  const recipient = confirmationRecipient(customer, channels);
  const [byPassword, setByPassword] = useState(false);
  if (channels.isPending || orders.isPending) return null;
  if (orders.hasOpen) return <OpenOrdersNotice onCancel={onCancel} />;
  const isByCode = recipient !== '' && !byPassword;
  return (
    <Proof
      key={String(isByCode)}
      recipient={isByCode ? recipient : ''}
      onOther={recipient === '' ? undefined : () => setByPassword(!byPassword)}
      onCancel={onCancel}
    />
  );
}

type ProofProps = {
  /** Recipient of the one-time code; empty if the password is the proof. */
  recipient: string;
  onOther: (() => void) | undefined;
  onCancel: () => void;
};

function Proof({ recipient, onOther, onCancel }: ProofProps) {
  const t = useT();
  const shop = useAppContext();
  const navigate = useNavigate();
  const request = useCodeRequest('confirm');
  const [problem, setProblem] = useState<string | null>(null);
  const isByCode = recipient !== '';
  const form = useShopForm<CloseByCodeValues>(
    isByCode ? closeByCodeSchema : closeByPasswordSchema,
    { code: '', current_password: '' },
    // The API has the same name for the password that proves the identity and for a new one.
    (field) => (field === 'password' ? 'current_password' : field),
  );

  const close = async (values: CloseByCodeValues) => {
    setProblem(null);
    try {
      await closeAccount(isByCode ? { code: values.code } : { password: values.current_password });
      await clearLocalSession(shop);
      toast.success(t('account.deleted'));
      await navigate({ to: '/' });
    } catch (error) {
      if (!form.setServerErrors(error)) setProblem(problemText(error, t));
    }
  };

  const send = async () => {
    setProblem(null);
    try {
      await request.send(recipient);
      form.setFocus('code');
    } catch (error) {
      setProblem(problemText(error, t));
    }
  };

  return (
    <form noValidate onSubmit={form.submit(close)} className="mt-1 grid gap-3.5">
      <p className="text-sm text-text-2">{t('account.deleteText')}</p>
      {problem && <InlineAlert kind="err" title={problem} />}
      {isByCode ? (
        <CodeField
          field={form.register('code')}
          error={form.errorOf('code')}
          sent={request.sent}
          waitS={request.waitS}
          isSending={request.isSending}
          onResend={() => void send()}
        />
      ) : (
        <PasswordField
          {...form.register('current_password')}
          label={t('account.currentPassword')}
          error={form.errorOf('current_password')}
          autoComplete="current-password"
          maxLength={128}
        />
      )}
      {onOther && (
        <Button kind="ghost" onClick={onOther} className="justify-self-start">
          {t(isByCode ? 'login.byPassword' : 'login.byCode')}
        </Button>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="danger" isLoading={form.formState.isSubmitting}>
          {t('account.deleteConfirm')}
        </Button>
        <Button kind="outline" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
      </div>
    </form>
  );
}
