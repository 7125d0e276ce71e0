import { ArrowDown, ArrowUp, ChevronDown, EyeOff } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { OfficeIconButton } from '../../OfficeButton';

type NodeRowProps = {
  name: string;
  img?: string;
  note?: string;
  isHidden: boolean;
  isOpen: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** Whether a field below was refused. */
  hasError: boolean;
  onToggle: () => void;
  onMove: (by: -1 | 1) => void;
};

/** Row of a category or group: a button that opens it, and buttons that change its order. */
export function NodeRow(props: NodeRowProps) {
  const { name, img, note, isHidden, isOpen, isFirst, isLast, hasError, onToggle, onMove } = props;
  const t = useT();
  return (
    <div className="o-tree-row" data-error={hasError || undefined}>
      <button type="button" aria-expanded={isOpen} onClick={onToggle} className="o-tree-name">
        <Icon of={ChevronDown} size="s" className="o-tree-mark" />
        {img && <ImageTile path={img} alt="" sizes="40px" upTo={160} tileClassName="o-tree-img" />}
        <span className="o-grow">
          {name}
          {note && <small className="o-note"> {note}</small>}
          {hasError && <small className="text-err"> {t('office.product.invalid')}</small>}
        </span>
        {isHidden && (
          <small className="o-note o-row">
            <Icon of={EyeOff} size="s" />
            {t('office.product.hidden')}
          </small>
        )}
      </button>
      <OfficeIconButton
        icon={ArrowUp}
        label={t('office.content.earlier', { item: name })}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <OfficeIconButton
        icon={ArrowDown}
        label={t('office.content.later', { item: name })}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
    </div>
  );
}
