import { type ReactNode, useId } from 'react';
import type { useShopForm } from '@/shared/forms/use-shop-form';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import type { CheckoutValues } from './checkout-values';

export type SectionProps = {
  form: ReturnType<typeof useShopForm<CheckoutValues>>;
  isPickup: boolean;
};

/** Section of the checkout with a heading. `isChoice` marks a group of radio cards. */
export function Section({
  title,
  isChoice = false,
  children,
}: {
  title: string;
  isChoice?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="grid gap-3">
      <h2 id={id} className="text-xl lg:text-2xl">
        <LocalizedText>{title}</LocalizedText>
      </h2>
      {isChoice ? (
        <div role="radiogroup" aria-labelledby={id} className="grid gap-2.5">
          {children}
        </div>
      ) : (
        children
      )}
    </section>
  );
}
