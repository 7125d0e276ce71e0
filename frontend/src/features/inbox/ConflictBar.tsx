import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { PendingMessage } from '@/domain/chat/chat-types';
import type { ConversationStore } from '@/domain/chat/conversation-store';
import { useT } from '@/shared/i18n/language-context';
import type { ChatMessage, Conversation } from '@/shared/live/live-events';
import { Button } from '@/shared/ui/Button';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';

type ConflictBarProps = {
  store: ConversationStore;
  held: PendingMessage;
  conversation: Conversation | null;
  messages: readonly ChatMessage[];
  onEdit: (text: string) => void;
};

/** Conflict: another member of staff has replied or holds the conversation. Nothing was sent; the writer decides. */
export function ConflictBar(props: ConflictBarProps) {
  const { store, held, conversation, messages, onEdit } = props;
  const t = useT();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => bar.current?.querySelector('button')?.focus(), []);
  const isClaimed = held.why === 'claimed';
  const other = messages.findLast(({ cus_usertype }) => cus_usertype === 'staff');
  const name = conversation?.claimed_by?.fname ?? other?.fname ?? '';

  const takeBack = () => {
    store.giveUp(held.client_id);
    if (held.kind === 'user') onEdit(held.sms);
  };
  const send = () => {
    const version = conversation?.version ?? held.version ?? 0;
    store.sendAgain(held.client_id, { version, take_over: isClaimed });
  };
  return (
    <div
      ref={bar}
      role="alert"
      data-conflict={held.why}
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 bg-warn-soft px-4 py-2.5 text-sm"
    >
      <Icon of={TriangleAlert} className="text-warn" />
      <p className="min-w-50 flex-1">
        <LocalizedText>
          {t(isClaimed ? 'staff.claimedBy' : 'staff.changedBy', { name })}
        </LocalizedText>
      </p>
      <div className="ms-auto flex flex-wrap gap-2">
        <Button kind="outline" onClick={takeBack}>
          {t('staff.takeBack')}
        </Button>
        <Button onClick={send}>{t(isClaimed ? 'staff.sendTakeOver' : 'staff.sendAnyway')}</Button>
      </div>
    </div>
  );
}
