import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { OfficeDialog } from '../OfficeDialog';
import { areShortcutsOn, setShortcutsOn } from './shortcut-setting';

const KEYS: [keys: string, label: MessageKey][] = [
  ['j k', 'office.key.move'],
  ['Enter', 'office.key.open'],
  ['x', 'office.key.select'],
  ['Shift x', 'office.key.selectTo'],
  ['/', 'office.key.search'],
  ['f', 'office.key.filter'],
  ['n', 'office.new.title'],
  ['c', 'office.key.confirm'],
  ['r', 'office.key.next'],
  ['p', 'office.key.print'],
  ['a', 'office.key.assign'],
  ['e', 'office.key.edit'],
  ['Shift e', 'office.key.editStock'],
  ['Ctrl S', 'office.key.save'],
  ['z', 'office.key.undo'],
  ['g t', 'office.key.today'],
  ['g o', 'office.key.orders'],
  ['g p', 'office.key.products'],
  ['g c', 'office.key.chat'],
  ['Esc', 'office.key.close'],
  ['?', 'office.shortcuts'],
];

/** Dialog with all keyboard shortcuts, and the switch that turns them off. */
export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  const [isOn, setOn] = useState(areShortcutsOn);
  return (
    <OfficeDialog isOpen={isOpen} onClose={onClose} title={t('office.shortcuts')}>
      <div className="office-dialog">
        <dl className="o-keys">
          {KEYS.map(([keys, label]) => (
            <div key={keys}>
              <dt>{t(label)}</dt>
              <dd className="o-row">
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <label className="o-row mt-3 min-h-11">
          <span className="o-check">
            <input
              type="checkbox"
              checked={isOn}
              onChange={({ target }) => {
                setShortcutsOn(target.checked);
                setOn(target.checked);
              }}
            />
          </span>
          {t('office.key.on')}
        </label>
      </div>
    </OfficeDialog>
  );
}
