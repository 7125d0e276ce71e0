import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemText } from '@/shared/forms/problem-text';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useT } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { toast } from '@/shared/ui/toast';
import { profileQuery, verifyProfile } from './account-api';
import { type CodeValues, codeSchema } from './account-schemas';
import { CodeField } from './CodeField';
import { useCodeChannels } from './use-code-channels';
import { useCodeRequest } from './use-code-request';

type ConfirmIdentifierProps = { kind: 'phone' | 'email'; identifier: string };

/** Confirmation of the profile's phone number or e-mail address by a code, if the shop can send one there. */
export function ConfirmIdentifier({ kind, identifier }: ConfirmIdentifierProps) {
  const t = useT();
  const client = useQueryClient();
  const channels = useCodeChannels();
  const request = useCodeRequest('verify');
  const form = useShopForm<CodeValues>(codeSchema, { code: '' });
  const [problem, setProblem] = useState<string | null>(null);
  if (!channels[kind]) return null;

  const send = async () => {
    setProblem(null);
    try {
      await request.send(identifier);
    } catch (error) {
      setProblem(problemText(error, t));
    }
  };
  const confirm = async ({ code }: CodeValues) => {
    setProblem(null);
    try {
      client.setQueryData(profileQuery.queryKey, await verifyProfile({ identifier, code }));
      toast.success(t('account.confirmed'));
    } catch (error) {
      if (!form.setServerErrors(error)) setProblem(problemText(error, t));
    }
  };

  return (
    <div className="mt-2 grid gap-2">
      {problem && <InlineAlert kind="err" title={problem} />}
      {request.sent ? (
        <form noValidate onSubmit={form.submit(confirm)} className="grid gap-2">
          <CodeField
            field={form.register('code')}
            error={form.errorOf('code')}
            sent={request.sent}
            waitS={request.waitS}
            isSending={request.isSending}
            onResend={() => void send()}
          />
          <Button
            type="submit"
            isLoading={form.formState.isSubmitting}
            className="justify-self-start"
          >
            {t('account.confirm')}
          </Button>
        </form>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <Badge kind="warn">{t('account.unconfirmed')}</Badge>
          <Button
            kind="ghost"
            isLoading={request.isSending}
            onClick={() => void send()}
            className="-ms-2 px-2!"
          >
            {t('account.confirm')}
          </Button>
        </div>
      )}
    </div>
  );
}
