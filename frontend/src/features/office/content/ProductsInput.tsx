import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { Skeleton } from '@/shared/ui/Skeleton';
import { ChoicesNote } from '../ChoicesNote';
import { choicesList } from '../choices-list';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';
import { EditField } from '../product/EditField';
import { useProductTexts } from '../products/use-product-texts';
import { staffProductQuery, staffProductsQuery } from '../staff-products-api';

type ProductsInputProps = {
  ids: number[];
  label: string;
  error: MessageKey | undefined;
  onChange: (ids: number[]) => void;
};

/** Number of rows shown initially, because each row fetches its product. */
const SHOWN = 24;
const FOUND = 8;
const MIN_TEXT = 2;

/** Field for the products of a promotion in their order. Products are added by name or code. */
export function ProductsInput({ ids, label, error, onChange }: ProductsInputProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? ids : ids.slice(0, SHOWN);
  const move = (from: number, to: number) =>
    onChange(ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] as number));
  return (
    <>
      <div className="grid gap-2">
        <EditField label={t('office.content.findProduct')} error={error}>
          {(control) => (
            <input
              {...control}
              type="search"
              className="o-field"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </EditField>
        {text.trim().length >= MIN_TEXT && (
          <FoundProducts text={text.trim()} ids={ids} onAdd={(id) => onChange([...ids, id])} />
        )}
      </div>
      {ids.length === 0 && <p className="o-muted">{t('office.content.noProducts')}</p>}
      <ol aria-label={label} className="o-content-products">
        {shown.map((id, index) => (
          <ProductRow key={id} id={id}>
            <OfficeIconButton
              icon={ArrowUp}
              label={t('office.content.earlier', { item: String(id) })}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <OfficeIconButton
              icon={ArrowDown}
              label={t('office.content.later', { item: String(id) })}
              disabled={index === ids.length - 1}
              onClick={() => move(index, index + 1)}
            />
            <OfficeIconButton
              icon={X}
              label={t('office.content.takeOut', { item: String(id) })}
              onClick={() => onChange(ids.filter((one) => one !== id))}
            />
          </ProductRow>
        ))}
      </ol>
      {shown.length < ids.length && (
        <OfficeButton onClick={() => setWhole(true)}>
          {t('office.content.allProducts', { count: ids.length })}
        </OfficeButton>
      )}
    </>
  );
}

type FoundProductsProps = { text: string; ids: number[]; onAdd: (id: number) => void };

function FoundProducts({ text, ids, onAdd }: FoundProductsProps) {
  const t = useT();
  const query = useQuery(staffProductsQuery({ search: text }));
  const { data } = query;
  const found = data?.data.filter(({ pro_id: id }) => !ids.includes(id)).slice(0, FOUND) ?? [];
  return (
    <>
      <ul aria-label={t('office.content.found')} aria-live="polite" className="o-content-products">
        {data && found.length === 0 && <li className="o-muted">{t('office.content.noneFound')}</li>}
        {found.map(({ pro_id: id }) => (
          <ProductRow key={id} id={id}>
            <OfficeIconButton
              icon={Plus}
              label={t('office.content.addProduct', { id })}
              onClick={() => onAdd(id)}
            />
          </ProductRow>
        ))}
      </ul>
      <ChoicesNote list={choicesList(query)} />
    </>
  );
}

type ProductRowProps = { id: number; children: ReactNode };

function ProductRow({ id, children }: ProductRowProps) {
  const t = useT();
  const { nameOf } = useProductTexts();
  const query = useQuery(staffProductQuery(id));
  const { data } = query;
  return (
    <li data-promoted={id}>
      <ImageTile path={data?.pro_img_cover ?? ''} alt="" sizes="40px" upTo={160} />
      <div className="min-w-0 o-grow">
        {data && <LocalizedText>{nameOf(data)}</LocalizedText>}
        {query.isPending && query.errorUpdateCount === 0 && <Skeleton className="h-4 w-40" />}{' '}
        <small className="o-muted tabular-nums">{id}</small>
      </div>
      {query.errorUpdateCount > 0 && (
        <ChoicesNote list={choicesList(query)} failedText={t('office.product.failed')} />
      )}
      {children}
    </li>
  );
}
