import { type HistoryLocation, type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set in the history entries of open overlays, which are above the entry of the page. */
    overlay?: {
      /** Number of the entry, counted from 1 for the one above the page. */
      depth: number;
      /** Whether the address was replaced, so that the entries below still have the old one. */
      isReplaced: boolean;
    };
  }
}

/** Closes the overlay with the browser's back button, and removes its history entry when it is closed otherwise. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const router = useRouter();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    return overlayEntriesOf(router).add(() => close());
  }, [isOpen, router]);
}

/**
 * Leaves history entries of overlays that are no longer open: entries of a reloaded page, and entries to which
 * the forward button returned. Renders nothing.
 */
export function StaleOverlayEntries(): null {
  const router = useRouter();
  useEffect(() => void overlayEntriesOf(router), [router]);
  return null;
}

const entries = new WeakMap<RegisteredRouter, ReturnType<typeof createOverlayEntries>>();

function overlayEntriesOf(router: RegisteredRouter) {
  const known = entries.get(router) ?? createOverlayEntries(router);
  entries.set(router, known);
  return known;
}

/** Number of overlay entries from the page up to a location. */
const depthOf = ({ state }: HistoryLocation) => state.overlay?.depth ?? 0;

/** History state without the mark of an overlay. A page whose entry has one is not hydrated. */
function withoutOverlay<State extends { overlay?: unknown }>(state: State): Omit<State, 'overlay'> {
  const { overlay: _, ...own } = state;
  return own;
}

/** Whether a history state has only the values that the router adds. */
const isPlain = (state: object) =>
  Object.keys(state).every((name) => name === 'key' || name.startsWith('__'));

/** Whether the browser follows the clicked link to another document in this tab. */
function isFollowed(event: MouseEvent): boolean {
  const link = event.target instanceof Element && event.target.closest('a');
  if (!link || event.defaultPrevented || link.hasAttribute('download')) return false;
  const isOwnTab = !event.ctrlKey && !event.metaKey && !event.shiftKey && link.target !== '_blank';
  return isOwnTab && /^https?:$/.test(link.protocol);
}

/** Time after which the browser is taken to have ignored a step back. */
const LEAVE_TIMEOUT_MS = 1_000;

/**
 * Keeps one history entry for each open overlay, so that the back button closes the topmost one. A navigation from an
 * overlay takes the place of these entries: the back button leads from the new page to the page below the overlay.
 */
function createOverlayEntries(router: RegisteredRouter) {
  const { history } = router;
  const { push, replace } = history;
  const overlays: (() => void)[] = [];
  /** Location before the latest event of the history. */
  let last = history.location;
  /** Whether entries are being left; the browser does so asynchronously. */
  let isLeaving = false;
  /** Navigations that began before the browser had left the entries. */
  const delayed: (() => void)[] = [];
  /** Whether a link to another site was followed: going back would cancel it. */
  let isFollowing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leaveTimer: typeof timer;

  const leave = (count: number) => {
    isLeaving = true;
    clearTimeout(leaveTimer);
    leaveTimer = setTimeout(() => {
      // Lets an event through that has waited for a busy page.
      leaveTimer = setTimeout(stopLeaving);
    }, LEAVE_TIMEOUT_MS);
    history.go(-count, { ignoreBlocker: true });
  };
  /** Ends the wait for the browser. Returns the navigations that waited. */
  const endLeaving = () => {
    clearTimeout(leaveTimer);
    isLeaving = false;
    return delayed.splice(0);
  };
  function stopLeaving() {
    for (const navigate of endLeaving()) navigate();
    update();
  }

  history.push = (path, state = {}, options) => {
    const own = withoutOverlay(state);
    const pushLater = () => history.push(path, own, options);
    const { href, state: current } = history.location;
    const depth = depthOf(history.location);
    const isImmediate = options?.ignoreBlocker || history._getBlockers().length === 0;
    if (isLeaving) delayed.push(pushLater);
    else if (depth === 0 || state.overlay?.depth > depth) push(path, state, options);
    // A link to the page itself adds no entry, as without an overlay.
    else if (path === href && isPlain(own) && isPlain(withoutOverlay(current)))
      history.replace(path, own, options);
    else if (depth === 1 && isImmediate && !current.overlay?.isReplaced)
      replace(path, own, options);
    else {
      delayed.push(pushLater);
      leave(depth);
    }
  };

  history.replace = (path, state = {}, options) => {
    const own = withoutOverlay(state);
    const depth = depthOf(history.location);
    if (isLeaving) delayed.push(() => history.replace(path, own, options));
    else if (depth === 0) replace(path, own, options);
    else replace(path, { ...own, overlay: { depth, isReplaced: true } }, options);
  };

  /** Whether the page of the latest navigation is still loading: it begins at its top or at its hash. */
  const isArriving = () => {
    const shown = router.state.resolvedLocation;
    return shown !== undefined && shown.href !== router.latestLocation.href;
  };

  const open = (depth: number) => {
    const isReplaced = history.location.state.overlay?.isReplaced ?? false;
    void router.navigate({
      to: '.',
      search: true,
      hash: true,
      resetScroll: isArriving(),
      hashScrollIntoView: isArriving(),
      ignoreBlocker: true,
      state: (state) => ({ ...state, overlay: { depth, isReplaced } }),
    });
    // The browser's history would join the next entry with this one.
    history.flush();
  };

  /** Renders the location again without moving the page, which may have scrolled below the overlay. */
  const keepScroll = () => {
    // With a hash, the router would scroll to its element.
    if (history.location.hash) return;
    const location = router.parseLocation(history.location);
    void router.commitLocation({
      ...location,
      replace: true,
      resetScroll: isArriving(),
      ignoreBlocker: true,
    });
  };

  /** Adds or leaves entries once the current task has ended, when a link has navigated or another overlay has opened. */
  function update() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isLeaving) return;
      const depth = depthOf(history.location);
      for (let next = depth + 1; next <= overlays.length; next++) open(next);
      if (depth > overlays.length && !isFollowing) leave(depth - overlays.length);
    });
  }

  // After the listeners of React, so that links of the router are prevented.
  document.addEventListener('click', (event) => {
    isFollowing = isFollowed(event);
  });
  // The page is shown again from the back/forward cache.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) endLeaving();
    isFollowing = false;
    update();
  });

  history.subscribe(({ location, action }) => {
    const left = last;
    last = location;
    if (action.type === 'PUSH' || action.type === 'REPLACE') return update();
    const isOurs = isLeaving;
    const waiting = endLeaving();
    const closed = depthOf(left) - depthOf(location);
    const isBelow = left.state.__TSR_index - location.state.__TSR_index === closed;
    if (closed > 0 && isBelow) {
      // The entry below gets the address that replaced its own.
      if (left.state.overlay?.isReplaced)
        history.replace(left.href, withoutOverlay(left.state), { ignoreBlocker: true });
      history.flush();
      if (waiting.length === 0) keepScroll();
    }
    if (closed > 0 && !isOurs) for (const close of overlays.splice(-closed).reverse()) close();
    for (const navigate of waiting) {
      navigate();
      history.flush();
    }
    update();
  });
  update();

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
