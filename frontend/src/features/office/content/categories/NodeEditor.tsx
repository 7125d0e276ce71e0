import { useLocal, useT } from '@/shared/i18n/language-context';
import { EditField } from '../../product/EditField';
import { BothTextsInput } from '../BothTextsInput';
import type { ContentErrors } from '../content-form';
import type { BothTexts } from '../content-schema';
import { MediaInput } from '../MediaInput';
import { PlainInput } from '../PlainInput';
import type { Category } from './category-tree';
import { RemoveNode } from './RemoveNode';

type Node = { name: BothTexts; img?: string; hidden?: boolean | null };

type NodeEditorProps = {
  node: Node;
  /** Name in the language of the page. */
  name: string;
  path: string;
  errors: ContentErrors;
  /** Filter of its products. */
  products: { category?: number; group?: number };
  /** Whether the shop has it already. */
  isSaved: boolean;
  /** For a group: its category, and all other categories. */
  parents?: { categories: Category[]; id: number };
  onParent?: (catId: number) => void;
  onChange: (change: Node) => void;
  onRemove: () => void;
};

/** Fields of a category or group: names, picture or category, visibility, and its removal. */
export function NodeEditor(props: NodeEditorProps) {
  const { node, name, path, errors, parents, onParent, onChange } = props;
  const t = useT();
  const local = useLocal();
  const error = errors[`${path}.name`];
  return (
    <>
      <BothTextsInput
        label={t('office.content.field.name')}
        texts={node.name}
        isLong={false}
        errors={{ la: errors[`${path}.name.la`] ?? error, en: errors[`${path}.name.en`] }}
        onChange={(texts) => onChange({ ...node, name: texts })}
      />
      {parents ? (
        <EditField label={t('office.content.group.category')}>
          {(control) => (
            <select
              {...control}
              value={parents.id}
              onChange={({ target }) => onParent?.(Number(target.value))}
              className="o-field"
            >
              {parents.categories.map((one) => (
                <option key={one.cat_id} value={one.cat_id}>
                  {local(one.name) || t('office.content.category.new')}
                </option>
              ))}
            </select>
          )}
        </EditField>
      ) : (
        <EditField label={t('office.content.field.image')} error={errors[`${path}.img`]}>
          {(control) => (
            <MediaInput
              type="image"
              control={control}
              value={node.img}
              onChange={(img) => onChange({ ...node, img })}
            />
          )}
        </EditField>
      )}
      <EditField
        label={t('office.content.category.hidden')}
        hint={t('office.content.category.hiddenHint')}
      >
        {(control) => (
          <PlainInput
            type="flag"
            control={control}
            value={node.hidden === true}
            onChange={(hidden) => onChange(withHidden(node, hidden === true))}
          />
        )}
      </EditField>
      <RemoveNode
        name={name}
        products={props.products}
        isSaved={props.isSaved}
        onRemove={props.onRemove}
      />
    </>
  );
}

/** A shown one has no mark, as in the saved body. */
function withHidden({ hidden: _, ...node }: Node, hidden: boolean): Node {
  return hidden ? { ...node, hidden } : node;
}
