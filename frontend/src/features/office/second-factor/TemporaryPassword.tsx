import { useQueryClient } from '@tanstack/react-query';
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
import { InlineAlert } from '@/shared/ui/Notice';
import { FactorFrame } from './FactorFrame';

const EMPTY: PasswordValues = { current: '', new: '' };

/** Form that replaces the temporary password of a new member of staff before the back office opens. */
export function TemporaryPassword() {
  const t = useT();
  const client = useQueryClient();
  const form = useShopForm<PasswordValues>(passwordSchema, EMPTY);
  const [problem, setProblem] = useState<string | null>(null);
  const change = async (values: PasswordValues) => {
    setProblem(null);
    try {
      await changePassword(values);
      await client.invalidateQueries();
    } catch (error) {
      if (!form.setServerErrors(error)) setProblem(problemText(error, t));
    }
  };
  return (
    <FactorFrame title={t('office.ownPassword.title')} text={t('office.ownPassword.text')}>
      <form noValidate onSubmit={form.submit(change)} className="grid gap-3.5">
        {problem && <InlineAlert kind="err" title={problem} />}
        <PasswordField
          {...form.register('current')}
          label={t('office.ownPassword.temporary')}
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
        <Button type="submit" isLoading={form.formState.isSubmitting}>
          {t('office.ownPassword.save')}
        </Button>
      </form>
    </FactorFrame>
  );
}
