import { ArrowLeft, X } from 'lucide-react';
import { useState } from 'react';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { IconButton } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { SecondName } from '@/shared/ui/SecondName';
import { CategoryMenuColumns } from './CategoryMenuColumns';
import { CategoryMenuSearch } from './CategoryMenuSearch';
import { type CategoryMenuState, type Selection, stepOf } from './category-menu-state';
import { useCategoryLists } from './use-category-lists';

const DEBOUNCE_MS = 150;

type CategoryMenuPanelProps = {
  menu: CategoryMenuState;
  isWide: boolean;
  chosen: Selection;
  onChoose: (chosen: Selection) => void;
  onBack: () => void;
  onClose: () => void;
};

/** Content of the category menu: header, search field, and all columns or the current step. */
export function CategoryMenuPanel({
  menu,
  isWide,
  chosen,
  onChoose,
  onBack,
  onClose,
}: CategoryMenuPanelProps) {
  const t = useT();
  const { code } = useLanguage();
  const [text, setText] = useState('');
  const query = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const step = isWide ? undefined : stepOf(menu);
  const [first, second] = isWide ? [chosen, menu] : [menu, chosen];
  const lists = useCategoryLists(
    { category: first.category ?? second.category, group: first.group ?? second.group },
    query,
    isWide,
  );
  const { category, group } = lists;

  const names = {
    groups: { la: category?.cat_name_la ?? '', en: category?.cat_name_en ?? '' },
    products: { la: group?.prog_name_la ?? '', en: group?.prog_name_en ?? '' },
  };
  const name = step && step !== 'categories' ? names[step] : undefined;

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-16 flex-none items-center gap-2 border-b border-line py-2 ps-5 pe-2 max-md:flex-wrap max-md:pb-3">
        {name && (
          <IconButton
            icon={ArrowLeft}
            label={t('categoryMenu.back')}
            onClick={onBack}
            className="-ms-3 [&>svg]:rtl:-scale-x-100"
          />
        )}
        <h2 tabIndex={-1} className="min-w-0 flex-1 text-lg outline-0">
          <span className="line-clamp-1">
            <LocalizedText>
              {name ? pickText(name.la, name.en, code) : t('menu.categories')}
            </LocalizedText>
          </span>
          {name && <SecondName {...name} />}
        </h2>
        <CategoryMenuSearch
          value={text}
          onChange={setText}
          className="max-md:order-1 max-md:me-3 max-md:basis-full md:w-72 lg:me-4 lg:w-90"
        />
        <IconButton icon={X} label={t('action.close')} onClick={onClose} />
      </div>
      <CategoryMenuColumns lists={lists} query={query} step={step} onChoose={onChoose} />
    </div>
  );
}
