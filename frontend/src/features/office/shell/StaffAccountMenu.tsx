import { Link } from '@tanstack/react-router';
import { ChevronRight, LogOut, Moon, ShieldCheck, Store, Sun } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useSession } from '@/domain/session/session';
import { signOut } from '@/domain/session/sign-out';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { useT } from '@/shared/i18n/language-context';
import { setTheme, useTheme } from '@/shared/theme/theme';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Avatar } from '../Avatar';
import { ROLE_TEXTS, useStaff } from '../staff-access';
import { useMenuCloses } from '../use-menu-closes';
import { StaffPushSwitches } from './StaffPushSwitches';

/** Account menu at the end of the rail. */
export function AccountMenu() {
  const t = useT();
  const { user } = useSession();
  const role = useStaff()?.account.role;
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const close = useCallback(() => setOpen(false), []);
  useMenuCloses(menu, isOpen, close);
  const name = `${user?.fname ?? ''} ${user?.lname ?? ''}`.trim();
  return (
    <div ref={menu} className="o-rail-me">
      {isOpen && (
        <div className="o-menu">
          <AccountActions onDone={close} />
        </div>
      )}
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="o-rail-item"
      >
        <Avatar name={name} />
        <span className="sr-only">{t('office.account', { name })}</span>
        <span aria-hidden className="o-grow o-rail-wide">
          <b>
            <LocalizedText>{name}</LocalizedText>
          </b>
          <small>{t(role ? ROLE_TEXTS[role] : 'office.staff')}</small>
        </span>
        <Icon of={ChevronRight} size="s" className="o-rail-wide flip" />
      </button>
    </div>
  );
}

/** Link to the shop, pushes to this device, theme switch and logout. */
export function AccountActions({ onDone }: { onDone: () => void }) {
  const t = useT();
  const context = useAppContext();
  const isDark = useTheme() === 'dark';
  return (
    <>
      <Link to="/" onClick={onDone} className="o-menu-item">
        <Icon of={Store} />
        {t('office.toShop')}
      </Link>
      <Link to="/staff/security" onClick={onDone} className="o-menu-item">
        <Icon of={ShieldCheck} />
        {t('office.factor.title')}
      </Link>
      <StaffPushSwitches />
      <button
        type="button"
        onClick={() => setTheme(isDark ? 'light' : 'dark')}
        className="o-menu-item"
      >
        <Icon of={isDark ? Sun : Moon} />
        {t(isDark ? 'theme.toLight' : 'theme.toDark')}
      </button>
      <button
        type="button"
        onClick={async () => {
          if (await signOut(context)) onDone();
        }}
        className="o-menu-item"
      >
        <Icon of={LogOut} />
        {t('session.logout')}
      </button>
    </>
  );
}
