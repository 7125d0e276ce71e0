import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { BranchesFailure } from '@/domain/branches/BranchesFailure';
import { branchesQuery } from '@/domain/branches/branches-query';
import { SelectField } from '@/shared/forms/SelectField';
import { useLocal, useT } from '@/shared/i18n/language-context';
import { bothNames } from '@/shared/i18n/second-name';
import { Skeleton } from '@/shared/ui/Skeleton';
import type { SectionProps } from './Section';

/** Choice of the branch for pick-up. The address of the chosen branch is shown. */
export function BranchChoice({ form }: Pick<SectionProps, 'form'>) {
  const t = useT();
  const local = useLocal();
  const chosen = useWatch({ control: form.control, name: 'branch_id' });
  const { data, error, isFetching, refetch } = useQuery(branchesQuery);
  const isClosed = Boolean(
    chosen && data && !data.data.some(({ b_id }) => String(b_id) === chosen),
  );
  useEffect(() => {
    // The branch of the last order no longer exists.
    if (isClosed) form.setValue('branch_id', '');
  }, [isClosed, form]);
  if (!data) {
    return error ? (
      // The headquarters, which are the fallback, do not offer pick-up.
      <BranchesFailure
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
        hasFallback={false}
      />
    ) : (
      <Skeleton className="h-20 rounded-md" />
    );
  }
  const branch = data.data.find(({ b_id }) => String(b_id) === chosen);
  const address = branch && { la: branch.tb_address_la, en: branch.tb_address_en };
  return (
    <SelectField
      {...form.register('branch_id')}
      label={t('checkout.branch')}
      error={form.errorOf('branch_id')}
      hint={local(address) ? address : undefined}
      placeholder={t('checkout.chooseBranch')}
      options={data.data.map(({ b_id, b_name, b_name_eng }) => ({
        value: String(b_id),
        label: bothNames(b_name, b_name_eng),
      }))}
    />
  );
}
