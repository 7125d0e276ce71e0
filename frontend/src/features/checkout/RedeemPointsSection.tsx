import type { Quote } from '@/domain/orders/order-types';
import { formatKip } from '@/shared/format/kip';
import { TextField } from '@/shared/forms/TextField';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { Section, type SectionProps } from './Section';

type RedeemPointsSectionProps = SectionProps & { quote: Quote | undefined };

/** Field that redeems club points. Shown only to customers with points. */
export function RedeemPointsSection({ form, quote }: RedeemPointsSectionProps) {
  const t = useT();
  if (!quote || quote.points_balance <= 0) return null;
  const { points_balance, point_value, totals } = quote;
  const maxPoints = Math.min(
    points_balance,
    point_value > 0 ? Math.floor(totals.subtotal / point_value) : points_balance,
  );
  const takeAll = () =>
    form.setValue('points', String(maxPoints), { shouldDirty: true, shouldValidate: true });
  return (
    <Section title={t('checkout.points')}>
      <div className="flex items-start gap-2">
        <TextField
          {...form.register('points')}
          label={t('checkout.pointsToUse')}
          error={form.errorOf('points')}
          hint={t('checkout.pointsNote', {
            count: points_balance,
            value: formatKip(point_value, 0),
          })}
          isOptional
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          maxLength={12}
          className="flex-1"
        />
        <Button kind="soft" onClick={takeAll} className="mt-6 min-h-12!">
          {t('checkout.useAll')}
        </Button>
      </div>
    </Section>
  );
}
