import { Link } from '@tanstack/react-router';
import { Info, type LucideIcon, Package, Tag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import type { Category, NotificationItem } from './notification';
import { formatAge, formatExactTime } from './notification-age';
import { notificationTarget } from './notification-target';

const LOOKS: Record<Category, { icon: LucideIcon; style: string; name: MessageKey }> = {
  general: { icon: Info, style: 'bg-surface-3 text-text-2', name: 'notifications.general' },
  promotion: {
    icon: Tag,
    style: 'bg-deal-soft-2 text-on-deal-soft',
    name: 'notifications.promotion',
  },
  order: { icon: Package, style: 'bg-ok-soft text-ok', name: 'notifications.order' },
};

type NotificationRowProps = {
  notification: NotificationItem;
  now: number;
  onClick: (leads: boolean) => void;
};

/** Row of a notification. A click marks it as read and opens its target. */
export function NotificationRow({ notification, now, onClick }: NotificationRowProps) {
  const t = useT();
  const look = LOOKS[notification.category];
  return (
    <li className={cx('border-b border-line', !notification.isRead && 'bg-action-soft')}>
      <RowLink notice={notification} onPress={onClick}>
        <span className={cx('grid size-10 flex-none place-items-center rounded-full', look.style)}>
          <Icon of={look.icon} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="sr-only">
            {t(look.name)}
            {!notification.isRead && `, ${t('notifications.unread')}`}.{' '}
          </span>
          <span className={cx('block text-sm', !notification.isRead && 'font-semibold')}>
            <LocalizedText>{notification.title}</LocalizedText>
          </span>
          <span className="line-clamp-3 text-xs whitespace-pre-line text-text-3">
            <LocalizedText>{notification.body}</LocalizedText>
          </span>
          <time
            dateTime={notification.createdAt}
            title={formatExactTime(notification.createdAt)}
            className="num mt-1 block text-xs text-text-3"
          >
            {formatAge(notification.createdAt, now, t)}
          </time>
        </span>
        <Thumbnail of={notification.imageUrl} />
        {!notification.isRead && (
          <span aria-hidden className="mt-2 size-2 flex-none rounded-full bg-action" />
        )}
      </RowLink>
    </li>
  );
}

type RowLinkProps = {
  notice: NotificationItem;
  onPress: NotificationRowProps['onClick'];
  children: ReactNode;
};

function RowLink({ notice, onPress, children }: RowLinkProps) {
  const target = notificationTarget(notice);
  const style =
    'flex min-h-11 w-full items-start gap-3 px-4 py-3 text-start hover:bg-surface-3 focus-inside';
  if (target.kind === 'none') {
    return (
      <button type="button" onClick={() => onPress(false)} className={style}>
        {children}
      </button>
    );
  }
  if (target.kind === 'outside') {
    return (
      <a href={target.href} rel="noopener" onClick={() => onPress(true)} className={style}>
        {children}
      </a>
    );
  }
  return (
    <Link
      to={target.path}
      search={target.search as never}
      hash={target.hash}
      onClick={() => onPress(true)}
      className={style}
    >
      {children}
    </Link>
  );
}

/**
 * Thumbnail. Only images of the shop are shown, because the Content-Security-Policy blocks others. A broken image is
 * hidden.
 */
function Thumbnail({ of: src }: { of: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken || !/^\/(?!\/)/.test(src)) return null;
  return (
    <img
      src={src}
      alt=""
      width={48}
      height={48}
      loading="lazy"
      onError={() => setBroken(true)}
      className="size-12 flex-none rounded-md bg-tile object-cover"
    />
  );
}
