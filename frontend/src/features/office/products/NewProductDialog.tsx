import { type FormEvent, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { ChoiceSelect } from '../ChoiceSelect';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { EditField } from '../product/EditField';
import { useLoadedSubmit } from '../use-loaded-submit';
import { TEXT_FIELDS, useNewProduct } from './use-new-product';
import { useTaxonomy } from './use-product-options';

/** Form of a new product: names, unit, price and category. It opens the page of the product, which has the rest. */
export function NewProductDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { categories, placesList } = useTaxonomy();
  const [isVisible, setVisible] = useState(false);
  const [category, setCategory] = useState('');
  const { texts, setText, errors, isMaking, isFree, check, make } = useNewProduct(onClose);
  const { submit, isWaiting, cancel } = useLoadedSubmit(placesList, () => {
    void make({ ...(category && { cat_id: Number(category) }), visible: isVisible });
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    cancel();
    if (check()) submit(event.currentTarget, undefined);
  };
  return (
    <OfficeDialog isOpen onClose={onClose} title={t('office.newProduct')}>
      <form className="office-dialog o-ask" onSubmit={onSubmit} noValidate>
        <p className="text-text-2">{t('office.newProduct.text')}</p>
        {TEXT_FIELDS.map(({ name, label, language }) => (
          <EditField
            key={name}
            label={t(label)}
            language={
              language && t(language === 'lo' ? 'office.product.lao' : 'office.product.english')
            }
            error={errors[name]}
          >
            {(control) => (
              <input
                {...control}
                lang={language}
                inputMode={language ? 'text' : 'numeric'}
                autoComplete="off"
                className="o-field"
                value={texts[name]}
                onChange={({ target }) => setText(name, target.value)}
              />
            )}
          </EditField>
        ))}
        <EditField label={t('office.product.category')} error={errors.cat_id}>
          {(control) => (
            <ChoiceSelect
              {...control}
              className="o-field"
              list={placesList}
              isEmpty={categories.length === 0}
              none={t('office.newProduct.noCategory')}
              value={category}
              onChange={setCategory}
            >
              {categories.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </ChoiceSelect>
          )}
        </EditField>
        <label className="o-row">
          <input
            type="checkbox"
            checked={isVisible}
            onChange={({ target }) => setVisible(target.checked)}
          />
          {t('office.newProduct.visible')}
        </label>
        {isFree && (
          <p role="alert" data-kind="warn" className="o-bar">
            {t(isVisible ? 'office.priceAsk.freeNew' : 'office.priceAsk.freeNewHidden')}
          </p>
        )}
        <div className="o-ask-actions">
          <OfficeButton onClick={onClose}>{t('office.askNo')}</OfficeButton>
          <OfficeButton type="submit" kind="primary" isLoading={isMaking || isWaiting}>
            {t(isFree ? 'office.priceAsk.freeYes' : 'office.newProduct.make')}
          </OfficeButton>
        </div>
      </form>
    </OfficeDialog>
  );
}
