import { useEffect, useRef, useState } from 'react';
import { onLive } from '@/shared/live/live-bus';
import type { Side } from './chat-types';

const EXPIRES_MS = 6_000;
const THROTTLE_MS = 3_000;

/** Returns the first name of the other participant who is typing, if any. */
export function useTyping(cusId: number, side: Side): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const clearTyping = () => {
      clearTimeout(timer);
      setName(null);
    };
    const stops = [
      onLive('typing', (event) => {
        if (event.cus_id !== cusId || event.side === side) return;
        clearTyping();
        if (!event.typing) return;
        setName(event.fname);
        timer = setTimeout(clearTyping, EXPIRES_MS);
      }),
      onLive('message', (message) => {
        if (message.cus_id === cusId && message.cus_usertype !== side) clearTyping();
      }),
    ];
    return () => {
      clearTimeout(timer);
      setName(null);
      for (const stop of stops) stop();
    };
  }, [cusId, side]);
  return name;
}

/** Returns a function that sends typing indicators to the other side, at most one every few seconds. */
export function useSendTyping(send: () => void): () => void {
  const last = useRef(0);
  return () => {
    if (Date.now() - last.current < THROTTLE_MS) return;
    last.current = Date.now();
    send();
  };
}
