import { Users } from 'lucide-react';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeButton } from '../OfficeButton';
import { useTaxonomy } from '../products/use-product-options';
import type { StaffProductDetail } from '../staff-product-types';
import { useOffice } from '../use-office-format';
import { fieldLabel, formFieldOf, valueText } from './field-texts';
import { productDifferences } from './product-changes';
import type { FormField } from './product-form';

type ProductChangedBarProps = {
  before: StaffProductDetail;
  product: StaffProductDetail;
  /** Fields that the user has changed. */
  changed: FormField[];
  onTakeTheirs: (field: FormField) => void;
  onDismiss: () => void;
};

/** Notice that another person has changed the product: old and new values, and conflicts with the user's changes. */
export function ProductChangedBar(props: ProductChangedBarProps) {
  const { before, product, changed, onTakeTheirs, onDismiss } = props;
  const { t } = useOffice();
  const names = useTaxonomy();
  const [newest] = product.ledger;
  const name = newest?.by?.name || newest?.by_name;
  return (
    <div role="alert" data-kind="warn" data-product-changed className="o-bar">
      <Icon of={Users} />
      <div className="o-grow min-w-50">
        <p className="font-semibold">
          <LocalizedText>
            {name ? t('office.product.changedBy', { name }) : t('office.product.changedBySystem')}
          </LocalizedText>
        </p>
        {productDifferences(before, product).map(({ field, before: was, after: is }) => {
          const typed = formFieldOf(field);
          return (
            <div key={field} className="o-change items-center">
              <span>
                <LocalizedText>{`${fieldLabel(t, field)}:`}</LocalizedText>
              </span>
              <s>{valueText(t, names, field, was)}</s>
              <span aria-hidden>→</span>
              <b className="font-semibold">{valueText(t, names, field, is)}</b>
              {typed && changed.includes(typed) && (
                <>
                  <span>{t('office.product.yoursStays')}</span>
                  <OfficeButton kind="link" onClick={() => onTakeTheirs(typed)}>
                    {t('office.product.takeTheirs')}
                  </OfficeButton>
                </>
              )}
            </div>
          );
        })}
        <p className="o-small">{t('office.changedSafe')}</p>
      </div>
      <OfficeButton onClick={onDismiss}>{t('office.changedSeen')}</OfficeButton>
    </div>
  );
}
