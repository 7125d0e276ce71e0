import { formatPercent } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import type { Progress, Stage } from './search-progress';

type SearchingViewProps = { progress: Progress; thumbnail: string; onCancel: () => void };

/** Progress view of a running search. */
export function SearchingView({ progress, thumbnail, onCancel }: SearchingViewProps) {
  const t = useT();
  const percent = Math.round(progress.percent);
  const stages: Record<Stage, () => string> = {
    prepare: () => t('imageSearch.prepare'),
    send: () => t('imageSearch.send'),
    compare: () => t('imageSearch.compare'),
    product: () => t('imageSearch.product'),
  };
  return (
    <div className="image-search-body grid content-start justify-items-center gap-4 py-10!">
      <img src={thumbnail} alt="" className="image-search-thumb size-33" />
      <div
        role="progressbar"
        aria-label={t('imageSearch.searching')}
        aria-valuenow={percent}
        aria-valuetext={formatPercent(percent)}
        className="image-search-bar"
      >
        <div style={{ width: `${progress.percent}%` }} />
      </div>
      <p aria-hidden className="num text-lg font-bold">
        <Ltr>{formatPercent(percent)}</Ltr>
      </p>
      <p role="status" className="text-sm text-text-2">
        <LocalizedText>{stages[progress.stage]()}</LocalizedText>
      </p>
      <Button kind="outline" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
    </div>
  );
}
