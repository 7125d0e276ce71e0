import { Link } from '@tanstack/react-router';
import { type MouseEvent, useState } from 'react';
import { setChatMode } from '@/domain/chat/chat-window';
import { currentReturnPath } from '@/domain/session/return-path';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';

const LINK = 'inline-flex min-h-11 items-center rounded-sm px-2 font-semibold text-link';

/** Note that a visitor's messages are sent after the login. */
export function VisitorNote({ isWaiting }: { isWaiting: boolean }) {
  const t = useT();
  const [search] = useState(() => ({ redirect: currentReturnPath() }));
  const leave = (event: MouseEvent) => {
    // Stops the handler for other links, which minimizes the window.
    event.stopPropagation();
    setChatMode('closed');
  };
  return (
    <div role="status" className="border-t border-line bg-action-soft px-4 pt-2 text-xs">
      <p>
        <LocalizedText>{t(isWaiting ? 'chat.visitorWaiting' : 'chat.visitor')}</LocalizedText>
      </p>
      <p className="-mx-2">
        <Link to="/account/login" search={search} onClick={leave} className={LINK}>
          {t('session.login')}
        </Link>
        <Link to="/account/register" search={search} onClick={leave} className={LINK}>
          {t('session.register')}
        </Link>
      </p>
    </div>
  );
}
