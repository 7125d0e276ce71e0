import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { LogIn, LogOut, Package, UserPen, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { currentReturnPath } from '@/domain/session/return-path';
import { useSession } from '@/domain/session/session';
import { signOut } from '@/domain/session/sign-out';
import { formatPhone } from '@/shared/forms/phone';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { pressable } from '@/shared/ui/pressable';
import { Skeleton } from '@/shared/ui/Skeleton';

const ROW = 'flex min-h-11 w-full items-center gap-3 rounded-md px-3 hover:bg-surface-3';

/**
 * Account links. A customer sees name, e-mail or phone number, profile, orders and logout; a visitor sees login and
 * registration.
 */
export function AccountLinks({ onFollow }: { onFollow: () => void }) {
  const t = useT();
  const { status, user } = useSession();
  if (status === 'pending') {
    return (
      <div role="status" aria-label={t('state.loading')} className="p-3">
        <Skeleton className="h-3.5 w-3/5" />
        <Skeleton className="mt-3 h-3.5 w-4/5" />
      </div>
    );
  }
  if (!user) return <VisitorLinks onFollow={onFollow} />;
  return (
    <>
      <div className="border-b border-line px-3 pt-1.5 pb-2.5">
        {user.fname && (
          <p className="font-semibold wrap-anywhere">
            <LocalizedText>{`${user.fname} ${user.lname}`.trim()}</LocalizedText>
          </p>
        )}
        <p className="truncate text-text-3">
          <Ltr>{user.email || formatPhone(user.phone)}</Ltr>
        </p>
      </div>
      <div className="pt-1.5">
        <Link to="/account/profile" onClick={onFollow} className={ROW}>
          <Icon of={UserPen} />
          {t('session.profile')}
        </Link>
        <Link to="/account/orders" onClick={onFollow} className={ROW}>
          <Icon of={Package} />
          {t('session.orders')}
        </Link>
        <LogoutButton onDone={onFollow} />
      </div>
    </>
  );
}

function VisitorLinks({ onFollow }: { onFollow: () => void }) {
  const t = useT();
  const [redirect] = useState(currentReturnPath);
  return (
    <>
      <p className="px-3 py-2 text-text-3">
        <LocalizedText>{t('session.benefit')}</LocalizedText>
      </p>
      <Link to="/account/login" search={{ redirect }} onClick={onFollow} className={ROW}>
        <Icon of={LogIn} />
        {t('session.login')}
      </Link>
      <Link to="/account/register" search={{ redirect }} onClick={onFollow} className={ROW}>
        <Icon of={UserPlus} />
        {t('session.register')}
      </Link>
    </>
  );
}

function LogoutButton({ onDone }: { onDone: () => void }) {
  const t = useT();
  const shop = useAppContext();
  const navigate = useNavigate();
  const isPrivate = useLocation({
    select: ({ pathname }) => /^\/(account|checkout)(\/|$)/.test(pathname),
  });
  const [isRunning, setRunning] = useState(false);

  const leave = async () => {
    setRunning(true);
    const isOut = await signOut(shop);
    setRunning(false);
    if (!isOut) return;
    onDone();
    if (isPrivate) await navigate({ to: '/' });
  };

  return (
    <button type="button" {...pressable(isRunning, leave)} aria-busy={isRunning} className={ROW}>
      <Icon of={LogOut} />
      {t('session.logout')}
    </button>
  );
}
