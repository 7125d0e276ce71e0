import { Banknote, Landmark, type LucideIcon, QrCode } from 'lucide-react';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { OfferedMethod, PaymentMethod } from '@/domain/orders/order-types';
import { OptionCard } from '@/shared/forms/OptionCard';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Section, type SectionProps } from './Section';

const METHODS: { method: OfferedMethod; icon: LucideIcon; title: MessageKey; note: MessageKey }[] =
  [
    { method: 'qr', icon: QrCode, title: 'payment.qr', note: 'payment.qrNote' },
    { method: 'transfer', icon: Landmark, title: 'payment.transfer', note: 'payment.transferNote' },
    { method: 'cod', icon: Banknote, title: 'payment.cod', note: 'payment.codNote' },
  ];
const AT_BRANCH: { title: MessageKey; note: MessageKey } = {
  title: 'payment.atBranch',
  note: 'payment.atBranchNote',
};

type PaymentSectionProps = SectionProps & { methods: PaymentMethod[] | undefined };

/** Payment methods that the shop offers for this order. */
export function PaymentSection({ form, isPickup, methods }: PaymentSectionProps) {
  const t = useT();
  const offered = METHODS.filter(({ method }) => !methods || methods.includes(method));

  const chosen = useWatch({ control: form.control, name: 'payment' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the shop's offer or the choice changes
  useEffect(() => {
    const [best] = offered;
    if (best && !offered.some(({ method }) => method === chosen)) {
      form.setValue('payment', best.method);
    }
  }, [methods?.join(), chosen]);

  return (
    <Section title={t('checkout.payment')} isChoice>
      {offered.map(({ method, icon, ...texts }) => {
        const { title, note } = method === 'cod' && isPickup ? AT_BRANCH : texts;
        return (
          <OptionCard
            key={method}
            {...form.register('payment')}
            value={method}
            icon={icon}
            title={t(title)}
            note={t(note)}
          />
        );
      })}
    </Section>
  );
}
