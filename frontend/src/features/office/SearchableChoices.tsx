import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { FilterChoices, type FilterChoicesProps } from './FilterMenu';

/** Number of choices above which a search field is shown. */
const MANY = 12;

/** Choices of a filter, with a search field if there are many. */
export function SearchableChoices(props: FilterChoicesProps) {
  const { label, choices, list } = props;
  const t = useT();
  const [text, setText] = useState('');
  if (choices.length <= MANY) return <FilterChoices {...props} />;
  const wanted = text.trim().toLowerCase();
  const shown = choices.filter((choice) => choice.label.toLowerCase().includes(wanted));
  return (
    <>
      <input
        type="search"
        // biome-ignore lint/a11y/noAutofocus: the press that opens the menu is for finding a choice
        autoFocus
        value={text}
        aria-label={t('office.filter.find', { name: label })}
        placeholder={t('office.filter.find', { name: label })}
        onChange={({ target }) => setText(target.value)}
        className="o-menu-search"
      />
      <FilterChoices
        {...props}
        choices={shown}
        list={list?.state === 'loaded' ? undefined : list}
      />
      {shown.length === 0 && (
        <p role="status" className="o-note px-3 py-2">
          {t('office.searches.noneFound')}
        </p>
      )}
    </>
  );
}
