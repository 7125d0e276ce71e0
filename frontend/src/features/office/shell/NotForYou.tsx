import { Link, useLocation } from '@tanstack/react-router';
import { ShieldAlert, UserRound } from 'lucide-react';
import { useContext, useLayoutEffect } from 'react';
import { NotFoundPage } from '@/domain/content/NotFoundPage';
import { currentReturnPath } from '@/domain/session/return-path';
import { SetHiddenPath } from '@/domain/staff/hidden-path';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { EmptyState } from '@/shared/ui/PageStates';

/** Page for customers: only the entrance of the back office says that it is for staff. */
export function Refused() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return /\/staff\/?$/.test(path) ? <NotForYou /> : <HiddenPage path={path} />;
}

/** Page of an unknown address, in the frame of the shop. */
function HiddenPage({ path }: { path: string }) {
  const setHiddenPath = useContext(SetHiddenPath);
  useLayoutEffect(() => {
    setHiddenPath(path);
    return () => setHiddenPath('');
  }, [path, setHiddenPath]);
  return <NotFoundPage />;
}

/** Page for users without access: a visitor can log in, a customer can go back to the shop. */
export function NotForYou({ isVisitor = false }: { isVisitor?: boolean }) {
  const t = useT();
  usePageTitle(t('office.title'), { isHidden: true });
  return (
    <div className="wrap py-12">
      <EmptyState
        headingLevel="h1"
        icon={isVisitor ? UserRound : ShieldAlert}
        tint={isVisitor ? 'indigo' : 'clay'}
        title={t(isVisitor ? 'staff.loginTitle' : 'staff.notStaffTitle')}
        text={isVisitor ? undefined : t('staff.notStaffText')}
        actions={
          <>
            {isVisitor && (
              <Link
                to="/account/login"
                search={{ redirect: currentReturnPath() }}
                className={buttonStyle('primary')}
              >
                {t('session.login')}
              </Link>
            )}
            <Link to="/" className={buttonStyle(isVisitor ? 'outline' : 'primary')}>
              {t('nav.toHome')}
            </Link>
          </>
        }
      />
    </div>
  );
}
