import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { companyQuery } from '@/shared/api/site-queries';
import { openingHours } from '@/shared/format/shop-clock';
import { useT } from '@/shared/i18n/language-context';
import { useLiveState } from '@/shared/live/use-live';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';

/** Welcome view before the first message: who answers, and when. */
export function Welcome({ onStart }: { onStart: () => void }) {
  const t = useT();
  const { staffOnline } = useLiveState();
  const hours = openingHours(useQuery(companyQuery).data?.data.hours ?? '');
  return (
    <div className="grid flex-1 content-center justify-items-center gap-2 overflow-y-auto bg-sunken p-6 text-center">
      <span className="mb-2 grid size-18 place-items-center rounded-full bg-action-soft-2 text-link">
        <MessagesSquare size={32} strokeWidth={1.5} aria-hidden />
      </span>
      <h2 className="text-lg">
        <LocalizedText>{t('chat.welcome')}</LocalizedText>
      </h2>
      <p className="max-w-75 text-sm text-text-2">
        <LocalizedText>{t('chat.welcomeText')}</LocalizedText>
      </p>
      <p className="text-xs text-text-3">
        <LocalizedText>{staffOnline ? t('chat.online') : t('chat.hours', hours)}</LocalizedText>
      </p>
      <Button onClick={onStart} className="mt-3">
        {t('chat.start')}
      </Button>
    </div>
  );
}
