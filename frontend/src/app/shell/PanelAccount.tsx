import { Link } from '@tanstack/react-router';
import { User } from 'lucide-react';
import { currentReturnPath } from '@/domain/session/return-path';
import { useSession } from '@/domain/session/session';
import { useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { AccountLinks } from './AccountLinks';

/** Account section of the mobile panel. */
export function PanelAccount({ onFollow }: { onFollow: () => void }) {
  const t = useT();
  const { user } = useSession();
  const redirect = currentReturnPath();
  if (user) {
    return (
      <section
        aria-label={t('session.account')}
        className="mt-3.5 rounded-lg p-1.5 text-sm inset-ring inset-ring-line"
      >
        <AccountLinks onFollow={onFollow} />
      </section>
    );
  }
  return (
    <section
      aria-label={t('session.account')}
      className="mt-3.5 flex items-center gap-3 rounded-lg p-3 inset-ring inset-ring-line"
    >
      <span className="grid size-10 flex-none place-items-center rounded-full bg-tile-clay text-on-tile">
        <Icon of={User} />
      </span>
      <Link
        to="/account/login"
        search={{ redirect }}
        onClick={onFollow}
        className="min-h-11 min-w-0 flex-1 rounded-sm text-sm"
      >
        <span className="block font-semibold">{t('session.login')}</span>
        <span className="block text-xs text-text-3">
          <LocalizedText>{t('session.benefit')}</LocalizedText>
        </span>
      </Link>
      <Link
        to="/account/register"
        search={{ redirect }}
        onClick={onFollow}
        className={buttonStyle('outline', 'm', 'px-3!')}
      >
        {t('session.register')}
      </Link>
    </section>
  );
}
