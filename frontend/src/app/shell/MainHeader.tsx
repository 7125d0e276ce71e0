import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { shopName } from '@/shared/head/shop-name';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';
import { LogoMark } from '@/shared/ui/Logo';
import { AccountMenu } from './AccountMenu';
import { BellSlot } from './BellSlot';
import { CallButton } from './CallButton';
import { CartButton } from './CartButton';
import { preloadCart, preloadWishlist } from './Overlays';
import { PanelButton, type PanelButtonProps } from './PanelButton';
import { SearchBox } from './SearchBox';
import { useHeaderScroll } from './use-header-scroll';
import { WishlistButton } from './WishlistButton';

/**
 * Sticky header. Its height in the layout is constant, so that no scrolling moves the page: hiding it, compacting it to
 * 57 px and, on phones, folding the search field are transforms.
 */
export function MainHeader(panel: PanelButtonProps) {
  const t = useT();
  const [isSearchOpen, setSearchOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useHeaderScroll();

  return (
    <header className="pointer-events-none sticky short:static top-0 z-(--z-header) h-28.25 transition-transform duration-(--t-base) ease-out header-hidden:not-focus-within:-translate-y-full lg:h-18.25">
      <div className="relative isolate">
        <div className="absolute inset-0 border-line bg-bg transition-transform duration-(--t-base) ease-out compact:border-b lg:border-b lg:compact:-translate-y-4" />
        <div className="wrap flex h-14 items-center gap-2 transition-transform duration-(--t-base) ease-out *:pointer-events-auto lg:h-18.25 lg:gap-3 lg:compact:-translate-y-2">
          <PanelButton {...panel} />
          <Link
            to="/"
            className="relative inline-flex min-h-11 items-center gap-2 rounded-sm text-[1.375rem] leading-head font-bold lg:text-[1.625rem]"
          >
            <LogoMark className="size-7.5 text-action lg:size-8.5" />
            <span className="max-[359px]:sr-only">{shopName()}</span>
          </Link>
          <div
            data-open={isSearchOpen || undefined}
            className="transition-transform duration-(--t-base) ease-out max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:-z-1 max-lg:border-b max-lg:border-line max-lg:bg-bg max-lg:px-(--gutter) max-lg:pb-2 max-lg:compact:pt-2 max-lg:compact:not-data-open:-translate-y-full lg:relative lg:ms-3 lg:flex-1"
          >
            <SearchBox
              inputRef={input}
              onEnter={() => setSearchOpen(true)}
              onLeave={() => setSearchOpen(false)}
            />
          </div>
          <div className="relative ms-auto flex items-center max-lg:-me-2 lg:ms-0 lg:gap-3">
            {/* When the search field is folded, its icon is in the place of the shop's name. */}
            <CallButton className="lg:hidden" />
            <span className="hidden lg:hidden! compact:block">
              <IconButton
                icon={Search}
                label={t('search.open')}
                onClick={() => input.current?.focus({ preventScroll: true })}
              />
            </span>
            <BellSlot />
            <WishlistButton onHint={preloadWishlist} />
            <div className="max-lg:hidden">
              <AccountMenu />
            </div>
            <CartButton onHint={preloadCart} />
          </div>
        </div>
      </div>
    </header>
  );
}
