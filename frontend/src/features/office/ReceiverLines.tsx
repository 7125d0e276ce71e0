import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import type { StaffOrder } from './staff-order-types';
import { useOffice } from './use-office-format';

/**
 * Receiver of the goods, if not the customer, and notes for the driver of a delivery. Renders nothing without either. A pick-up of
 * an earlier release may still have the place of its delivery, which is not shown.
 */
export function ReceiverLines({ receiver, delivery }: Pick<StaffOrder, 'receiver' | 'delivery'>) {
  const { t } = useOffice();
  if (!receiver) return null;
  const { name, landmark, driver_note, position } = receiver;
  const isPickup = delivery.method === 'pickup';
  return (
    <>
      {name && (
        <p>
          {t(isPickup ? 'address.collector' : 'address.receiver')}:{' '}
          <b>
            <LocalizedText>{name}</LocalizedText>
          </b>
        </p>
      )}
      {!isPickup && landmark && (
        <p>
          <LocalizedText>{landmark}</LocalizedText>
        </p>
      )}
      {!isPickup && driver_note && <p className="whitespace-pre-line">{driver_note}</p>}
      {!isPickup && position && (
        <p>
          {t('address.marked')}: <Ltr>{`${position.lat}, ${position.lng}`}</Ltr>
        </p>
      )}
    </>
  );
}
