import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Further from the end than this, the way back is offered. */
const NEAR_END = 5;
/** Closer to the beginning than this, older messages are fetched. */
const NEAR_START = 80;

type ScrollOptions = {
  list: RefObject<HTMLElement | null>;
  /** Changes with the first message shown, and with the last. */
  first: unknown;
  last: unknown;
  onStart: () => void;
  /** The end is in sight. */
  onEnd: () => void;
};

/**
 * A list that grows at both ends: at the end it follows what comes, unless the reader has gone up; at the start it keeps
 * in place what is read.
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

  // Pictures and cards grow after they have come, the window when it is made larger.
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
