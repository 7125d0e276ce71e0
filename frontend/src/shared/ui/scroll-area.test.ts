import { expect, it } from 'vitest';
import { sources } from '@/testing/sources';

/** Scrolling lists whose rows each have a link or a button, so that the keyboard reaches and scrolls them. */
const WITH_CONTROLS = [
  'app/shell/LanguageList.tsx',
  'features/inbox/ProductTool.tsx',
  'features/inbox/QuickReplyMenu.tsx',
  'features/office/content/ContentRows.tsx',
  'features/office/messages/StaffMessagesPage.tsx',
  'features/office/searches/RulesPanel.tsx',
  'features/office/searches/SearchesPanel.tsx',
  'features/office/searches/SynonymsPanel.tsx',
];

const SCROLLING = /<(?:ul|div)\s[^>]*\bo-scroll\b|<ul\s[^>]*\boverflow-(?:y-)?auto\b/;

it('scrolling list without a control in each row is a ScrollArea or ScrollList', () => {
  const found = sources(/\.tsx$/).filter(({ text }) => SCROLLING.test(text));
  expect(found.map(({ path }) => path).sort()).toEqual(WITH_CONTROLS);
});
