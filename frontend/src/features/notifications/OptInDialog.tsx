import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { recheckPush, usePushStatus } from '@/shared/push/push-status';
import { enablePush, PushError } from '@/shared/push/push-subscription';
import { Button } from '@/shared/ui/Button';
import { Dialog } from '@/shared/ui/Dialog';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import { toast } from '@/shared/ui/toast';

type OptInDialogProps = {
  isOpen: boolean;
  cusId: number;
  /** Called if the dialog is closed without an answer. */
  onClose: () => void;
  /** Called with the answer: granted, denied, or only the list. */
  onDone: () => void;
};

/** Dialog before the browser's permission prompt: asks whether this device may show notifications. */
export function OptInDialog({ isOpen, cusId, onClose, onDone }: OptInDialogProps) {
  const t = useT();
  const { code } = useLanguage();
  const status = usePushStatus();
  const [problem, setProblem] = useState<MessageKey | null>(null);

  const turnOn = async () => {
    setProblem(null);
    try {
      const permission = await enablePush(code, cusId);
      if (permission === 'default') return setProblem('notifications.unanswered');
      if (permission === 'granted') toast.success(t('notifications.turnedOn'));
      onDone();
    } catch (error) {
      const isBrowser = error instanceof PushError && error.at === 'browser';
      setProblem(isBrowser ? 'notifications.browserFailed' : 'notifications.shopFailed');
    }
  };
  const leave = (then: () => void) => () => {
    setProblem(null);
    then();
  };

  return (
    <Dialog isOpen={isOpen} onClose={leave(onClose)} title={t('notifications.askTitle')}>
      <div className="flex items-start gap-3.5 text-sm text-text-2">
        <span className="grid size-12 flex-none place-items-center rounded-full bg-action-soft text-link">
          <Bell size={24} strokeWidth={1.75} aria-hidden />
        </span>
        <div className="grid gap-2">
          <p>
            <LocalizedText>{t('notifications.askText')}</LocalizedText>
          </p>
          <p className="text-text-3">
            <LocalizedText>{t('notifications.askOnce')}</LocalizedText>
          </p>
        </div>
      </div>
      <div aria-live="polite" className="mt-4 empty:hidden">
        {status === 'denied' ? (
          <InlineAlert kind="warn" title={t('notifications.blocked')}>
            {t('notifications.blockedHow')}
          </InlineAlert>
        ) : status === 'requesting' ? (
          <p className="text-sm text-text-2">{t('notifications.asking')}</p>
        ) : (
          problem && <InlineAlert kind="err" title={t(problem)} />
        )}
      </div>
      <div className="mt-5 grid gap-2">
        {status === 'denied' ? (
          <Button size="l" onClick={recheckPush}>
            {t('action.retry')}
          </Button>
        ) : (
          <Button size="l" isLoading={status === 'requesting'} onClick={() => void turnOn()}>
            {t('notifications.turnOn')}
          </Button>
        )}
        <Button kind="ghost" onClick={leave(onDone)}>
          {t('notifications.listOnly')}
        </Button>
      </div>
    </Dialog>
  );
}
