import { useT } from '@/language/context';
import { Notice } from '@/ui/Notice';

/** Nothing has the text as it was typed; the list shows another one. */
export function CorrectedNote({ text, corrected }: { text: string; corrected: string }) {
  const t = useT();
  return <Notice kind="info" title={t('search.corrected', { text, corrected })} className="mt-2" />;
}
