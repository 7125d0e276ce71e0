import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  changePassword,
  type PasswordValues,
  passwordSchema,
} from '@/domain/session/password-change';
import { PasswordField } from '@/shared/forms/PasswordField';
import { problemText } from '@/shared/forms/problem-text';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import { ModalPanel } from '@/shared/ui/Panel';
import { toast } from '@/shared/ui/toast';
import { type Profile, sessionsQuery } from './account-api';
import { confirmationRecipient } from './confirmation-recipient';
import { useCodeChannels } from './use-code-channels';

const EMPTY: PasswordValues = { current: '', new: '' };

/**
 * Section that changes the password. The change ends the sessions of all other devices. An account that was opened by a
 * code has no password, so a link leads to the page that sets one by a code.
 */
export function PasswordSection({ customer }: { customer: Profile }) {
  const t = useT();
  const client = useQueryClient();
  const channels = useCodeChannels();
  // A code sets no password of an account that was never confirmed by one.
  const isConfirmed = customer.phone_verified || customer.email_verified;
  const recipient = isConfirmed ? confirmationRecipient(customer, channels) : '';
  const form = useShopForm<PasswordValues>(passwordSchema, EMPTY);
  const [problem, setProblem] = useState<string | null>(null);

  const change = async (values: PasswordValues) => {
    setProblem(null);
    try {
      await changePassword(values);
      form.reset(EMPTY);
      toast.success(t('account.passwordChanged'));
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    } catch (error) {
      if (!form.setServerErrors(error)) setProblem(problemText(error, t));
    }
  };

  return (
    <ModalPanel title={t('account.changePassword')}>
      <form noValidate onSubmit={form.submit(change)} className="grid gap-3.5">
        {problem && <InlineAlert kind="err" title={problem} />}
        <div className="grid items-start gap-3.5 md:grid-cols-2">
          <PasswordField
            {...form.register('current')}
            label={t('account.currentPassword')}
            error={form.errorOf('current')}
            autoComplete="current-password"
            maxLength={128}
          />
          <PasswordField
            {...form.register('new')}
            label={t('account.newPassword')}
            error={form.errorOf('new')}
            hint={t('field.password')}
            autoComplete="new-password"
            maxLength={128}
          />
        </div>
        <Button
          type="submit"
          kind="soft"
          isLoading={form.formState.isSubmitting}
          className="justify-self-start"
        >
          {t('account.changePassword')}
        </Button>
      </form>
      {recipient !== '' && (
        <p className="mt-3 text-sm text-text-2">
          <LocalizedText>{t('account.passwordByCodeText')}</LocalizedText>{' '}
          <Link
            to="/account/reset"
            state={{ identifier: recipient }}
            className="inline-flex min-h-(--tap) items-center font-semibold text-link"
          >
            {t('account.proveByCode')}
          </Link>
        </p>
      )}
    </ModalPanel>
  );
}
