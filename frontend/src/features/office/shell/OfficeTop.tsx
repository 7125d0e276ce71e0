import { Keyboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { LogoMark } from '@/shared/ui/Logo';
import { OfficeIconButton } from '../OfficeButton';
import { useMay } from '../staff-access';
import { LiveBadge } from './LiveBadge';
import { OfficeSearch, type SearchedList } from './OfficeSearch';
import { OtherLanguageLink } from './OtherLanguageLink';
import { useOpenShortcuts } from './shortcuts-context';

type OfficeTopProps = {
  title: string;
  /** Breadcrumb before the title. */
  crumb?: ReactNode;
  /** Back button that replaces the logo on phones. */
  back?: ReactNode;
  /** List that the search searches; orders by default. */
  searches?: SearchedList;
  /** Content at the end of the bar. */
  children?: ReactNode;
};

/** Top bar of a page: title, search over all orders or products, live state, shortcuts and language. */
export function OfficeTop(props: OfficeTopProps) {
  const { title, crumb, back, searches = 'orders', children } = props;
  const t = useT();
  const openShortcuts = useOpenShortcuts();
  const may = useMay();
  return (
    <header className="o-top">
      {back ?? <LogoMark className="lg:hidden o-top-logo" />}
      <div className="o-row o-grow">
        {crumb}
        <h1>{title}</h1>
      </div>
      {may(searches) && <OfficeSearch of={searches} />}
      <LiveBadge />
      <OfficeIconButton
        icon={Keyboard}
        label={t('office.shortcuts')}
        onClick={openShortcuts}
        className="max-lg:hidden"
      />
      <span className="max-lg:hidden">
        <OtherLanguageLink className="o-btn o-quiet" />
      </span>
      {children}
    </header>
  );
}
