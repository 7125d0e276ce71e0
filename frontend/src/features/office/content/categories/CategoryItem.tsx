import { Plus } from 'lucide-react';
import { useLocal, useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../../OfficeButton';
import type { ContentErrors } from '../content-form';
import {
  type Category,
  categoryKey,
  type Group,
  groupKey,
  moved,
  withGroup,
  withGroupIn,
} from './category-tree';
import { NodeEditor } from './NodeEditor';
import { NodeRow } from './NodeRow';

type CategoryItemProps = {
  category: Category;
  categories: Category[];
  base: Category[];
  path: string;
  errors: ContentErrors;
  isOpen: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** The opened category or group. */
  at: string | undefined;
  onOpen: (key: string | undefined) => void;
  onMove: (by: -1 | 1) => void;
  onChange: (categories: Category[]) => void;
};

/** A category of the tree; when open, with its fields and groups. */
export function CategoryItem(props: CategoryItemProps) {
  const { category, categories, base, path, errors, isOpen, at, onOpen, onChange } = props;
  const t = useT();
  const local = useLocal();
  const { cat_id: id, groups } = category;
  const name = local(category.name) || t('office.content.category.new');
  const key = categoryKey(id);
  const replace = (next: Category) =>
    onChange(categories.map((one) => (one.cat_id === id ? next : one)));
  const setGroup = (next: Group) =>
    replace({
      ...category,
      groups: groups.map((one) => (one.prog_id === next.prog_id ? next : one)),
    });
  return (
    <li>
      <NodeRow
        name={name}
        img={category.img}
        note={t('office.content.category.groups', { count: groups.length })}
        isHidden={category.hidden === true}
        isOpen={isOpen}
        isFirst={props.isFirst}
        isLast={props.isLast}
        hasError={Object.keys(errors).some((field) => field.startsWith(`${path}.`))}
        onToggle={() => onOpen(isOpen ? undefined : key)}
        onMove={props.onMove}
      />
      {isOpen && (
        <div className="o-tree-open">
          <NodeEditor
            node={category}
            name={name}
            path={path}
            errors={errors}
            products={{ category: id }}
            isSaved={base.some((one) => one.cat_id === id)}
            onChange={(change) => replace({ ...category, ...change })}
            onRemove={() => {
              onOpen(undefined);
              onChange(categories.filter((one) => one.cat_id !== id));
            }}
          />
          <ul aria-label={t('office.content.category.groupsOf', { name })} className="o-tree">
            {groups.map((group, index) => {
              const groupName = local(group.name) || t('office.content.group.new');
              const own = groupKey(group.prog_id);
              const at_ = `${path}.groups[${index}]`;
              return (
                <li key={group.prog_id}>
                  <NodeRow
                    name={groupName}
                    isHidden={group.hidden === true}
                    isOpen={at === own}
                    isFirst={index === 0}
                    isLast={index === groups.length - 1}
                    hasError={Object.keys(errors).some((field) => field.startsWith(`${at_}.`))}
                    onToggle={() => onOpen(at === own ? key : own)}
                    onMove={(by) => replace({ ...category, groups: moved(groups, index, by) })}
                  />
                  {at === own && (
                    <div className="o-tree-open">
                      <NodeEditor
                        node={group}
                        name={groupName}
                        path={at_}
                        errors={errors}
                        products={{ group: group.prog_id }}
                        isSaved={base.some((one) =>
                          one.groups.some(({ prog_id }) => prog_id === group.prog_id),
                        )}
                        parents={{ categories, id }}
                        onParent={(next) => onChange(withGroupIn(categories, group.prog_id, next))}
                        onChange={(change) => setGroup({ ...group, ...change })}
                        onRemove={() => {
                          onOpen(key);
                          replace({ ...category, groups: groups.toSpliced(index, 1) });
                        }}
                      />
                    </div>
                  )}
                </li>
              );
            })}
          </ul>
          <OfficeButton
            icon={Plus}
            onClick={() => {
              const added = withGroup(categories, base, id);
              onChange(added.categories);
              onOpen(groupKey(added.id));
            }}
          >
            {t('office.content.group.add')}
          </OfficeButton>
        </div>
      )}
    </li>
  );
}
