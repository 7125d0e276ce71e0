import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const TITLE_DELAY_MS = 100;

/** After a move to another page, screen readers hear its title and the keyboard continues at its top. */
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
          // Who writes already is not interrupted.
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
