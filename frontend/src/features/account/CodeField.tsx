import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '@/shared/forms/TextField';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import type { SentCode } from './use-code-request';

type CodeFieldProps = {
  field: UseFormRegisterReturn;
  label?: string;
  error: string | undefined;
  /** The code that was sent. A hint names its recipient. */
  sent: SentCode | null;
  waitS: number;
  isSending: boolean;
  onResend: () => void;
};

/** Field of a one-time code with a button that requests another one. Phones fill the code in from the SMS. */
export function CodeField({
  field,
  label,
  error,
  sent,
  waitS,
  isSending,
  onResend,
}: CodeFieldProps) {
  const t = useT();
  return (
    <div className="grid gap-1">
      <TextField
        {...field}
        label={label ?? t('login.code')}
        error={error}
        hint={
          sent
            ? t('login.codeSent', { recipient: sent.recipient, minutes: sent.minutes })
            : undefined
        }
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        maxLength={20}
      />
      <Button
        kind={sent ? 'ghost' : 'soft'}
        isLoading={isSending}
        aria-disabled={waitS > 0}
        onClick={onResend}
        className="justify-self-start"
      >
        {waitS > 0
          ? t('login.resendIn', { seconds: waitS })
          : t(sent ? 'login.resend' : 'login.sendCode')}
      </Button>
    </div>
  );
}
