import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { isUnsearchableText, typeaheadQuery } from '@/domain/search/search-queries';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { Button, IconButton } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { Skeleton } from '@/shared/ui/Skeleton';

const DEBOUNCE_MS = 300;

const MAX_RESULTS = 6;
const MIN_SEARCH_LENGTH = 2;

type ProductToolProps = {
  isDisabled: boolean;
  onChoose: (id: number, name: string) => void;
  onClose: () => void;
};

/** Tool that searches a product and sends it as a card. */
export function ProductTool({ isDisabled, onChoose, onClose }: ProductToolProps) {
  const t = useT();
  const { code } = useLanguage();
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const isLong = search.length >= MIN_SEARCH_LENGTH;
  const found = useQuery({ ...typeaheadQuery(search, MAX_RESULTS), enabled: isLong });
  const products = isLong ? (found.data?.products ?? []) : [];
  const hasFailed = isLong && found.isError && !isUnsearchableText(found.error);
  const field = useRef<HTMLInputElement>(null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look
    <div
      role="group"
      aria-label={t('staff.product')}
      onKeyDown={(event) => pressedKey(event) === 'Escape' && onClose()}
      className="mx-2 mt-1 rounded-md bg-surface-2 p-2"
    >
      <div className="flex items-center gap-1">
        <input
          ref={field}
          type="search"
          // biome-ignore lint/a11y/noAutofocus: it was opened to search in it
          autoFocus
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          aria-label={t('staff.product')}
          placeholder={t('staff.product')}
          className="min-h-11 min-w-0 flex-1 rounded-md bg-surface px-3 text-md focus-inside inset-ring inset-ring-line-strong lg:text-sm"
        />
        <IconButton icon={X} label={t('action.close')} onClick={onClose} />
      </div>
      <ul className="max-h-56 overflow-y-auto">
        {products.map(({ pro_id, pro_name_la, pro_name_en, pro_img_cover }) => {
          const name = pickText(pro_name_la, pro_name_en, code);
          return (
            <li key={pro_id}>
              <button
                type="button"
                disabled={isDisabled}
                onClick={() => onChoose(pro_id, name)}
                className="grid min-h-13 w-full grid-cols-[2.5rem_1fr] items-center gap-2.5 rounded-sm px-1 text-start text-sm hover:bg-surface-3 disabled:opacity-60"
              >
                <ImageTile
                  path={pro_img_cover}
                  alt=""
                  sizes="40px"
                  upTo={160}
                  tileClassName="rounded-sm!"
                />
                <span>
                  <LocalizedText>{name}</LocalizedText>{' '}
                  <bdi className="text-xs text-text-3">#{pro_id}</bdi>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {isLong && found.isPending && (
        <div role="status" aria-label={t('state.loading')}>
          <Skeleton className="mx-2 my-3 h-3.5" />
        </div>
      )}
      {hasFailed && (
        <p role="alert" className="flex items-center gap-2 px-2 text-sm">
          <LocalizedText>{t('error.title')}</LocalizedText>
          <Button
            kind="ghost"
            onClick={() => {
              field.current?.focus();
              void found.refetch();
            }}
          >
            {t('action.retry')}
          </Button>
        </p>
      )}
      {isLong && !found.isPending && !hasFailed && products.length === 0 && (
        <p role="status" className="px-2 text-sm text-text-3">
          <LocalizedText>{t('office.new.noProduct')}</LocalizedText>
        </p>
      )}
    </div>
  );
}
