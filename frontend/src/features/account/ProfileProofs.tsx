import { PasswordField } from '@/shared/forms/PasswordField';
import { problemText } from '@/shared/forms/problem-text';
import { useClearGoneErrors } from '@/shared/forms/use-clear-gone-errors';
import type { useShopForm } from '@/shared/forms/use-shop-form';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import type { ProfileValues } from './account-schemas';
import { CodeField } from './CodeField';
import { useCodeRequest } from './use-code-request';

type ProfileForm = ReturnType<typeof useShopForm<ProfileValues>>;

type NewIdentifierCodeProps = {
  form: ProfileForm;
  name: 'phone' | 'email';
  onProblem: (problem: string | null) => void;
};

/** Field for the code that was sent to the new phone number or e-mail address. */
export function NewIdentifierCode({ form, name, onProblem }: NewIdentifierCodeProps) {
  const t = useT();
  const request = useCodeRequest('verify');
  const field = `${name}_code` as const;
  useClearGoneErrors(form, field);

  const send = async () => {
    onProblem(null);
    if (!(await form.trigger(name))) return form.setFocus(name);
    try {
      await request.send(form.getValues(name));
      form.setFocus(field);
    } catch (error) {
      onProblem(problemText(error, t));
    }
  };

  return (
    <CodeField
      field={form.register(field)}
      error={form.errorOf(field)}
      sent={request.sent}
      waitS={request.waitS}
      isSending={request.isSending}
      onResend={() => void send()}
    />
  );
}

type CurrentProofProps = {
  form: ProfileForm;
  /** Current number or address, if the shop can send codes there; otherwise empty. */
  recipient: string;
  isByCode: boolean;
  onByCode: (isByCode: boolean) => void;
  onProblem: (problem: string | null) => void;
};

/** Field for the proof of a changed number or address: the password, or a code sent to the current one. */
export function CurrentProof({
  form,
  recipient,
  isByCode,
  onByCode,
  onProblem,
}: CurrentProofProps) {
  const t = useT();
  const request = useCodeRequest('confirm');
  useClearGoneErrors(form, isByCode ? 'current_code' : 'current_password');
  const send = async () => {
    onProblem(null);
    try {
      await request.send(recipient);
      form.setFocus('current_code');
    } catch (error) {
      onProblem(problemText(error, t));
    }
  };
  return (
    <div className="grid gap-1">
      {isByCode ? (
        <CodeField
          field={form.register('current_code')}
          label={t('account.currentCode', { recipient })}
          error={form.errorOf('current_code')}
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
          hint={t('account.currentPasswordHint')}
          autoComplete="current-password"
          maxLength={128}
        />
      )}
      {recipient !== '' && (
        <Button kind="ghost" onClick={() => onByCode(!isByCode)} className="justify-self-start">
          {t(isByCode ? 'login.byPassword' : 'account.proveByCode')}
        </Button>
      )}
    </div>
  );
}
