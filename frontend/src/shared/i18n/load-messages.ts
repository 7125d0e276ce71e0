import { formatMessage, type Messages, type Values } from './format-message';
import { shownLanguage } from './language-preference';
import type { Language } from './languages';
import type source from './messages/la.json';

export type MessageKey = keyof typeof source;
export type Translate = (key: MessageKey, values?: Values) => string;

type MessageLoaders = Record<string, () => Promise<{ default: Messages }>>;

const shellLoaders: MessageLoaders = {
  la: () => import('virtual:catalogue/la'),
  en: () => import('virtual:catalogue/en'),
  th: () => import('virtual:catalogue/th'),
  cn: () => import('virtual:catalogue/cn'),
  vn: () => import('virtual:catalogue/vn'),
};

/** Texts that come with the code that needs them; `scripts/messages-plugin.ts` names their keys. */
const partLoaders = {
  /** What only the pages and drawers of buying say. */
  buying: {
    la: () => import('virtual:catalogue/la/buying'),
    en: () => import('virtual:catalogue/en/buying'),
    th: () => import('virtual:catalogue/th/buying'),
    cn: () => import('virtual:catalogue/cn/buying'),
    vn: () => import('virtual:catalogue/vn/buying'),
  },
  /** The weather and the finder of branches. */
  branches: {
    la: () => import('virtual:catalogue/la/branches'),
    en: () => import('virtual:catalogue/en/branches'),
    th: () => import('virtual:catalogue/th/branches'),
    cn: () => import('virtual:catalogue/cn/branches'),
    vn: () => import('virtual:catalogue/vn/branches'),
  },
  /** The bell and what it opens. */
  notices: {
    la: () => import('virtual:catalogue/la/notices'),
    en: () => import('virtual:catalogue/en/notices'),
    th: () => import('virtual:catalogue/th/notices'),
    cn: () => import('virtual:catalogue/cn/notices'),
    vn: () => import('virtual:catalogue/vn/notices'),
  },
  /** What every page may say, but none at first: the category dialog, and the pages kept by this browser. */
  later: {
    la: () => import('virtual:catalogue/la/later'),
    en: () => import('virtual:catalogue/en/later'),
    th: () => import('virtual:catalogue/th/later'),
    cn: () => import('virtual:catalogue/cn/later'),
    vn: () => import('virtual:catalogue/vn/later'),
  },
  /** Pages of content, collections, and the list of all pages. */
  pages: {
    la: () => import('virtual:catalogue/la/pages'),
    en: () => import('virtual:catalogue/en/pages'),
    th: () => import('virtual:catalogue/th/pages'),
    cn: () => import('virtual:catalogue/cn/pages'),
    vn: () => import('virtual:catalogue/vn/pages'),
  },
  /** The image search and what it found. */
  photo: {
    la: () => import('virtual:catalogue/la/photo'),
    en: () => import('virtual:catalogue/en/photo'),
    th: () => import('virtual:catalogue/th/photo'),
    cn: () => import('virtual:catalogue/cn/photo'),
    vn: () => import('virtual:catalogue/vn/photo'),
  },
  /** The chat and the staff's inbox. */
  talk: {
    la: () => import('virtual:catalogue/la/talk'),
    en: () => import('virtual:catalogue/en/talk'),
    th: () => import('virtual:catalogue/th/talk'),
    cn: () => import('virtual:catalogue/cn/talk'),
    vn: () => import('virtual:catalogue/vn/talk'),
  },
} satisfies Record<string, MessageLoaders>;
export type MessagePart = keyof typeof partLoaders;

/** Everything each language can say so far. Parts may be here before the shell's texts. */
const known: Record<string, Messages> = {};

/** Loads the one catalogue a page needs and returns its translator. */
export async function loadMessages(language: Language): Promise<Translate> {
  const catalogue = await load(shellLoaders, language);
  const { tag, dir } = language;
  const manner = { rules: new Intl.PluralRules(tag), isolates: dir === 'rtl' };
  return (key, values = {}) => formatMessage(known[catalogue]?.[key] ?? key, values, manner);
}

/** Adds the texts of a part to the translator of the page. */
export async function loadMessagePart(
  part: MessagePart,
  language = shownLanguage(),
): Promise<void> {
  await load(partLoaders[part], language);
}

async function load(from: MessageLoaders, { code, messages = code }: Language): Promise<string> {
  const whole = () =>
    import('./unrouted-languages').then(({ loadUnroutedMessages }) =>
      loadUnroutedMessages(messages),
    );
  const { default: loaded } = await (from[messages] ?? whole)();
  known[messages] = { ...known[messages], ...loaded };
  return messages;
}

/** A module together with the texts it speaks. */
export async function withMessages<Module>(
  part: MessagePart,
  load: Promise<Module>,
): Promise<Module> {
  const [module] = await Promise.all([load, loadMessagePart(part)]);
  return module;
}

export const withBuyingMessages = <Module>(load: Promise<Module>) => withMessages('buying', load);
