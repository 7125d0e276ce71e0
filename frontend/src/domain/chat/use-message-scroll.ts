import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Distance from the end in px above which the scroll-to-end button is shown. */
const NEAR_END = 5;
/** Distance from the start in px below which older messages are loaded. */
const NEAR_START = 80;

type ScrollOptions = {
  list: RefObject<HTMLElement | null>;
  /** Change with the first and the last message shown. */
  first: unknown;
  last: unknown;
  onStart: () => void;
  /** Called when the end becomes visible. */
  onEnd: () => void;
};

/**
 * Scroll position of a list that grows at both ends: at the end it follows new messages unless the reader has scrolled
 * up; at the start it keeps the visible messages in place.
 */
export function useMessageScroll({ list, first, last, onStart, onEnd }: ScrollOptions) {
  const [isAtEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const height = useRef(0);
  const shownFirst = useRef(first);

  const toEnd = useCallback(
    (behavior: ScrollBehavior = 'auto') => {
      const element = list.current;
      follows.current = true;
      element?.scrollTo({ top: element.scrollHeight, behavior });
    },
    [list],
  );

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const grown = element.scrollHeight - height.current;
    if (follows.current) toEnd();
    else if (shownFirst.current !== first && grown > 0) element.scrollTop += grown;
    shownFirst.current = first;
    height.current = element.scrollHeight;
  });

  // Images and cards grow after they load, and the window can be enlarged.
  useEffect(() => {
    const element = list.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    const observer = new ResizeObserver(() => {
      if (follows.current) toEnd();
      height.current = element.scrollHeight;
    });
    observer.observe(content);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, toEnd]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last message is seen when the end is
  useEffect(() => {
    if (isAtEnd) onEnd();
  }, [isAtEnd, last]);

  const onScroll = () => {
    const element = list.current;
    if (!element) return;
    const left = element.scrollHeight - element.clientHeight - element.scrollTop;
    follows.current = left <= NEAR_END;
    setAtEnd(follows.current);
    if (element.scrollTop < NEAR_START) onStart();
  };

  return { isAtEnd, onScroll, toEnd };
}
