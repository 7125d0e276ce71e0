import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Dialog } from '@/shared/ui/Dialog';
import { browserColumns } from '../columns/column-store';
import { OfficeButton } from '../OfficeButton';
import type { OrderListParams } from '../order-list-params';
import { EditField } from '../product/EditField';
import { MAX_NAME_LENGTH, saveView } from './saved-views';

type SaveViewDialogProps = { params: OrderListParams; isOpen: boolean; onClose: () => void };

/** Form for the name under which a list is saved as a view. */
export function SaveViewDialog({ params, isOpen, onClose }: SaveViewDialogProps) {
  const t = useT();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('office.view.saveTitle')}>
      {isOpen && <NameForm params={params} onDone={onClose} />}
    </Dialog>
  );
}

function NameForm({ params, onDone }: { params: OrderListParams; onDone: () => void }) {
  const t = useT();
  const [name, setName] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isMissing = name.trim() === '';
  return (
    <form
      noValidate
      className="office-dialog o-ask"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (isMissing) return;
        saveView(name.trim(), params, browserColumns('orders'));
        onDone();
      }}
    >
      <EditField
        label={t('office.view.name')}
        fault={isChecked && isMissing ? 'office.view.nameMissing' : undefined}
        hint={t('office.view.saveHint')}
      >
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            maxLength={MAX_NAME_LENGTH}
            value={name}
            onChange={({ target }) => setName(target.value)}
            className="o-field"
          />
        )}
      </EditField>
      <div className="o-ask-actions">
        <OfficeButton onClick={onDone}>{t('office.askNo')}</OfficeButton>
        <OfficeButton type="submit" kind="primary">
          {t('office.product.save')}
        </OfficeButton>
      </div>
    </form>
  );
}
