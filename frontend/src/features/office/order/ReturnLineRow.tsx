import { Minus, Plus } from 'lucide-react';
import { formatNumber } from '@/shared/format/kip';
import { unitOf } from '@/shared/format/unit';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';
import { OfficeKip } from '../OfficeKip';
import { Segments } from '../Segments';
import { useOffice } from '../use-office-format';
import { type DraftLine, type ReturnPlace, unitsOf } from './return-draft';

const MAX_NOTE_LENGTH = 200;

type ReturnLineRowProps = {
  draft: DraftLine;
  /** Whether the dialog asks if units go to the stock or to waste. */
  hasPlaces: boolean;
  onChange: (change: Partial<DraftLine>) => void;
};

/** Row of one product of a return, which can be split between stock and waste. */
export function ReturnLineRow({ draft, hasPlaces, onChange }: ReturnLineRowProps) {
  const { t, code } = useOffice();
  const { line, max, units, place, others, note } = draft;
  const name = pickText(line.pro_name_la, line.pro_name_en, code);
  const unit = pickText(line.unit_name_la, line.unit_name_en, code);
  const other: ReturnPlace = place === 'stock' ? 'waste' : 'stock';
  const places = [
    { value: 'stock' as const, label: t('office.return.toStock') },
    { value: 'waste' as const, label: t('office.return.toWaste') },
  ];
  const hasWaste = hasPlaces && unitsOf(draft) > 0 && (place === 'waste' || others !== undefined);
  return (
    <li className="o-return-line" data-off={max === 0 || undefined}>
      <ImageTile path={line.pro_img_cover} alt="" sizes="48px" upTo={160} />
      <div className="o-return-name">
        <p className="font-medium">
          <LocalizedText>{name}</LocalizedText>
        </p>
        <p className="o-note tabular-nums">
          {t('office.return.bought', { count: formatNumber(line.quantity) })}{' '}
          {unitOf(line.quantity, unit)} × <OfficeKip value={line.price} />
          {max < line.quantity &&
            ` · ${t('office.return.before', { count: formatNumber(line.quantity - max) })}`}
        </p>
      </div>
      <Stepper
        label={t('office.return.count', { name })}
        value={units}
        max={max - (others ?? 0)}
        onChange={(next) => onChange({ units: next })}
      />
      {hasPlaces && (
        <Segments
          label={t('office.return.place', { name })}
          choices={places}
          value={place}
          onChoose={(next) => onChange({ place: next })}
        />
      )}
      {hasPlaces && others !== undefined && (
        <div className="o-return-split">
          <span className="o-note o-grow">
            {places.find(({ value }) => value === other)?.label}
          </span>
          <Stepper
            label={t('office.return.countOf', {
              name,
              place: places.find(({ value }) => value === other)?.label ?? '',
            })}
            value={others}
            max={max - units}
            onChange={(next) => onChange({ others: next })}
          />
        </div>
      )}
      {hasPlaces && others === undefined && max > 1 && (
        <OfficeButton
          kind="link"
          icon={Plus}
          className="o-return-split"
          onClick={() => onChange({ others: 0 })}
        >
          {t('office.return.split')}
        </OfficeButton>
      )}
      {hasWaste && (
        <input
          autoComplete="off"
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          placeholder={t('office.return.note')}
          aria-label={t('office.return.noteOf', { name })}
          onChange={({ target }) => onChange({ note: target.value })}
          className="o-field o-return-note"
        />
      )}
    </li>
  );
}

type StepperProps = {
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
};

function Stepper({ label, value, max, onChange }: StepperProps) {
  const { t } = useOffice();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look
    <div role="group" aria-label={label} className="o-stepper">
      <OfficeIconButton
        icon={Minus}
        label={`${t('office.return.less')}: ${label}`}
        disabled={value <= 0}
        onClick={() => onChange(value - 1)}
      />
      <output className="tabular-nums">{formatNumber(value)}</output>
      <OfficeIconButton
        icon={Plus}
        label={`${t('office.return.more')}: ${label}`}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      />
    </div>
  );
}
