import { authFetch } from '@/shared/api/auth';

export const TOPICS = ['customers', 'sellers', 'promotions'] as const;
export type Broadcast = {
  topicName: string;
  category: string;
  title: string;
  body: string;
  /** Target of a click; `mobileUrl` if it is empty, `websiteUrl` if both are. */
  actionUrl: string;
  mobileUrl: string;
  websiteUrl: string;
  imageUrl: string;
};
export type BroadcastError = { field: keyof Broadcast; reason: 'required' | 'too_long' | 'url' };

export const EMPTY_BROADCAST: Broadcast = {
  topicName: TOPICS[0],
  category: 'general',
  title: '',
  body: '',
  actionUrl: '',
  mobileUrl: '',
  websiteUrl: '',
  imageUrl: '',
};

/** Maximum lengths in characters, as the server checks them. */
const MAX_LENGTH = { title: 120, body: 1000 };
/** Maximum length in bytes. */
const MAX_LINK_LENGTH = 1024;
const LINKS = ['actionUrl', 'mobileUrl', 'websiteUrl', 'imageUrl'] as const;
/** A path of this shop, or an https URL. */
const LINK = /^(?:\/(?![/\\])|https:\/\/)[^\p{Cc} ]*$/u;

/** Validates a broadcast before it is sent: missing, too long, or an invalid link. */
export function broadcastErrors(message: Broadcast): BroadcastError[] {
  const errors: BroadcastError[] = [];
  for (const field of ['title', 'body'] as const) {
    const { length } = [...message[field].trim()];
    if (length === 0) errors.push({ field, reason: 'required' });
    else if (length > MAX_LENGTH[field]) errors.push({ field, reason: 'too_long' });
  }
  for (const field of LINKS) {
    const link = message[field].trim();
    if (link && !LINK.test(link)) errors.push({ field, reason: 'url' });
    else if (new TextEncoder().encode(link).length > MAX_LINK_LENGTH) {
      errors.push({ field, reason: 'too_long' });
    }
  }
  return errors;
}

/** Sends a broadcast. It is idempotent by `key`. */
export function sendBroadcast(message: Broadcast, key: string): Promise<unknown> {
  const trimmed = Object.entries(message).map(([field, text]) => [field, text.trim()]);
  return authFetch('/api/v1/notifications/broadcast', {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: { ...Object.fromEntries(trimmed), deliveryMethod: 'topic', priority: 'normal' },
  });
}
