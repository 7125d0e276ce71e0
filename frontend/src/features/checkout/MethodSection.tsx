import { Store, Truck } from 'lucide-react';
import { useState } from 'react';
import { KipSentence } from '@/domain/catalog/KipSentence';
import { Kip } from '@/domain/catalog/Price';
import type { Totals } from '@/domain/orders/order-types';
import { OptionCard } from '@/shared/forms/OptionCard';
import { useT } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import { Ltr } from '@/shared/ui/Ltr';
import { Section, type SectionProps } from './Section';

/** Fields of which each delivery method has its own. */
const FIELDS = [
  'receiver',
  'phone',
  'province',
  'district',
  'village',
  'landmark',
  'driver_note',
  'collector',
  'collector_phone',
  'branch_id',
] as const;

type MethodSectionProps = SectionProps & {
  totals: Totals | undefined;
  /** Whether the totals belong to the chosen method. */
  isFresh: boolean;
};

/** Choice between delivery and pick-up. */
export function MethodSection({ form, isPickup, totals, isFresh }: MethodSectionProps) {
  const t = useT();
  const fee = useDeliveryFee(totals, isFresh && !isPickup);
  const missing = totals ? (totals.free_delivery_from ?? 0) - totals.subtotal : 0;
  // Changing the method also clears the errors of the other method's fields.
  const method = form.register('method', {
    onChange: () => {
      form.clearErrors(FIELDS);
      sharePhone(form);
    },
  });
  return (
    <Section title={t('checkout.method')} isChoice>
      <OptionCard
        {...method}
        value="delivery"
        icon={Truck}
        title={t('delivery.home')}
        note={
          fee && missing > 0 ? (
            <KipSentence
              kip={missing}
              text={(amount) => t('product.deliveryMissing', { amount })}
            />
          ) : (
            t('delivery.homeNote')
          )
        }
        end={fee === 0 ? <Badge kind="ok">{t('totals.free')}</Badge> : fee && <Fee kip={fee} />}
      />
      <OptionCard
        {...method}
        value="pickup"
        icon={Store}
        title={t('delivery.pickup')}
        note={t('delivery.pickupNote')}
        end={<Badge kind="ok">{t('totals.free')}</Badge>}
      />
    </Section>
  );
}

/** Fee of home delivery, taken from the last delivery quote, so that pick-up can be compared with it. */
function useDeliveryFee(totals: Totals | undefined, isOfDelivery: boolean): number | undefined {
  const [known, setKnown] = useState<Pick<Totals, 'delivery_fee' | 'subtotal'>>();
  if (!totals) return undefined;
  const { delivery_fee, subtotal } = totals;
  const isNew = known?.delivery_fee !== delivery_fee || known.subtotal !== subtotal;
  if (isOfDelivery && isNew) setKnown({ delivery_fee, subtotal });
  if (isOfDelivery) return delivery_fee;
  return known?.subtotal === subtotal ? known.delivery_fee : undefined;
}

/** Copies the phone number to the other method if that has none and the same person receives and picks up. */
function sharePhone(form: SectionProps['form']): void {
  const { receiver, phone, collector, collector_phone } = form.getValues();
  if (receiver.trim() !== collector.trim()) return;
  if (!phone) form.setValue('phone', collector_phone);
  if (!collector_phone) form.setValue('collector_phone', phone);
}

function Fee({ kip }: { kip: number }) {
  return (
    <Ltr className="num font-semibold">
      <Kip value={kip} />
    </Ltr>
  );
}
