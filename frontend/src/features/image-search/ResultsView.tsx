import { Link } from '@tanstack/react-router';
import { Crop } from 'lucide-react';
import { useState } from 'react';
import { storeSimilarResults } from '@/domain/image-search/similar-results';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import { AskStaffAboutImage } from './AskStaffAboutImage';
import type { Device } from './device';
import { ResultCard } from './ResultCard';
import type { ImageSearchResults } from './result-cache';
import { serverErrorText } from './server-error-text';

/** Similarity from which a hit is more likely than not the same product. */
const GOOD_MATCH_PERCENT = 0.5;
const PHONE_RESULTS = 6;

type ResultsViewProps = {
  answer: ImageSearchResults;
  image: File;
  thumbnail: string;
  device: Device;
  onAdjust: () => void;
  /** Called when a product or the whole list is opened, so that the back button restores the results. */
  onFollow: () => void;
  onSent: () => void;
};

export function ResultsView(props: ResultsViewProps) {
  const { answer, image, thumbnail, device, onAdjust, onFollow, onSent } = props;
  const t = useT();
  const { results, warning } = answer;
  const [name] = useState(() => storeSimilarResults(results, thumbnail));
  const shown = device.isWide ? results : results.slice(0, PHONE_RESULTS);
  const isUnlike = (results[0]?.similarity ?? 0) < GOOD_MATCH_PERCENT;
  return (
    <>
      <div className="image-search-body">
        <div className="flex items-center gap-3 pb-4">
          <img src={thumbnail} alt="" className="image-search-thumb size-16 flex-none" />
          <div className="min-w-0 flex-1">
            <p role="status" className="font-semibold">
              <LocalizedText>{t('imageSearch.found', { count: results.length })}</LocalizedText>
            </p>
            <p className="text-xs text-text-3">
              <LocalizedText>{t('imageSearch.sorted')}</LocalizedText>
            </p>
          </div>
          <Button kind="outline" icon={Crop} onClick={onAdjust} className="px-4!">
            {t('imageSearch.adjust')}
          </Button>
        </div>
        <div className="grid gap-3 not-empty:pb-4">
          {warning && <InlineAlert kind="info" title={serverErrorText(t, warning)} />}
          {isUnlike && <AskStaffAboutImage image={image} onSent={onSent} />}
        </div>
        <ul className="image-search-results">
          {shown.map((found, index) => (
            <li key={found.id}>
              <ResultCard product={found} rank={index + 1} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      </div>
      <div className="image-search-foot">
        <Link
          to="/shop"
          state={{ similar: name }}
          onClick={onFollow}
          className={buttonStyle('primary', 'l', 'w-full')}
        >
          {t('imageSearch.viewMore', { count: results.length })}
        </Link>
      </div>
    </>
  );
}
