import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import type { StaffOrder } from './staff-order-types';
import { useOffice } from './use-office-format';

/** Receiver of the goods, if not the customer, and notes for the driver. Renders nothing without either. */
export function ReceiverLines({ receiver, delivery }: Pick<StaffOrder, 'receiver' | 'delivery'>) {
  const { t } = useOffice();
  if (!receiver) return null;
  const { name, landmark, driver_note, position } = receiver;
  return (
    <>
      {name && (
        <p>
          {t(delivery.method === 'pickup' ? 'address.collector' : 'address.receiver')}:{' '}
          <b>
            <LocalizedText>{name}</LocalizedText>
          </b>
        </p>
      )}
      {landmark && (
        <p>
          <LocalizedText>{landmark}</LocalizedText>
        </p>
      )}
      {driver_note && <p className="whitespace-pre-line">{driver_note}</p>}
      {position && (
        <p>
          {t('address.marked')}: <Ltr>{`${position.lat}, ${position.lng}`}</Ltr>
        </p>
      )}
    </>
  );
}
