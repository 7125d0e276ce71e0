import { CalendarClock, CircleCheck, CircleDashed, CircleSlash } from 'lucide-react';
import { formatDay } from '@/shared/format/shop-clock';
import { useNow } from '@/shared/hooks/use-now';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { shopDay } from '../office-dates';
import { useOffice } from '../use-office-format';
import type { ContentBody } from './content-api';
import { type Schedule, scheduleOf } from './content-form';

const MINUTE = 60_000;

const LOOKS = {
  shown: { kind: 'ok', icon: CircleCheck, text: 'office.content.state.shown' },
  scheduled: { kind: 'brand', icon: CalendarClock, text: 'office.content.state.scheduled' },
  ended: { kind: 'neutral', icon: CircleSlash, text: 'office.content.state.ended' },
  unpublished: { kind: 'neutral', icon: CircleDashed, text: 'office.content.state.unpublished' },
} as const satisfies Record<Schedule, { kind: string; icon: unknown; text: MessageKey }>;

/** Badge that says whether shoppers see a promotion or banner today. */
export function ScheduleBadge({ body }: { body: ContentBody }) {
  const { t } = useOffice();
  const look = LOOKS[scheduleOf(body, shopDay(useNow(MINUTE)))];
  return (
    <Badge kind={look.kind}>
      <Icon of={look.icon} size="s" />
      {t(look.text)}
    </Badge>
  );
}

/** Returns a function that formats the first and last day of a body. */
export function useDays(): (body: ContentBody) => string {
  const { t, code } = useOffice();
  return (body) => {
    const { starts, ends } = body as { starts: string; ends: string };
    if (starts === '' && ends === '') return t('office.content.always');
    const day = (text: string) => (text === '' ? '…' : formatDay(text, code));
    return `${day(starts)} – ${day(ends)}`;
  };
}
