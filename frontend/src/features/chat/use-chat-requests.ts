import { useEffect, useEffectEvent } from 'react';
import { consumeChatRequests, useChatWindow } from '@/domain/chat/chat-window';
import type { ConversationStore } from '@/domain/chat/conversation-store';
import type { ComposerState } from '@/domain/chat/use-composer';
import { useT } from '@/shared/i18n/language-context';
import { currentConversation } from './customer-conversation';
import { sendProductInquiry } from './product-inquiry';

/**
 * Carries out the requests with which the chat was opened: a product inquiry, or an image and text for the composer.
 */
export function useChatRequests(
  store: ConversationStore,
  composing: ComposerState,
  onRequest: () => void,
): void {
  const t = useT();
  const { requests } = useChatWindow();
  const carryOut = useEffectEvent(() => {
    for (const { product, image, text } of consumeChatRequests()) {
      onRequest();
      if (product) sendProductInquiry(() => currentConversation() ?? store, t, product);
      if (image) composing.choose(image);
      if (text) composing.write(text);
    }
  });
  useEffect(() => {
    if (requests.length > 0) carryOut();
  }, [requests]);
}
