import { useEffect, useEffectEvent } from 'react';
import { useT } from '@/language/context';
import { liveState } from '@/live/bus';
import { useLive } from '@/live/use-live';
import { customerCalls } from '@/talk/calls';
import { customerNumber, ownerOf } from '@/talk/owner';
import { adoptVisitors, readUnsent } from '@/talk/unsent';
import { openChat, setChatUnread, useChatWindow } from '@/talk/window';
import { toast } from '@/ui/toast';
import { ownTalk } from './own-talk';

/**
 * For a signed-in customer, whether or not the window is open: sends what waited for the login or the connection, and
 * counts what was not read yet.
 */
export function ChatWatcher() {
  const t = useT();
  const { mode, unread } = useChatWindow();
  const isOutOfSight = mode === 'closed' || mode === 'minimised';
  const cusId = customerNumber();

  useEffect(() => {
    const owner = ownerOf(true);
    const hasWaited = adoptVisitors(owner);
    if (!hasWaited && readUnsent(owner).length === 0) return;
    const talk = ownTalk(owner, t);
    talk.takeUp();
    void talk.flush();
    if (hasWaited) openChat();
  }, [t]);

  const count = useEffectEvent(() => {
    if (!isOutOfSight) return;
    customerCalls
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
    if (readUnsent(owner).length > 0) void ownTalk(owner, t).flush();
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
      action: { label: t('chat.open'), onPress: () => openChat() },
    });
  });
  return null;
}
