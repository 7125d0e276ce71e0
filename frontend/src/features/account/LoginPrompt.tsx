import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { openDrawer } from '@/domain/cart/drawer';
import { closePrompt, usePrompt } from '@/domain/session/login-prompt';
import { currentReturnPath } from '@/domain/session/return-path';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { Dialog } from '@/shared/ui/Dialog';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Skeleton } from '@/shared/ui/Skeleton';
import { CodeSignIn } from './CodeSignIn';
import { useCodeChannels } from './use-code-channels';

/** Dialog that asks a visitor to log in. The pending action is carried out after the login. */
export function LoginPrompt() {
  const t = useT();
  const isOpen = usePrompt();
  useBackCloses(isOpen, () => closePrompt(false));

  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => isOpen && closePrompt(false)}
      title={t('session.promptTitle')}
    >
      <p className="text-sm text-text-2">
        <LocalizedText>{t('session.promptText')}</LocalizedText>
      </p>
      {isOpen && <SignInMethods />}
    </Dialog>
  );
}

/**
 * Sign-in by one-time code in the dialog, if the shop can send codes, and links to the login and registration pages.
 */
function SignInMethods() {
  const t = useT();
  const channels = useCodeChannels();
  const [redirect, setRedirect] = useState('/');
  useEffect(() => setRedirect(currentReturnPath()), []);

  const go = () => {
    closePrompt(true);
    openDrawer(null);
  };

  if (channels.isPending) {
    return <Skeleton className="mt-5 h-48 rounded-md" />;
  }
  return (
    <>
      {channels.any && (
        <div className="mt-4">
          <CodeSignIn onSignedIn={() => closePrompt(true)} />
        </div>
      )}
      <div
        className={channels.any ? 'mt-3 grid gap-2 border-t border-line pt-3' : 'mt-5 grid gap-2'}
      >
        <Link
          to="/account/login"
          search={{ redirect }}
          onClick={go}
          className={buttonStyle(
            channels.any ? 'outline' : 'primary',
            channels.any ? undefined : 'l',
          )}
        >
          {t('session.login')}
        </Link>
        <Link
          to="/account/register"
          search={{ redirect }}
          onClick={go}
          className={buttonStyle('soft', channels.any ? undefined : 'l')}
        >
          {t('session.register')}
        </Link>
        <Button kind="ghost" onClick={() => closePrompt(false)}>
          {t('session.notNow')}
        </Button>
      </div>
    </>
  );
}
