import { formatMessage, type Messages, type Values } from './format-message';
import { shownLanguage } from './language-preference';
import type { Language } from './languages';
import type source from './messages/la.json';
import type officeSource from './messages/office/la.json';

/** Texts of the shop, which every language has. */
export type ShopMessageKey = keyof typeof source;
export type MessageKey = ShopMessageKey | keyof typeof officeSource;
export type Translate = (key: MessageKey, values?: Values) => string;

type MessageLoaders = Record<string, () => Promise<{ default: Messages }>>;

const shellLoaders: MessageLoaders = {
  la: () => import('virtual:messages/la'),
  en: () => import('virtual:messages/en'),
  th: () => import('virtual:messages/th'),
  cn: () => import('virtual:messages/cn'),
  vn: () => import('virtual:messages/vn'),
};

/** Texts that come with the code that needs them; `scripts/messages-plugin.ts` names their keys. */
const partLoaders = {
  /** What only the pages and drawers of buying say. */
  buying: {
    la: () => import('virtual:messages/la/buying'),
    en: () => import('virtual:messages/en/buying'),
    th: () => import('virtual:messages/th/buying'),
    cn: () => import('virtual:messages/cn/buying'),
    vn: () => import('virtual:messages/vn/buying'),
  },
  /** The weather and the finder of branches. */
  branches: {
    la: () => import('virtual:messages/la/branches'),
    en: () => import('virtual:messages/en/branches'),
    th: () => import('virtual:messages/th/branches'),
    cn: () => import('virtual:messages/cn/branches'),
    vn: () => import('virtual:messages/vn/branches'),
  },
  /** The bell and what it opens. */
  notices: {
    la: () => import('virtual:messages/la/notices'),
    en: () => import('virtual:messages/en/notices'),
    th: () => import('virtual:messages/th/notices'),
    cn: () => import('virtual:messages/cn/notices'),
    vn: () => import('virtual:messages/vn/notices'),
  },
  /** What every page may say, but none at first: the category dialog, and the pages kept by this browser. */
  later: {
    la: () => import('virtual:messages/la/later'),
    en: () => import('virtual:messages/en/later'),
    th: () => import('virtual:messages/th/later'),
    cn: () => import('virtual:messages/cn/later'),
    vn: () => import('virtual:messages/vn/later'),
  },
  /** Pages of content, collections, and the list of all pages. */
  pages: {
    la: () => import('virtual:messages/la/pages'),
    en: () => import('virtual:messages/en/pages'),
    th: () => import('virtual:messages/th/pages'),
    cn: () => import('virtual:messages/cn/pages'),
    vn: () => import('virtual:messages/vn/pages'),
  },
  /** The image search and what it found. */
  photo: {
    la: () => import('virtual:messages/la/photo'),
    en: () => import('virtual:messages/en/photo'),
    th: () => import('virtual:messages/th/photo'),
    cn: () => import('virtual:messages/cn/photo'),
    vn: () => import('virtual:messages/vn/photo'),
  },
  /** The chat and the staff's inbox. */
  talk: {
    la: () => import('virtual:messages/la/talk'),
    en: () => import('virtual:messages/en/talk'),
    th: () => import('virtual:messages/th/talk'),
    cn: () => import('virtual:messages/cn/talk'),
    vn: () => import('virtual:messages/vn/talk'),
  },
} satisfies Record<string, MessageLoaders>;
export type MessagePart = keyof typeof partLoaders;

/** Everything each language can say so far. Parts may be here before the shell's texts. */
const known: Record<string, Messages> = {};

/** Loads the messages of the page's language and returns its translator. */
export async function loadMessages(language: Language): Promise<Translate> {
  const catalog = await load(shellLoaders, language);
  const { tag, dir } = language;
  const manner = { rules: new Intl.PluralRules(tag), isolates: dir === 'rtl' };
  return (key, values = {}) => formatMessage(known[catalog]?.[key] ?? key, values, manner);
}

/** Adds the texts of a part to the translator of the page. */
export async function loadMessagePart(
  part: MessagePart,
  language = shownLanguage(),
): Promise<void> {
  await load(partLoaders[part], language);
}

/** Adds texts to those a language has. */
export function addMessages(language: string, texts: Messages): void {
  known[language] = { ...known[language], ...texts };
}

async function load(from: MessageLoaders, { code, messages = code }: Language): Promise<string> {
  const whole = () =>
    import('./unrouted-languages').then(({ loadUnroutedMessages }) =>
      loadUnroutedMessages(messages),
    );
  const { default: loaded } = await (from[messages] ?? whole)();
  addMessages(messages, loaded);
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
