import '../styles/office-products.css';
import '../styles/office-return.css';
import '../styles/office-new-order.css';
import { useRef } from 'react';
import { focusWrongQuantity } from '../focus-invalid';
import { ProductFinder } from '../new-order/ProductFinder';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { EditField } from '../product/EditField';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { ConsentField } from './ConsentField';
import { LinesFigures } from './LinesFigures';
import { LinesNotice } from './LinesNotice';
import { LinesRow } from './LinesRow';
import { MAX_ITEMS, withProduct, withQuantity } from './lines-draft';
import { OrderChangedBar } from './OrderChangedBar';
import { useMarkEditing } from './presence-context';
import { useLines } from './use-lines';

const MAX_REASON = 500;

type LinesDialogProps = {
  order: StaffOrder;
  /** The order before another person changed it. */
  before: StaffOrder | undefined;
  isOpen: boolean;
  onClose: () => void;
  accept: (order: StaffOrder) => void;
};

/**
 * Dialog that changes the items of an open order. It shows the effects on money, points and the customer before saving.
 */
export function LinesDialog({ isOpen, ...rest }: LinesDialogProps) {
  const { t } = useOffice();
  useMarkEditing(isOpen);
  const title = t('office.lines.title', { number: rest.order.number });
  return (
    <OfficeDialog isOpen={isOpen} onClose={rest.onClose} title={title}>
      {isOpen && <LinesForm {...rest} />}
    </OfficeDialog>
  );
}

function LinesForm({ order, before, onClose, accept }: Omit<LinesDialogProps, 'isOpen'>) {
  const { t } = useOffice();
  const finder = useRef<HTMLInputElement>(null);
  const form = useLines(order, accept, onClose);
  const { items, edits, edit, isEmpty, hasChanges } = form;
  const isFull = items.length >= MAX_ITEMS;
  const isAgreed = !form.needsConsent || form.consent !== undefined;
  const canSave = hasChanges && isAgreed && !isEmpty && form.isFresh && before === undefined;
  return (
    <form
      noValidate
      className="office-dialog o-return"
      onSubmit={(event) => {
        event.preventDefault();
        if (focusWrongQuantity(event.currentTarget)) return;
        if (canSave) void form.save();
      }}
    >
      {before && <OrderChangedBar before={before} order={order} onAccept={() => accept(order)} />}
      {form.notice && <LinesNotice notice={form.notice} priceChanges={form.priceChanges} />}
      <div className="o-return-parts">
        <div className="o-stack gap-3">
          {isFull ? (
            <p className="o-note">{t('office.lines.full')}</p>
          ) : (
            <ProductFinder
              inputRef={finder}
              error={undefined}
              onAdd={(product) => edit(withProduct(order, edits, product))}
            />
          )}
          <ul aria-label={t('office.lines')}>
            {items.map((item) => (
              <LinesRow
                key={item.pro_id}
                item={item}
                available={form.availableOf(item.pro_id)}
                onQuantity={(quantity) => edit(withQuantity(edits, item.pro_id, quantity))}
                onDone={() => finder.current?.focus()}
              />
            ))}
          </ul>
          {isEmpty && (
            <p role="alert" className="o-small text-err">
              {t('office.lines.empty')}
            </p>
          )}
          {form.needsConsent && <ConsentField value={form.consent} onChange={form.setConsent} />}
          <EditField label={t('office.lines.reason')} error={undefined}>
            {(control) => (
              <input
                {...control}
                autoComplete="off"
                maxLength={MAX_REASON}
                value={form.reason}
                onChange={({ target }) => form.setReason(target.value)}
                className="o-field"
              />
            )}
          </EditField>
        </div>
        <LinesFigures order={order} form={form} isPickup={order.delivery.method === 'pickup'} />
      </div>
      <div className="o-ask-actions">
        <p className="o-note o-grow">{t('office.lines.effects')}</p>
        <OfficeButton onClick={onClose}>{t('action.cancel')}</OfficeButton>
        <OfficeButton type="submit" kind="primary" disabled={!canSave} isLoading={form.isSaving}>
          {t('office.lines.save')}
        </OfficeButton>
      </div>
    </form>
  );
}
