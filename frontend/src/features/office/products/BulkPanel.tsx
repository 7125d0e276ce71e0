import { Check, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';
import { Segments } from '../Segments';
import type { BulkChange, StaffProduct } from '../staff-product-types';
import { BulkGroupField } from './BulkGroupField';
import { BulkLocationField } from './BulkLocationField';
import { BulkPreview } from './BulkPreview';
import { BulkPriceFields } from './BulkPriceFields';
import { BulkPriceQuestion } from './BulkPriceQuestion';
import type { BulkChoice } from './bulk-target';
import { LatestBulkChanges } from './LatestBulkChanges';
import type { BulkPanelName } from './ProductBulkBar';
import { useBulkChange, useBulkPreview } from './use-bulk-change';

type BulkPanelProps = {
  panel: BulkPanelName;
  choice: BulkChoice;
  /** Products of the page, for values that the preview lacks. */
  products: StaffProduct[];
  onPanel: (panel: BulkPanelName) => void;
  onClose: () => void;
  onDone: () => void;
};

/** Panel for a change of all selected products, with a preview of each. */
export function BulkPanel(props: BulkPanelProps) {
  const { panel, choice, products, onPanel, onClose, onDone } = props;
  const t = useT();
  const [change, setChange] = useState<BulkChange | undefined>(undefined);
  const preview = useBulkPreview(choice.target, change);
  const { run, isRunning } = useBulkChange(onDone);
  const changed = preview.result?.changed ?? 0;
  const [isAsking, setAsking] = useState(false);
  const halved = preview.result?.halved ?? 0;
  const apply = () => {
    setAsking(false);
    if (change && changed > 0) void run(choice.target, change, preview.result);
  };
  return (
    <Frame title={t('office.bulk.title', { count: choice.count })} onClose={onClose}>
      <form
        className="o-side-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (halved > 0) setAsking(true);
          else apply();
        }}
      >
        <div className="o-side-body">
          <Segments
            label={t('office.bulk.what')}
            choices={[
              { value: 'price', label: t('office.product.price') },
              { value: 'group', label: t('office.product.group') },
              { value: 'location', label: t('office.product.location') },
            ]}
            value={panel}
            onChoose={(next: BulkPanelName) => {
              setChange(undefined);
              onPanel(next);
            }}
          />
          {panel === 'price' && <BulkPriceFields onChange={setChange} />}
          {panel === 'group' && <BulkGroupField onChange={setChange} />}
          {panel === 'location' && <BulkLocationField onChange={setChange} />}
          <BulkPreview change={change} products={products} {...preview} />
          {!change && <LatestBulkChanges />}
        </div>
        <div className="o-side-foot">
          <p className="o-note">{t('office.bulk.note')}</p>
          <div className="o-row">
            <OfficeButton onClick={onClose}>{t('action.cancel')}</OfficeButton>
            <OfficeButton
              type="submit"
              kind="primary"
              icon={Check}
              disabled={changed === 0}
              isLoading={isRunning}
              className="o-grow"
            >
              {t('office.bulk.apply', { count: changed })}
            </OfficeButton>
          </div>
        </div>
      </form>
      <BulkPriceQuestion
        count={halved}
        hidden={preview.result?.halved_hidden ?? 0}
        isOpen={isAsking}
        onCancel={() => setAsking(false)}
        onConfirm={apply}
      />
    </Frame>
  );
}

type FrameProps = { title: string; onClose: () => void; children: ReactNode };

/** Frame of the panel: beside the list on desktops, over the whole screen on phones. Escape and the browser's back button close it. */
function Frame({ title, onClose, children }: FrameProps) {
  const t = useT();
  const panel = useRef<HTMLElement>(null);
  useBackCloses(true, onClose);
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, []);
  return (
    <section
      ref={panel}
      aria-label={title}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      className="o-side"
    >
      <header className="o-side-head">
        <h2 className="o-h2 o-grow">{title}</h2>
        <OfficeIconButton icon={X} label={t('action.close')} onClick={onClose} />
      </header>
      {children}
    </section>
  );
}
