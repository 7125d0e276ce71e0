import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { formatFinderHash, parseFinderHash } from '@/domain/branches/finder-hash';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set if the finder was opened by a link of the shop, so that the back button closes it. */
    finder?: true;
  }
}

/**
 * State of the branch finder in the address: whether it is open and which branch is chosen, with functions to change
 * it. The page behind it does not scroll.
 */
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
