import '../styles/office.css';
import '../styles/utilities.css';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type StaffArea, unreadChatsQuery } from '@/domain/staff/staff-check';
import { markBackgroundRequests } from '@/shared/api/user-activity';
import { useLiveInbox } from '@/shared/live/use-live';
import { useHomeBranch } from '../home-branch';
import { openMessagesQuery } from '../messages/staff-messages-api';
import { orderCountsQuery } from '../staff-orders-api';
import { OfficeRail } from './OfficeRail';
import { OfficeTabs } from './OfficeTabs';
import { mayOpen, placeOf } from './office-entries';
import { RoleDenied } from './RoleDenied';
import { ShortcutsDialog } from './ShortcutsDialog';
import { ShortcutsContext } from './shortcuts-context';
import { useAccessRecheck } from './use-access-recheck';
import { useOfficeLive } from './use-office-live';
import { useRailWidth } from './use-rail-width';
import { useShortcuts } from './use-shortcuts';
import { useStaffPushRefresh } from './use-staff-push';

if (typeof window !== 'undefined') markBackgroundRequests();

const CONVERSATION = /^\/staff\/\d+/;

type OfficeFrameProps = { areas: StaffArea[]; children: ReactNode };

/** Frame of the back office: navigation rail beside the page, or a tab bar below it on phones. */
export function OfficeFrame({ areas, children }: OfficeFrameProps) {
  const navigate = useNavigate();
  const place = useLocation({ select: ({ pathname, searchStr }) => placeOf(pathname, searchStr) });
  const isConversation = useLocation({ select: ({ pathname }) => CONVERSATION.test(pathname) });
  const [isHelpOpen, setHelpOpen] = useState(false);
  const may = (area: StaffArea) => areas.includes(area);
  const home = useHomeBranch();
  const { data: orders } = useQuery({ ...orderCountsQuery(home), enabled: may('orders') });
  const { data: chats } = useQuery({ ...unreadChatsQuery, enabled: may('inbox') });
  const { data: messages } = useQuery({ ...openMessagesQuery, enabled: may('messages') });
  const isWide = useRailWidth();
  useOfficeLive(may('orders'));
  useAccessRecheck();
  useStaffPushRefresh(may('orders') || may('inbox'));
  useShortcuts({
    '?': () => setHelpOpen(true),
    'g t': may('today') ? () => void navigate({ to: '/staff' }) : undefined,
    'g o': may('orders') ? () => void navigate({ to: '/staff/orders' }) : undefined,
    'g c': may('inbox') ? () => void navigate({ to: '/staff/chat' }) : undefined,
    'g p': may('products') ? () => void navigate({ to: '/staff/products' }) : undefined,
  });
  const waiting = {
    orders: orders?.to_confirm ?? 0,
    chat: chats?.unread_conversations ?? 0,
    messages: messages?.open ?? 0,
  };
  const menu = { place, areas, waiting };
  const page = mayOpen(place, areas) ? children : <RoleDenied place={place} />;
  const live = may('inbox') && <LiveInbox />;
  if (place === 'print') {
    return (
      <>
        {live}
        {page}
      </>
    );
  }
  const isNarrow = !isWide || place === 'chat' || place === 'replies' || place === 'broadcast';
  return (
    <ShortcutsContext value={() => setHelpOpen(true)}>
      {live}
      <div
        className="office"
        data-narrow={isNarrow || undefined}
        data-conversation={isConversation || undefined}
      >
        <OfficeRail {...menu} isNarrow={isNarrow} />
        <div className="o-main">{page}</div>
        <OfficeTabs {...menu} />
      </div>
      <ShortcutsDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </ShortcutsContext>
  );
}

/** Subscribes to the events of all conversations, which the server refuses to roles without the inbox. */
function LiveInbox() {
  useLiveInbox();
  return null;
}
