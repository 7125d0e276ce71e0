import { Link } from '@tanstack/react-router';
import { nearDay, timeOf } from '@/domain/chat/message-times';
import { shopNow } from '@/shared/api/shop-time';
import { formatDay } from '@/shared/format/shop-clock';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import type { Conversation } from '@/shared/live/live-events';
import { cx } from '@/shared/ui/cx';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { initialOf, nameOf, previewOf } from './conversation-names';
import { useInboxList } from './inbox-route';

type ConversationRowProps = { conversation: Conversation; isHere: boolean; isOnline: boolean };

export function ConversationRow({ conversation, isHere, isOnline }: ConversationRowProps) {
  const t = useT();
  const [list] = useInboxList();
  const { cus_id, last_message, unread, claimed_by, updated_at } = conversation;
  const name = nameOf(conversation);
  return (
    <li className="border-b border-line">
      <Link
        to="/staff/$cusId"
        params={{ cusId: String(cus_id) }}
        search={list}
        aria-current={isHere ? 'page' : undefined}
        data-conversation={cus_id}
        className={cx(
          'flex min-h-17 items-center gap-3 px-4 py-2.5 hover:bg-surface-3',
          isHere && 'bg-action-soft',
        )}
      >
        <span className="avatar" data-online={isOnline || undefined} aria-hidden>
          {initialOf(name)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-center justify-between gap-2">
            <b className="truncate text-sm font-semibold">
              <LocalizedText>{name}</LocalizedText>
            </b>
            {isOnline && <span className="sr-only">{t('staff.online')}</span>}
            <When at={last_message?.msdate ?? updated_at} />
          </span>
          <span className="flex items-center gap-2">
            <span
              className={cx(
                'min-w-0 flex-1 truncate text-xs',
                unread > 0 ? 'font-medium text-text' : 'text-text-3',
              )}
            >
              <LocalizedText>{previewOf(t, last_message)}</LocalizedText>
            </span>
            {claimed_by && (
              <span className="flex-none text-2xs text-text-3">{claimed_by.fname}</span>
            )}
            {unread > 0 && (
              <>
                <span aria-hidden className="counter static! flex-none shadow-none!">
                  {unread}
                </span>
                <span className="sr-only">{t('staff.unreadCount', { count: unread })}</span>
              </>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

function When({ at }: { at: string }) {
  const t = useT();
  const { code } = useLanguage();
  const near = nearDay(at, shopNow());
  const text =
    near === 'today'
      ? timeOf(at)
      : near === 'yesterday'
        ? t('chat.yesterday')
        : formatDay(at, code);
  return <span className="flex-none text-xs whitespace-nowrap text-text-3">{text}</span>;
}
