import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { readWholeNumber } from '@/shared/format/whole-number';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { toast } from '@/shared/ui/toast';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import type { StaffProductDetail } from '../staff-product-types';
import {
  cacheProduct,
  currentProduct,
  duplicateProduct,
  renewProducts,
} from '../staff-products-api';
import { EditField } from './EditField';

type DuplicateDialogProps = { product: StaffProductDetail; onClose: () => void };

/** Dialog with a field for the id of the copy, which it creates and opens. */
export function DuplicateDialog({ product, onClose }: DuplicateDialogProps) {
  const t = useT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [error, setError] = useState<MessageKey>();
  const [isMaking, setMaking] = useState(false);

  const make = async (event: FormEvent) => {
    event.preventDefault();
    const id = readWholeNumber(text);
    if (typeof id !== 'number' || id < 1) {
      setError('office.duplicate.wrong');
      return;
    }
    setMaking(true);
    try {
      const copy = await duplicateProduct(product.pro_id, product.version, id);
      cacheProduct(client, copy);
      void renewProducts(client);
      toast.success(t('office.duplicate.done', { number: String(id) }));
      onClose();
      await navigate({ to: '/staff/products/$proId', params: { proId: String(id) } });
    } catch (error) {
      const current = currentProduct(error);
      if (current) cacheProduct(client, current);
      const reason = error instanceof ApiError ? error.reason : undefined;
      if (reason === 'taken') setError('office.duplicate.taken');
      else if (error instanceof ApiError && error.field) setError('office.duplicate.wrong');
      else toast.error(t('office.duplicate.failed'), { detail: errorText(t, error) ?? '' });
      setMaking(false);
    }
  };
  return (
    <OfficeDialog isOpen onClose={onClose} title={t('office.duplicate.title')}>
      <form className="office-dialog o-ask" onSubmit={(event) => void make(event)} noValidate>
        <p className="text-text-2">{t('office.duplicate.text')}</p>
        <EditField label={t('office.duplicate.number')} error={error}>
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              className="o-field"
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setError(undefined);
              }}
            />
          )}
        </EditField>
        <div className="o-ask-actions">
          <OfficeButton onClick={onClose}>{t('office.askNo')}</OfficeButton>
          <OfficeButton type="submit" kind="primary" isLoading={isMaking}>
            {t('office.duplicate.make')}
          </OfficeButton>
        </div>
      </form>
    </OfficeDialog>
  );
}
