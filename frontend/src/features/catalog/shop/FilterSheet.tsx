import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Button, IconButton } from '@/shared/ui/Button';
import { Sheet } from '@/shared/ui/Sheet';
import { Facets } from './Facets';
import { withoutFilters } from './list-filters';
import { listQuery } from './list-query';
import type { ProductListParams } from './product-list-params';
import { useFacets } from './use-facets';

type FilterSheetProps = {
  isOpen: boolean;
  onClose: () => void;
  search: ProductListParams;
  /** Applies the filters, replacing the history entry of the open sheet. */
  onApply: (search: ProductListParams) => void;
};

/** Filters in a sheet on phones. They apply together when the sheet is confirmed. */
export function FilterSheet({ isOpen, onClose, search, onApply }: FilterSheetProps) {
  const t = useT();
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onClose}
      side="start"
      label={t('shop.filters')}
      className="max-w-105!"
    >
      <div className="flex min-h-16 items-center justify-between border-b border-line ps-5 pe-2">
        <h2 className="text-lg">{t('shop.filters')}</h2>
        <IconButton icon={X} label={t('action.close')} onClick={onClose} />
      </div>
      <FilterForm key={String(isOpen)} search={search} onApply={onApply} />
    </Sheet>
  );
}

function FilterForm({ search, onApply }: Pick<FilterSheetProps, 'search' | 'onApply'>) {
  const t = useT();
  const [draft, setDraft] = useState(search);
  // Counts resets, which also clear texts that are not valid prices.
  const [clearings, setClearings] = useState(0);
  // The query is the same as that of the list itself, so the list is shown at once after the
  // confirmation.
  const list = useQuery(listQuery(draft, 1)).data;
  const facets = useFacets(draft, list);
  const found = list?.total;

  const clear = () => {
    setDraft(withoutFilters(draft));
    setClearings(clearings + 1);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const invalidField =
      event.currentTarget.querySelector<HTMLInputElement>('[aria-invalid="true"]');
    if (invalidField) invalidField.focus();
    else onApply(draft);
  };

  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <div className="flex-1 overflow-auto overscroll-contain px-5 py-2">
        <Facets key={clearings} search={draft} facets={facets} onChange={setDraft} />
      </div>
      <div className="grid grid-cols-[auto_1fr] gap-3 border-t border-line px-5 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))]">
        <Button kind="outline" onClick={clear}>
          {t('shop.clear')}
        </Button>
        <Button type="submit">
          <span aria-live="polite">
            {found === undefined ? t('shop.filters') : t('shop.show', { count: found })}
          </span>
        </Button>
      </div>
    </form>
  );
}
