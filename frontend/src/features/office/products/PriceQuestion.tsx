import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { kipText } from '../OfficeKip';
import type { PriceEffect } from './price-effect';

type QuestionTexts = {
  title: MessageKey;
  /** Text for a product that shoppers see. */
  text: MessageKey;
  hiddenText: MessageKey;
  confirm: MessageKey;
};

const TEXTS: Record<PriceEffect, QuestionTexts> = {
  free: {
    title: 'office.priceAsk.free',
    text: 'office.priceAsk.freeText',
    hiddenText: 'office.priceAsk.freeHidden',
    confirm: 'office.priceAsk.freeYes',
  },
  removed: {
    title: 'office.priceAsk.removed',
    text: 'office.priceAsk.removedText',
    hiddenText: 'office.priceAsk.removedHidden',
    confirm: 'office.priceAsk.removedYes',
  },
  halved: {
    title: 'office.priceAsk.halved',
    text: 'office.priceAsk.halvedText',
    hiddenText: 'office.priceAsk.halvedHidden',
    confirm: 'office.priceAsk.halvedYes',
  },
};

type PriceQuestionProps = {
  name: string;
  /** Consequence of the new price; undefined closes the dialog. */
  effect: PriceEffect | undefined;
  before: number | null;
  after: number | null;
  /** Whether shoppers see the product. */
  isVisible: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** Dialog before a price is saved that makes a product free, takes it off sale, or falls by more than half. */
export function PriceQuestion(props: PriceQuestionProps) {
  const { name, effect = 'free', before, after, isVisible, onCancel, onConfirm } = props;
  const t = useT();
  const { title, text, hiddenText, confirm } = TEXTS[effect];
  const price = (value: number | null) => (value === null ? '—' : kipText(value));
  const values = { name, before: price(before), after: price(after) };
  return (
    <OfficeDialog isOpen={props.effect !== undefined} onClose={onCancel} title={t(title, values)}>
      <div className="office-dialog o-ask">
        <p className="text-text-2">{t(isVisible ? text : hiddenText, values)}</p>
        <div className="o-ask-actions">
          <OfficeButton onClick={onCancel}>{t('office.askNo')}</OfficeButton>
          <OfficeButton kind="danger" onClick={onConfirm}>
            {t(confirm, values)}
          </OfficeButton>
        </div>
      </div>
    </OfficeDialog>
  );
}
