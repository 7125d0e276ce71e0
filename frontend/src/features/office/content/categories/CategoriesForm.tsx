import { Plus } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../../OfficeButton';
import { EditPanel } from '../../product/EditPanel';
import type { ContentErrors } from '../content-form';
import { CategoryItem } from './CategoryItem';
import { type Category, categoryKey, moved, openCategory, withCategory } from './category-tree';
import { useOpened } from './use-opened';

type CategoriesFormProps = {
  categories: Category[];
  /** The categories as they were last saved. */
  base: Category[];
  errors: ContentErrors;
  onChange: (categories: Category[]) => void;
};

/** Form of all categories and groups as a tree, of which one category is open at a time. */
export function CategoriesForm({ categories, base, errors, onChange }: CategoriesFormProps) {
  const t = useT();
  const { at, open } = useOpened();
  const opened = openCategory(categories, at);
  const refused = errors.categories;
  return (
    <EditPanel title={t('office.content.kind.categories')}>
      <p className="o-note">{t('office.content.hint.categories')}</p>
      {refused && (
        <p role="alert" className="o-small text-err">
          {t(refused)}
        </p>
      )}
      <ul aria-label={t('office.content.kind.categories')} className="o-tree">
        {categories.map((category, index) => (
          <CategoryItem
            key={category.cat_id}
            category={category}
            categories={categories}
            base={base}
            path={`categories[${index}]`}
            errors={errors}
            isOpen={category.cat_id === opened}
            isFirst={index === 0}
            isLast={index === categories.length - 1}
            at={at}
            onOpen={open}
            onMove={(by) => onChange(moved(categories, index, by))}
            onChange={onChange}
          />
        ))}
      </ul>
      <OfficeButton
        icon={Plus}
        onClick={() => {
          const added = withCategory(categories, base);
          onChange(added.categories);
          open(categoryKey(added.id));
        }}
      >
        {t('office.content.category.add')}
      </OfficeButton>
    </EditPanel>
  );
}
