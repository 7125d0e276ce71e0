import { useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, useState } from 'react';
import { SetHiddenPath } from '@/domain/staff/hidden-path';
import { useIsHydrating } from '@/shared/hydration/hydration-state';
import { useT } from '@/shared/i18n/language-context';
import { withBuyingMessages } from '@/shared/i18n/load-messages';
import { lazyOverlay } from '@/shared/ui/lazy-overlay';
import { BannerBar } from './BannerBar';
import { CategoryMenuHost } from './CategoryMenuHost';
import { CustomerSync } from './CustomerSync';
import { FocusedHeader, isFocused } from './FocusedHeader';
import { InfoBar } from './InfoBar';
import { MainHeader } from './MainHeader';
import { MenuRow } from './MenuRow';
import { OfflineBanner } from './OfflineBanner';
import { Overlays } from './Overlays';
import { RouteAnnouncer } from './RouteAnnouncer';
import { ShellPart } from './ShellPart';
import { isStaffPage } from './staff-page';

const ChatHost = lazy(() => import('./ChatHost'));
const ScrollToTop = lazy(() => import('./ScrollToTop'));
/** Loaded lazily, because the footer is far below the first view. */
const Footer = lazy(() => import('./Footer').then((module) => ({ default: module.Footer })));
const MobilePanel = lazyOverlay(() =>
  withBuyingMessages(import('./MobilePanel')).then((module) => module.MobilePanel),
);

/** A constant element: a re-render before the footer's code has loaded would remove it from server-rendered HTML. */
const FOOT = (
  <ShellPart height="min-h-96">
    <Footer />
  </ShellPart>
);

/** Frame of every page. Its parts fail independently: without the menu the shop still works. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useT();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [hiddenPath, setHiddenPath] = useState('');
  const isHidden = path === hiddenPath;
  const isStaff = isStaffPage(path) && !isHidden;
  const isPlain = isStaff || isFocused(path);
  const [panel, setPanel] = useState<'never' | 'open' | 'closed'>('never');
  const toPanel = { onOpenPanel: () => setPanel('open'), onHintPanel: MobilePanel.hint };
  return (
    <CategoryMenuHost>
      <a
        href="#main"
        className="fixed start-4 top-2 z-(--z-toast) -translate-y-20 rounded-md bg-action px-4 py-2 font-semibold text-on-action focus:translate-y-0"
      >
        {t('nav.skip')}
      </a>
      {isPlain ? (
        !isStaff && (
          <>
            <ShellPart height="min-h-11 max-lg:hidden">
              <InfoBar />
            </ShellPart>
            <FocusedHeader isCheckout={path.startsWith('/checkout')} {...toPanel} />
          </>
        )
      ) : (
        <>
          <ShellPart height="min-h-11">
            <BannerBar />
          </ShellPart>
          <ShellPart height="min-h-11">
            <InfoBar />
          </ShellPart>
          <MainHeader {...toPanel} />
          <ShellPart height="min-h-12 max-lg:hidden">
            <MenuRow />
          </ShellPart>
        </>
      )}
      {/* The key replaces the element together with the header: a page with another header never moves the former page. */}
      <main
        key={isPlain ? 'plain' : 'full'}
        id="main"
        tabIndex={-1}
        // The footer begins below the window, also while a page loads, so that no content moves it while it is seen.
        className="min-h-[calc(100vh-9rem)] outline-0"
      >
        <SetHiddenPath value={setHiddenPath}>{children}</SetHiddenPath>
      </main>
      {!isPlain && FOOT}
      {panel !== 'never' && (
        <MobilePanel
          isOpen={panel === 'open'}
          onOpenChange={(isOpen) => setPanel(isOpen ? 'open' : 'closed')}
        />
      )}
      <FloatingButtons hasChat={!isPlain} hasScrollToTop={!isStaff} />
      <OfflineBanner hasSpace={!isStaff} />
      <RouteAnnouncer />
      <Overlays />
      <CustomerSync />
    </CategoryMenuHost>
  );
}

/** Buttons over the page. They load after hydration, in a component of their own, so that this does not re-render the shell. */
function FloatingButtons({
  hasChat,
  hasScrollToTop,
}: {
  hasChat: boolean;
  hasScrollToTop: boolean;
}) {
  if (useIsHydrating()) return null;
  return (
    <>
      {hasScrollToTop && (
        <ShellPart height="hidden">
          <ScrollToTop hasFooter={hasChat} />
        </ShellPart>
      )}
      {hasChat && (
        <ShellPart height="hidden">
          <ChatHost />
        </ShellPart>
      )}
    </>
  );
}
