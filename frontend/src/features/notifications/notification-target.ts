import { withoutLanguage } from '@/shared/i18n/languages';
import { type LinkTarget, linkTarget } from '@/shared/ui/link-target';
import type { NotificationItem } from './notification';

/**
 * Target of a notification: its action URL, else its website. Pages of this shop open within the app and in its
 * language.
 */
export function notificationTarget({
  actionUrl,
  websiteUrl,
}: Pick<NotificationItem, 'actionUrl' | 'websiteUrl'>) {
  const target = read(actionUrl);
  return target.kind === 'none' ? read(websiteUrl) : target;
}

function read(address: string): LinkTarget {
  const own = `${location.origin}/`;
  const target = linkTarget(address.startsWith(own) ? address.slice(own.length - 1) : address);
  if (target.kind !== 'inside') return target;
  return { ...target, path: withoutLanguage(target.path) };
}
