import { useQuery } from '@tanstack/react-query';
import { ScanBarcode } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { isUnsearchableText, typeaheadQuery } from '@/domain/search/search-queries';
import type { Product } from '@/shared/api/types';
import { formatNumber } from '@/shared/format/kip';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { OfficeKip } from '../OfficeKip';
import { useOffice } from '../use-office-format';
import { Finder } from './Finder';
import { isCode } from './new-order-api';
import { useCodeLookup } from './use-code-lookup';

const DEBOUNCE_MS = 250;
const MAX_RESULTS = 8;
const MIN_SEARCH_LENGTH = 2;

type ProductFinderProps = {
  inputRef: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  onAdd: (product: Product) => void;
};

/** Adds products by the shop's search, or by a scanned or typed code, which Enter looks up exactly. */
export function ProductFinder({ inputRef, error, onAdd }: ProductFinderProps) {
  const { t, code } = useOffice();
  const id = useId();
  const [text, setText] = useState('');
  const [added, setAdded] = useState('');
  const wanted = text.trim();
  const search = useDebouncedValue(wanted, DEBOUNCE_MS);
  const isLong = search.length >= MIN_SEARCH_LENGTH;
  const found = useQuery({ ...typeaheadQuery(search, MAX_RESULTS), enabled: isLong });
  const isTyped = isCode(wanted);
  const isCurrent = search === wanted && isLong && !found.isPlaceholderData && !found.isFetching;
  const nameOf = ({ pro_name_la, pro_name_en }: Product) =>
    pickText(pro_name_la, pro_name_en, code);

  const add = (product: Product) => {
    onAdd(product);
    setAdded(t('office.new.added', { name: nameOf(product) }));
    inputRef.current?.focus();
  };
  const codes = useCodeLookup({
    nameOf,
    onFound: add,
    onMissed: (code) => {
      // Selected, so that the next scan replaces it; a scan that has begun meanwhile stays.
      flushSync(() => setText((now) => (now === '' ? code : now)));
      if (inputRef.current?.value === code) inputRef.current.select();
    },
  });
  const several = codes.several?.code === wanted ? codes.several.products : undefined;
  const hits = isLong && wanted !== '' ? found.data?.products : undefined;
  const products = several ?? hits ?? [];
  // An unknown word with a digit is a search: the second Enter adds the first result.
  const isSearch = !isTyped || (codes.unknown === wanted && !/^\d+$/.test(wanted));
  let status = codes.problem;
  const hasFailed = !status && found.isError && isCurrent && !isUnsearchableText(found.error);
  if (hasFailed) status = t('office.new.searchFailed');
  else if (!status && isCurrent && products.length === 0 && !isTyped)
    status = t('office.new.noProduct');
  return (
    <>
      <Finder
        inputRef={inputRef}
        label={t('office.new.findProduct')}
        icon={ScanBarcode}
        text={text}
        onText={(next) => {
          codes.clear();
          setText(next);
        }}
        options={products.map((product) => ({
          key: String(product.pro_id),
          isDisabled: product.price === null,
          content: <FoundProduct product={product} name={nameOf(product)} />,
        }))}
        // A scanned code is complete, while the shown results may still belong to the previous text.
        isFirstChosen={isSearch && isCurrent}
        isBusy={
          codes.isLookingUp || (wanted.length >= MIN_SEARCH_LENGTH && !isCurrent && !found.isError)
        }
        isInvalid={error !== undefined}
        describedBy={error ? `${id}-error` : `${id}-hint`}
        status={status}
        onRetry={hasFailed ? () => void found.refetch() : undefined}
        onPick={(key) => {
          const product = products.find(({ pro_id }) => String(pro_id) === key);
          if (!product) return;
          codes.clear();
          setText('');
          add(product);
        }}
        onEnter={() => {
          if (!isTyped) return;
          setText('');
          void codes.lookUp(wanted);
        }}
      />
      {error ? (
        <p id={`${id}-error`} className="o-small text-err">
          {error}
        </p>
      ) : (
        <p id={`${id}-hint`} className="o-note">
          {t('office.new.findHint')}
        </p>
      )}
      <p role="status" className="sr-only">
        {added}
      </p>
    </>
  );
}

function FoundProduct({ product, name }: { product: Product; name: string }) {
  const { t } = useOffice();
  const { price, stock } = product;
  return (
    <>
      <ImageTile path={product.pro_img_cover} alt="" sizes="40px" upTo={160} />
      <span className="min-w-0">
        <LocalizedText>{name}</LocalizedText>
        <small className="o-note block tabular-nums">
          <Ltr>{product.pro_id}</Ltr> ·{' '}
          {t('office.new.stock', { count: formatNumber(Math.max(stock ?? 0, 0)) })}
        </small>
      </span>
      <b>{price === null ? '—' : <OfficeKip value={price} />}</b>
    </>
  );
}
