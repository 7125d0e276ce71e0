import { useNavigate, useParams, useSearch } from '@tanstack/react-router';

/** The opened category or group, which is in the address as `at`. */
export function useOpened() {
  const navigate = useNavigate();
  const { contentKey = '' } = useParams({ strict: false }) as { contentKey?: string };
  const { at } = useSearch({ strict: false }) as { at?: unknown };
  const open = (key: string | undefined) =>
    void navigate({
      to: '/staff/content/$contentKey',
      params: { contentKey },
      search: (key === undefined ? {} : { at: key }) as never,
      replace: true,
      resetScroll: false,
      // The form and its changes stay.
      ignoreBlocker: true,
    });
  return { at: typeof at === 'string' ? at : undefined, open };
}
