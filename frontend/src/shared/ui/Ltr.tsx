import type { ComponentPropsWithoutRef } from 'react';

/**
 * Left-to-right text inside a line of any direction: a number, an amount, a code, a phone number or an address. Without
 * isolation an Arabic line reorders its groups, `020 5512 3456` as `3456 5512 020`.
 */
export function Ltr(props: ComponentPropsWithoutRef<'bdi'>) {
  return <bdi dir="ltr" {...props} />;
}
