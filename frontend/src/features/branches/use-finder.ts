import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { formatFinderHash, parseFinderHash } from '@/domain/branches/finder-hash';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The finder was opened from within the shop: one step back closes it. */
    finder?: true;
  }
}

/** Whether the finder is open and with which branch, and the ways on from there; the page behind it does not move. */
export function useFinder() {
  const { history } = useRouter();
  const navigate = useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const isOurs = useLocation({ select: ({ state }) => state.finder === true });
  const stay = { to: '.', search: true, resetScroll: false, hashScrollIntoView: false } as const;
  return {
    place: parseFinderHash(hash),
    choose: (b_id: number) =>
      void navigate({
        ...stay,
        hash: formatFinderHash(b_id),
        replace: true,
        state: isOurs ? { finder: true } : {},
      }),
    close: () => (isOurs ? history.back() : void navigate({ ...stay, hash: '', replace: true })),
  };
}
