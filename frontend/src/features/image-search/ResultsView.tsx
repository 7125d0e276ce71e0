import { Link } from '@tanstack/react-router';
import { Crop } from 'lucide-react';
import { useState } from 'react';
import { keepFound } from '@/domain/image-search/similar-results';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { Lao } from '@/shared/ui/LocalizedText';
import { Notice } from '@/shared/ui/Notice';
import { AskStaff } from './AskStaffAboutImage';
import type { Device } from './device';
import { ResultCard } from './ResultCard';
import type { Answer } from './result-cache';
import { inWords } from './server-error-text';

/** From about here on it is more likely than not the same product. */
const ALIKE = 0.5;
const ON_A_PHONE = 6;

type ResultsViewProps = {
  answer: Answer;
  photo: File;
  thumbnail: string;
  device: Device;
  onAdjust: () => void;
  /** A product or the whole list is opened: the results are to be found again behind it. */
  onFollow: () => void;
  onAsked: () => void;
};

export function ResultsView(props: ResultsViewProps) {
  const { answer, photo, thumbnail, device, onAdjust, onFollow, onAsked } = props;
  const t = useT();
  const { results, warning } = answer;
  const [name] = useState(() => keepFound(results, thumbnail));
  const shown = device.isWide ? results : results.slice(0, ON_A_PHONE);
  const isUnlike = (results[0]?.similarity ?? 0) < ALIKE;
  return (
    <>
      <div className="photo-body">
        <div className="flex items-center gap-3 pb-4">
          <img src={thumbnail} alt="" className="photo-thumb size-16 flex-none" />
          <div className="min-w-0 flex-1">
            <p role="status" className="font-semibold">
              <Lao>{t('photo.found', { count: results.length })}</Lao>
            </p>
            <p className="text-xs text-text-3">
              <Lao>{t('photo.sorted')}</Lao>
            </p>
          </div>
          <Button kind="outline" icon={Crop} onClick={onAdjust} className="px-4!">
            {t('photo.adjust')}
          </Button>
        </div>
        <div className="grid gap-3 not-empty:pb-4">
          {warning && <Notice kind="info" title={inWords(t, warning)} />}
          {isUnlike && <AskStaff photo={photo} onAsked={onAsked} />}
        </div>
        <ul className="photo-results">
          {shown.map((found, index) => (
            <li key={found.id}>
              <ResultCard found={found} rank={index + 1} onFollow={onFollow} />
            </li>
          ))}
        </ul>
      </div>
      <div className="photo-foot">
        <Link
          to="/shop"
          state={{ similar: name }}
          onClick={onFollow}
          className={buttonStyle('primary', 'l', 'w-full')}
        >
          {t('photo.viewMore', { count: results.length })}
        </Link>
      </div>
    </>
  );
}
