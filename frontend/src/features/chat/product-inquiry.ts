import type { ChatRequest } from '@/domain/chat/chat-window';
import type { ConversationStore } from '@/domain/chat/conversation-store';
import type { Translate } from '@/shared/i18n/load-messages';

/** Delay in ms between opening the window and sending the inquiry. */
const OPEN_DELAY_MS = 200;
const INTERVAL_MS = 500;

let lastAt = 0;
let queue = Promise.resolve();

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/**
 * Sends an inquiry about a product, 200 ms after the window opened and at least 500 ms after the previous one. The
 * conversation is read when the inquiry is sent. Until the session has arrived, it is the conversation of a visitor,
 * whose messages are merged into the account once.
 */
export function sendProductInquiry(
  conversation: () => ConversationStore,
  t: Translate,
  product: NonNullable<ChatRequest['product']>,
) {
  const from = Date.now() + OPEN_DELAY_MS;
  queue = queue.then(async () => {
    await rest(Math.max(from, lastAt + INTERVAL_MS) - Date.now());
    lastAt = Date.now();
    const sms = t('chat.inquiry', { name: product.name });
    await conversation().write({ kind: 'deeplink', sms, url: `/la/shop/${product.pro_id}` });
  });
}
