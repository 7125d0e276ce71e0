import type { ChatRequest } from '@/domain/chat/chat-window';
import type { Talk } from '@/domain/chat/conversation-store';
import type { Translate } from '@/shared/i18n/load-messages';

/** The window has opened before the question is sent. */
const AFTER_OPENING = 200;
const APART = 500;

let lastAt = 0;
let queue = Promise.resolve();

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** Asks about a product: 200 ms after the window opened, and never within 500 ms of the last one. */
export function inquire(talk: Talk, t: Translate, product: NonNullable<ChatRequest['product']>) {
  const from = Date.now() + AFTER_OPENING;
  queue = queue.then(async () => {
    await rest(Math.max(from, lastAt + APART) - Date.now());
    lastAt = Date.now();
    const sms = t('chat.inquiry', { name: product.name });
    await talk.write({ kind: 'deeplink', sms, url: `/la/shop/${product.pro_id}` });
  });
}
