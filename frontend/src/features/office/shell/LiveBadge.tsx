import { useT } from '@/shared/i18n/language-context';
import { useLiveState } from '@/shared/live/use-live';

/** Badge that says whether the live event stream is connected. */
export function LiveBadge() {
  const t = useT();
  const { open } = useLiveState();
  return (
    <span role="status" data-off={!open || undefined} className="o-live max-lg:hidden">
      {t(open ? 'office.live' : 'office.notLive')}
    </span>
  );
}
