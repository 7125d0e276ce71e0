import { RotateCcw, Search } from 'lucide-react';
import { useT } from '@/language/context';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/states';

export function TabNothing({ text, onAgain }: { text: string; onAgain: () => void }) {
  const t = useT();
  return (
    <EmptyState
      icon={Search}
      tint="turmeric"
      title={t('search.none', { text })}
      text={t('search.noneText')}
      actions={
        <Button icon={RotateCcw} onClick={onAgain}>
          {t('action.retry')}
        </Button>
      }
    />
  );
}
