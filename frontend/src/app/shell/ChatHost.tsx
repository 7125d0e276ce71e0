import { lazy, useEffect, useState } from 'react';
import { useChatWindow } from '@/domain/chat/chat-window';
import { useSession } from '@/domain/session/session';
import { withBuyingMessages, withMessages } from '@/shared/i18n/load-messages';
import { whenIdle } from '@/shared/scheduling/when-idle';
import { ChatLauncher } from './ChatLauncher';
import { ShellPart } from './ShellPart';

const loadWindow = () =>
  withBuyingMessages(withMessages('chat', import('@/features/chat/ChatWindow')));
const ChatWindow = lazy(() => loadWindow().then((module) => ({ default: module.ChatWindow })));
const ChatWatcher = lazy(() =>
  withMessages('chat', import('@/features/chat/ChatWatcher')).then((module) => ({
    default: module.ChatWatcher,
  })),
);

/**
 * Hosts the chat: the launcher, the window after the first click, and for customers the watcher of incoming messages.
 */
export default function ChatHost() {
  const { mode } = useChatWindow();
  const { isCustomer } = useSession();
  const [isNeeded, setNeeded] = useState(false);
  const [isTime, setTime] = useState(false);
  useEffect(() => whenIdle(() => setTime(true)), []);
  if (mode !== 'closed' && !isNeeded) setNeeded(true);
  return (
    <>
      <ChatLauncher onHint={() => void loadWindow()} />
      {isNeeded && (
        <ShellPart height="chat-coming">
          <ChatWindow />
        </ShellPart>
      )}
      {isCustomer && isTime && (
        <ShellPart height="hidden">
          <ChatWatcher />
        </ShellPart>
      )}
    </>
  );
}
