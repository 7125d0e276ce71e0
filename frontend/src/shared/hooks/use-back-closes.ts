import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set in the history entry of the open overlays; the number differs for each opening. */
    overlay?: number;
  }
}

/** Closes the overlay with the browser's back button, and removes its history entry when it is closed otherwise. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const router = useRouter();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    return overlayEntryOf(router).add(() => close());
  }, [isOpen, router]);
}

const entries = new WeakMap<RegisteredRouter, ReturnType<typeof createOverlayEntry>>();

function overlayEntryOf(router: RegisteredRouter) {
  const entry = entries.get(router) ?? createOverlayEntry(router);
  entries.set(router, entry);
  return entry;
}

/** Whether the browser follows the clicked link to another document in this tab. */
function isFollowed(event: MouseEvent): boolean {
  const link = event.target instanceof Element && event.target.closest('a');
  if (!link || event.defaultPrevented || link.hasAttribute('download')) return false;
  const isOwnTab = !event.ctrlKey && !event.metaKey && !event.shiftKey && link.target !== '_blank';
  return isOwnTab && /^https?:$/.test(link.protocol);
}

/**
 * History entry that all open overlays share. The back button closes the topmost one. A navigation from an overlay
 * replaces the entry, so that the back button leads from the new page to the page below the overlay.
 */
function createOverlayEntry(router: RegisteredRouter) {
  const { history } = router;
  const { push } = history;
  const overlays: (() => void)[] = [];
  /** Position of the entry in the history; null while there is none. */
  let index: number | null = null;
  let isLeaving = false;
  /** Whether a link to another site was followed: going back would cancel it. */
  let isFollowing = false;
  /** Navigation that began before the browser had left the entry. */
  let delayed: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const forget = () => {
    index = null;
    history.push = push;
  };

  const navigateFromOverlay: typeof push = (path, state, options) => {
    // Without the key: a page whose entry has one is not hydrated.
    const { overlay: _, ...own } = state ?? {};
    if (isLeaving) {
      delayed = () => push(path, own, options);
      return;
    }
    forget();
    history.replace(path, own, options);
    update();
  };

  const open = () => {
    index = history.location.state.__TSR_index + 1;
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      resetScroll: false,
      hashScrollIntoView: false,
      ignoreBlocker: true,
      state: (state) => ({ ...state, overlay: Date.now() }),
    });
    history.push = navigateFromOverlay;
  };

  const leave = () => {
    index = null;
    isLeaving = true;
    history.back({ ignoreBlocker: true });
  };

  /** Adds or leaves the entry once the current task has ended, when a link has navigated or another overlay has opened. */
  function update() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isLeaving) return;
      if (overlays.length > 0 && index === null) open();
      if (overlays.length === 0 && index !== null && !isFollowing) leave();
    });
  }

  // After the listeners of React, so that links of the router are prevented.
  document.addEventListener('click', (event) => {
    isFollowing = isFollowed(event);
  });
  // The page is shown again from the back/forward cache.
  addEventListener('pageshow', () => {
    isFollowing = false;
    update();
  });

  history.subscribe(({ location, action }) => {
    if (action.type === 'PUSH' || action.type === 'REPLACE') return;
    if (isLeaving) {
      isLeaving = false;
      forget();
      delayed?.();
      delayed = null;
      update();
    } else if (index !== null && location.state.__TSR_index < index) {
      forget();
      overlays.pop()?.();
      update();
    }
  });

  return {
    /** Adds an overlay above the others. Returns a function that removes it. */
    add(close: () => void): () => void {
      overlays.push(close);
      update();
      return () => {
        const place = overlays.indexOf(close);
        if (place >= 0) overlays.splice(place, 1);
        update();
      };
    },
  };
}
