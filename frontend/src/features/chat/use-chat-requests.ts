import { useEffect, useEffectEvent } from 'react';
import { takeRequests, useChatWindow } from '@/domain/chat/chat-window';
import type { Talk } from '@/domain/chat/conversation-store';
import type { Composing } from '@/domain/chat/use-composer';
import { useT } from '@/shared/i18n/language-context';
import { inquire } from './product-inquiry';

/** Carries out what the chat was opened for: a question about a product, or a picture to be looked at and sent. */
export function useRequests(talk: Talk, composing: Composing, onRequest: () => void): void {
  const t = useT();
  const { requests } = useChatWindow();
  const carryOut = useEffectEvent(() => {
    for (const { product, photo, text } of takeRequests()) {
      onRequest();
      if (product) inquire(talk, t, product);
      if (photo) composing.choose(photo);
      if (text) composing.write(text);
    }
  });
  useEffect(() => {
    if (requests.length > 0) carryOut();
  }, [requests]);
}
