import { useEffect, useRef } from 'react';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { InlineAlert } from '@/shared/ui/Notice';
import { ChoicesNote } from '../ChoicesNote';
import { useOffice } from '../use-office-format';
import { CustomerPicker } from './CustomerPicker';
import { OrderPart } from './OrderPart';
import type { DraftCustomer } from './order-draft';
import { useCustomerOfAddress } from './use-customer-of-address';

type CustomerPartProps = {
  customer: DraftCustomer | null;
  error: MessageKey | undefined;
  onChoose: (customer: DraftCustomer | null) => void;
};

/** Section for the customer of the new order: the one in the address, or the one that is picked. */
export function CustomerPart({ customer, error, onChoose }: CustomerPartProps) {
  const { t } = useOffice();
  const part = useRef<HTMLDivElement>(null);
  const named = useCustomerOfAddress(customer, onChoose);
  const { cusId, list, isOpen, isRefused, hasFailed } = named;
  const isChosen = customer !== null;
  useEffect(() => {
    // The button of another try, which had the focus, has disappeared.
    if (!isChosen || !hasFailed || document.activeElement !== document.body) return;
    part.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [isChosen, hasFailed]);
  return (
    <OrderPart id="new-order-customer" title={t('office.column.customer')} isOpen>
      <div ref={part} className="o-stack gap-3">
        {isOpen && !isRefused && (
          <ChoicesNote
            list={list}
            failedText={t('office.new.customerNotLoaded', { id: String(cusId) })}
          />
        )}
        {isOpen && isRefused && (
          <InlineAlert kind="warn" isUrgent title={t('office.new.blocked')} />
        )}
        <CustomerPicker
          customer={customer}
          error={error && t(error)}
          onChoose={(next) => {
            named.settle();
            onChoose(next);
          }}
        />
      </div>
    </OrderPart>
  );
}
