import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { openDrawer } from '@/domain/cart/drawer';
import { closePrompt, usePrompt } from '@/domain/session/login-prompt';
import { currentReturnPath } from '@/domain/session/return-path';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { Dialog } from '@/shared/ui/Dialog';
import { LocalizedText } from '@/shared/ui/LocalizedText';

/** Asks a visitor to log in before the cart changes; what they wanted goes into it afterwards. */
export function LoginPrompt() {
  const t = useT();
  const isOpen = usePrompt();
  const [redirect, setRedirect] = useState('/');

  useEffect(() => {
    if (isOpen) setRedirect(currentReturnPath());
  }, [isOpen]);

  const go = () => {
    closePrompt(true);
    openDrawer(null);
  };

  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => isOpen && closePrompt(false)}
      title={t('session.promptTitle')}
    >
      <p className="text-sm text-text-2">
        <LocalizedText>{t('session.promptText')}</LocalizedText>
      </p>
      <div className="mt-5 grid gap-2">
        <Link
          to="/account/login"
          search={{ redirect }}
          onClick={go}
          className={buttonStyle('primary', 'l')}
        >
          {t('session.login')}
        </Link>
        <Link
          to="/account/register"
          search={{ redirect }}
          onClick={go}
          className={buttonStyle('soft', 'l')}
        >
          {t('session.register')}
        </Link>
        <Button kind="ghost" onClick={() => closePrompt(false)}>
          {t('session.notNow')}
        </Button>
      </div>
    </Dialog>
  );
}
