import { formatMessage, type Messages, type Values } from './format-message';
import { shownLanguage } from './language-preference';
import type { Language } from './languages';
import type source from './messages/la.json';
import type officeSource from './messages/office/la.json';

/** Message keys of the storefront, which every language has. */
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

/** Message parts that load with the code that needs them; `scripts/messages-plugin.ts` lists their keys. */
const partLoaders = {
  /** Messages of cart, checkout, orders and account pages. */
  buying: {
    la: () => import('virtual:messages/la/buying'),
    en: () => import('virtual:messages/en/buying'),
    th: () => import('virtual:messages/th/buying'),
    cn: () => import('virtual:messages/cn/buying'),
    vn: () => import('virtual:messages/vn/buying'),
  },
  /** Messages of the weather and the branch finder. */
  branches: {
    la: () => import('virtual:messages/la/branches'),
    en: () => import('virtual:messages/en/branches'),
    th: () => import('virtual:messages/th/branches'),
    cn: () => import('virtual:messages/cn/branches'),
    vn: () => import('virtual:messages/vn/branches'),
  },
  /** Messages of the notification bell. */
  notifications: {
    la: () => import('virtual:messages/la/notifications'),
    en: () => import('virtual:messages/en/notifications'),
    th: () => import('virtual:messages/th/notifications'),
    cn: () => import('virtual:messages/cn/notifications'),
    vn: () => import('virtual:messages/vn/notifications'),
  },
  /** Messages that any page may need later: the category menu, and the visited pages. */
  later: {
    la: () => import('virtual:messages/la/later'),
    en: () => import('virtual:messages/en/later'),
    th: () => import('virtual:messages/th/later'),
    cn: () => import('virtual:messages/cn/later'),
    vn: () => import('virtual:messages/vn/later'),
  },
  /** Messages of content pages, collections and the sitemap. */
  pages: {
    la: () => import('virtual:messages/la/pages'),
    en: () => import('virtual:messages/en/pages'),
    th: () => import('virtual:messages/th/pages'),
    cn: () => import('virtual:messages/cn/pages'),
    vn: () => import('virtual:messages/vn/pages'),
  },
  /** Messages of the image search. */
  imageSearch: {
    la: () => import('virtual:messages/la/imageSearch'),
    en: () => import('virtual:messages/en/imageSearch'),
    th: () => import('virtual:messages/th/imageSearch'),
    cn: () => import('virtual:messages/cn/imageSearch'),
    vn: () => import('virtual:messages/vn/imageSearch'),
  },
  /** Messages of the chat and the staff inbox. */
  chat: {
    la: () => import('virtual:messages/la/chat'),
    en: () => import('virtual:messages/en/chat'),
    th: () => import('virtual:messages/th/chat'),
    cn: () => import('virtual:messages/cn/chat'),
    vn: () => import('virtual:messages/vn/chat'),
  },
} satisfies Record<string, MessageLoaders>;
export type MessagePart = keyof typeof partLoaders;

/** Loaded messages by language. A part may be loaded before the shell's messages. */
const known: Record<string, Messages> = {};

/** Loads the messages of the page's language and returns its translator. */
export async function loadMessages(language: Language): Promise<Translate> {
  const catalog = await load(shellLoaders, language);
  const { tag, dir } = language;
  const manner = { rules: new Intl.PluralRules(tag), isolates: dir === 'rtl' };
  return (key, values = {}) => formatMessage(known[catalog]?.[key] ?? key, values, manner);
}

/** Loads a part of the messages into the page's translator. */
export async function loadMessagePart(
  part: MessagePart,
  language = shownLanguage(),
): Promise<void> {
  await load(partLoaders[part], language);
}

/** Adds messages to the messages of a language. */
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

/** Loads a module together with its messages. */
export async function withMessages<Module>(
  part: MessagePart,
  load: Promise<Module>,
): Promise<Module> {
  const [module] = await Promise.all([load, loadMessagePart(part)]);
  return module;
}

export const withBuyingMessages = <Module>(load: Promise<Module>) => withMessages('buying', load);
