import { Link } from '@tanstack/react-router';
import { type LucideIcon, Megaphone, MessageSquareText, MessagesSquare, Store } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LogoMark } from '@/shared/ui/Logo';
import { type StaffView, useStaffRoute } from './staff-route';

const ITEM =
  'grid min-h-13 min-w-13 place-items-center content-center gap-0.5 rounded-md text-2xs text-on-ink-2 hover:bg-on-ink-ghost lg:size-11 lg:min-h-11 lg:min-w-11';

/** The parts of the staff's pages: beside them, on a phone below. */
export function StaffNav({ className }: { className: string }) {
  const t = useT();
  return (
    <nav
      aria-label={t('staff.parts')}
      className={cx(
        'flex flex-none items-center justify-around bg-ink pb-[env(safe-area-inset-bottom)] text-on-ink lg:flex-col lg:justify-start lg:gap-2 lg:py-3',
        className,
      )}
    >
      <LogoMark className="my-1 size-7.5 text-on-ink-2 max-lg:hidden" />
      <NavItem icon={MessagesSquare} label={t('staff.inbox')} />
      <NavItem icon={MessageSquareText} label={t('staff.replies')} view="replies" />
      <NavItem icon={Megaphone} label={t('staff.broadcast')} view="broadcast" />
      <Link to="/" className={cx(ITEM, 'lg:mt-auto')} title={t('staff.toShop')}>
        <Icon of={Store} />
        <span className="lg:sr-only">{t('staff.toShop')}</span>
      </Link>
    </nav>
  );
}

function NavItem({ icon, label, view }: { icon: LucideIcon; label: string; view?: StaffView }) {
  const place = useStaffRoute();
  const isHere = place.view === view;
  return (
    <Link
      to="/staff"
      search={{ view }}
      title={label}
      aria-current={isHere ? 'page' : undefined}
      activeProps={{}}
      className={cx(ITEM, isHere && 'bg-on-ink-ghost text-on-ink')}
    >
      <Icon of={icon} />
      <span className="lg:sr-only">{label}</span>
    </Link>
  );
}
