import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { customerChatApi } from '@/domain/chat/chat-api';
import { openChat, setChatUnread, useChatWindow } from '@/domain/chat/chat-window';
import { ownerOf } from '@/domain/chat/outbox-owner';
import { mergeVisitorOutbox, readOutbox } from '@/domain/chat/outbox-storage';
import { customerNumber } from '@/domain/session/customer-number';
import { useT } from '@/shared/i18n/language-context';
import { liveState } from '@/shared/live/live-bus';
import { useLive } from '@/shared/live/use-live';
import { withTabLock } from '@/shared/storage/tab-lock';
import { toast } from '@/shared/ui/toast';
import { customerConversation } from './customer-conversation';

/**
 * Background part of the chat for signed-in customers, also while the window is closed: sends messages that waited for
 * the login or the connection, and counts unread messages.
 */
export function ChatWatcher() {
  const t = useT();
  const { mode, unread } = useChatWindow();
  const isOutOfSight = mode === 'closed' || mode === 'minimized';
  const cusId = customerNumber();

  useEffect(() => {
    const owner = ownerOf(true);
    let isUnmounted = false;
    const mergeOutbox = async () => {
      if (isUnmounted || owner !== ownerOf(true)) return;
      const hasWaited = mergeVisitorOutbox(owner);
      if (!hasWaited && readOutbox(owner).length === 0) return;
      const store = customerConversation(owner, t);
      store.reloadOutbox();
      void store.flush();
      if (hasWaited) openChat();
    };
    // Every tab of this browser learns of the login, but only one adds the visitor's draft to the customer's.
    void withTabLock('heuan-chat-visitor', mergeOutbox);
    return () => {
      isUnmounted = true;
    };
  }, [t]);

  // Link in a message about an unread answer, which opens the chat.
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  useEffect(() => {
    if (new URLSearchParams(search).get('chat') === 'open') openChat();
  }, [search]);

  const count = useEffectEvent(() => {
    if (!isOutOfSight) return;
    customerChatApi
      .history({ limit: 1 })
      .then(({ conversation }) => setChatUnread(conversation?.unread ?? 0))
      .catch(() => {});
  });
  useEffect(() => {
    if (liveState().open) count();
  }, []);
  useLive('hello', ({ resumed }) => {
    if (!resumed) count();
    const owner = ownerOf(true);
    if (readOutbox(owner).length > 0) void customerConversation(owner, t).flush();
  });
  useLive('reset', () => count());
  useLive('conversation', (conversation) => {
    if (conversation.cus_id === cusId && isOutOfSight) setChatUnread(conversation.unread);
  });
  useLive('message', ({ cus_id, cus_usertype, fname, sms }) => {
    if (cus_id !== cusId || cus_usertype === 'user' || !isOutOfSight) return;
    setChatUnread(unread + 1);
    toast.info(t('chat.newMessage', { name: fname }), {
      detail: sms,
      action: { label: t('chat.open'), onClick: () => openChat() },
    });
  });
  return null;
}
