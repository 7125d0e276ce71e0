import { ArrowDown, ArrowUp, Columns3, RotateCcw } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { OfficeButton } from '../OfficeButton';
import { useMenuCloses } from '../use-menu-closes';
import {
  type ColumnChoice,
  type ColumnSet,
  isSameOrder,
  movedColumn,
  withColumn,
} from './column-choice';

type ColumnMenuProps<Name extends string> = {
  columns: ColumnSet<Name>;
  choice: ColumnChoice<Name>;
};

/** Menu that shows, hides and moves the columns of a table. The table exists on desktops only, and so does the menu. */
export function ColumnMenu<Name extends string>({ columns, choice }: ColumnMenuProps<Name>) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  useMenuCloses(
    menu,
    isOpen,
    useCallback(() => setOpen(false), []),
  );
  return (
    <div ref={menu} className="o-filter o-columns max-lg:hidden">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="o-filter-button"
      >
        <Icon of={Columns3} size="s" />
        {t('office.columns')}
      </button>
      {isOpen && <ColumnRows columns={columns} choice={choice} />}
    </div>
  );
}

/** The last change in the menu: a column moved, or shown or hidden. */
type Change<Name> = { name: Name; step: -1 | 1 | undefined };

const controlOf = ({ name, step }: Change<string>) =>
  step ? `move ${name} ${step}` : `show ${name}`;

function ColumnRows<Name extends string>({ columns, choice }: ColumnMenuProps<Name>) {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  const [changed, setChanged] = useState<Change<Name>>();
  const { shown, view, isDefault, choose, reset } = choice;
  const hidden = columns.all.filter(({ name }) => !shown.includes(name));
  const labelOf = (name: Name) => {
    const column = columns.all.find((one) => one.name === name);
    return column ? t(column.label) : name;
  };
  // A row that moves in the document loses the focus.
  useEffect(() => {
    if (!changed) return;
    list.current?.querySelector<HTMLElement>(`[data-control="${controlOf(changed)}"]`)?.focus();
  }, [changed]);
  const move = (name: Name, step: -1 | 1) => {
    const next = movedColumn(shown, name, step);
    if (isSameOrder(next, shown)) return;
    choose(next);
    setChanged({ name, step });
  };
  const boxOf = (name: Name) => ({
    type: 'checkbox',
    'data-control': controlOf({ name, step: undefined }),
    onChange: () => {
      choose(withColumn(shown, name));
      setChanged({ name, step: undefined });
    },
  });
  return (
    <div className="o-menu">
      <p className="o-menu-title">
        {view ? t('office.columns.inView', { name: view }) : t('office.columns.inBrowser')}
      </p>
      <ul ref={list} aria-label={t('office.columns')}>
        <li className="o-column">
          <label>
            <input type="checkbox" checked disabled readOnly />
            {t(columns.first)}
          </label>
          <small className="o-muted">{t('office.columns.always')}</small>
        </li>
        {shown.map((name, place) => (
          <li key={name} className="o-column">
            <label>
              <input {...boxOf(name)} checked />
              {labelOf(name)}
            </label>
            {([-1, 1] as const).map((step) => (
              <button
                key={step}
                type="button"
                data-control={controlOf({ name, step })}
                aria-label={t(step < 0 ? 'office.columns.before' : 'office.columns.after', {
                  name: labelOf(name),
                })}
                aria-disabled={place + step < 0 || place + step >= shown.length}
                onClick={() => move(name, step)}
                className="o-icon-btn"
              >
                <Icon of={step < 0 ? ArrowUp : ArrowDown} size="s" />
              </button>
            ))}
          </li>
        ))}
        {hidden.map(({ name, label }) => (
          <li key={name} className="o-column">
            <label>
              <input {...boxOf(name)} checked={false} />
              {t(label)}
            </label>
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="sr-only">
        {changed?.step &&
          t('office.columns.moved', {
            name: labelOf(changed.name),
            place: shown.indexOf(changed.name) + 1,
            count: shown.length,
          })}
      </p>
      <OfficeButton
        kind="quiet"
        icon={RotateCcw}
        // A disabled button would lose the focus.
        aria-disabled={isDefault}
        onClick={() => {
          setChanged(undefined);
          if (!isDefault) reset();
        }}
      >
        {t('office.columns.reset')}
      </OfficeButton>
    </div>
  );
}
