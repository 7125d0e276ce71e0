import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { shopName } from '@/shared/head/shop-name';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LogoMark } from '@/shared/ui/Logo';
import { CallButton } from './CallButton';
import { CartButton } from './CartButton';
import { preloadCart } from './Overlays';
import { PanelButton, type PanelButtonProps } from './PanelButton';

/** Pages with a single task: login, registration and checkout. */
export const isFocused = (pathname: string) =>
  /^\/(checkout|account\/(login|register))\/?$/.test(pathname);

type FocusedHeaderProps = PanelButtonProps & { isCheckout: boolean };

/**
 * Header of pages with a single task: no search, and links of the shop only in the panel on phones. Phones can call
 * from it, wider screens from the info bar above. At the checkout it also has the cart and a lock icon.
 */
export function FocusedHeader({ isCheckout, ...panel }: FocusedHeaderProps) {
  const t = useT();
  return (
    <header className="focused-header border-b border-line">
      <div className="wrap flex h-15 items-center gap-2 lg:h-17">
        <PanelButton {...panel} />
        <Link
          to="/"
          className="me-auto inline-flex min-h-11 items-center gap-2 rounded-sm text-[1.375rem] leading-head font-bold lg:text-[1.625rem]"
        >
          <LogoMark className="size-7.5 text-action lg:size-8.5" />
          <span className="max-[359px]:sr-only">{shopName()}</span>
        </Link>
        {isCheckout && (
          <span className="flex items-center gap-1 text-sm font-semibold text-link max-split:px-3">
            <Icon of={Lock} size="s" />
            <span className="max-split:sr-only">{t('header.secure')}</span>
          </span>
        )}
        <CallButton className="lg:hidden" />
        {isCheckout && <CartButton onHint={preloadCart} />}
      </div>
    </header>
  );
}
