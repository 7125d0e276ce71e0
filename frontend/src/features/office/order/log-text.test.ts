import { expect, it } from 'vitest';
import type { Translate } from '@/shared/i18n/load-messages';
import { logText } from './log-text';

const t = ((key: string, values?: Record<string, unknown>) =>
  values ? `${key} ${Object.values(values).join()}` : key) as Translate;

it.each([
  ['delivery', 'office.status.readySend'],
  ['pickup', 'office.status.ready'],
] as const)('state of an entry of a %s is named by that method', (method, text) => {
  const entry = { at: '', action: 'prepared_by_system', by: null, note: '' };
  const shown = logText(t, { ...entry, from: 'preparing', to: 'ready' }, method);
  expect(shown).toBe(`office.log.system ${text}`);
});
