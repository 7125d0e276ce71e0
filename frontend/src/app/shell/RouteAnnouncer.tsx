import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const TITLE_DELAY_MS = 100;

/** After navigation, announces the page title to screen readers and moves the focus to the top of the page. */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState('');

  useEffect(() => {
    let before: Element | null = null;
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        before = document.activeElement;
      }),
      router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        setTimeout(() => {
          setTitle(document.title);
          const now = document.activeElement;
          // A user who is already typing keeps the focus.
          if (now !== before && now?.matches('input, select, textarea')) return;
          document.getElementById('main')?.focus({ preventScroll: true });
        }, TITLE_DELAY_MS);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router]);

  return (
    <p id="route-announcer" aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
