import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import type { ConversationStore } from '@/domain/chat/conversation-store';
import { timeOf } from '@/domain/chat/message-times';
import { customerNumber } from '@/domain/session/customer-number';
import { formatPhone } from '@/shared/forms/phone';
import { useT } from '@/shared/i18n/language-context';
import type { Conversation } from '@/shared/live/live-events';
import { Button } from '@/shared/ui/Button';
import { iconButtonStyle } from '@/shared/ui/button-style';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { toast } from '@/shared/ui/toast';
import { initialOf, nameOf } from './conversation-names';
import { useInboxList } from './inbox-route';
import { claim, conversationOf, release } from './staff-chat-api';

type ConversationHeaderProps = {
  store: ConversationStore;
  conversation: Conversation | null;
  cusId: number;
  isOnline: boolean;
};

/** Header of a conversation: the customer, and the member of staff who has claimed it. */
export function ConversationHeader({
  store,
  conversation,
  cusId,
  isOnline,
}: ConversationHeaderProps) {
  const t = useT();
  const [list] = useInboxList();
  const name = conversation ? nameOf(conversation) : `#${cusId}`;
  return (
    <header className="flex min-h-16 flex-none items-center gap-2.5 border-b border-line py-1.5 ps-4 pe-3 max-lg:ps-1">
      <Link
        to="/staff/chat"
        search={list}
        aria-label={t('staff.back')}
        className={`${iconButtonStyle} lg:hidden`}
      >
        <Icon of={ChevronLeft} size="l" className="flip" />
      </Link>
      <span className="avatar" data-online={isOnline || undefined} aria-hidden>
        {initialOf(name)}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-sm font-semibold">
          <LocalizedText>{name}</LocalizedText>
        </h2>
        <p className="truncate text-xs text-text-3">
          {conversation?.cus_tel && (
            <>
              <Ltr className="num">{formatPhone(conversation.cus_tel)}</Ltr>
              {' · '}
            </>
          )}
          <LocalizedText>{t(isOnline ? 'staff.online' : 'staff.offline')}</LocalizedText>
        </p>
      </div>
      {conversation && <ClaimButtons store={store} conversation={conversation} />}
    </header>
  );
}

function ClaimButtons({
  store,
  conversation,
}: {
  store: ConversationStore;
  conversation: Conversation;
}) {
  const t = useT();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { claimed_by: holder, claimed_until: until, cus_id, version } = conversation;
  const isMine = holder?.staff_id === customerNumber();

  const run = async (act: () => Promise<Conversation>) => {
    setBusy(true);
    setAsking(false);
    try {
      store.receiveConversation(await act());
      store.seen();
    } catch (error) {
      store.receiveConversation(conversationOf(error));
      toast.error(t('staff.claimFailed'));
    } finally {
      setBusy(false);
    }
  };
  const take = () => run(() => claim(cus_id, version));

  return (
    <div className="flex flex-none flex-col items-end">
      <div className="flex gap-1">
        {isAsking && (
          <Button kind="ghost" onClick={() => setAsking(false)}>
            {t('action.cancel')}
          </Button>
        )}
        {isMine ? (
          <Button kind="outline" isLoading={isBusy} onClick={() => run(() => release(cus_id))}>
            {t('staff.release')}
          </Button>
        ) : (
          <Button
            kind={isAsking ? 'primary' : 'outline'}
            isLoading={isBusy}
            onClick={() => (holder && !isAsking ? setAsking(true) : take())}
          >
            {t(isAsking ? 'staff.takeOverSure' : holder ? 'staff.takeOver' : 'staff.claim')}
          </Button>
        )}
      </div>
      {holder && (
        <p data-claimed={isMine ? 'mine' : 'other'} className="px-1 text-2xs text-text-3">
          <LocalizedText>
            {isMine
              ? t('staff.mineUntil', { time: timeOf(until ?? '') })
              : t('staff.theirsUntil', { name: holder.fname, time: timeOf(until ?? '') })}
          </LocalizedText>
        </p>
      )}
    </div>
  );
}
