import { setFormats } from '@/shared/format/page-formats';
import { formatsOf } from '@/shared/format/unrouted-formats';
import type { Messages } from './format-message';
import type { Language } from './languages';
import { startWidget } from './translate-widget';
import { UNROUTED_NAMES } from './unrouted-language-names';

/**
 * Message loaders. Each language is one file, because the page's preloads do not include them and one request is faster
 * than two.
 */
const LOADERS: Record<string, () => Promise<{ default: Messages }>> = {
  km: () => import('virtual:messages/all/km'),
  ja: () => import('virtual:messages/all/ja'),
  ko: () => import('virtual:messages/all/ko'),
  ru: () => import('virtual:messages/all/ru'),
  es: () => import('virtual:messages/all/es'),
  fr: () => import('virtual:messages/all/fr'),
  de: () => import('virtual:messages/all/de'),
  it: () => import('virtual:messages/all/it'),
  pt: () => import('virtual:messages/all/pt'),
  nl: () => import('virtual:messages/all/nl'),
  ar: () => import('virtual:messages/all/ar'),
  tr: () => import('virtual:messages/all/tr'),
  pl: () => import('virtual:messages/all/pl'),
  ro: () => import('virtual:messages/all/ro'),
};
const RIGHT_TO_LEFT = ['ar'];
/** Web fonts of the languages that need one beside the fonts of every page, with letters that select its file. */
const FONTS: Record<string, [family: string, letters: string]> = {
  ar: ['Noto Sans Arabic Variable', 'ا'],
  km: ['Noto Sans Khmer Variable', 'ក'],
  pl: ['Hanken Grotesk Variable', 'łó'],
  ro: ['Hanken Grotesk Variable', 'șăâ'],
  tr: ['Hanken Grotesk Variable', 'ğı'],
};
const FONT_TIMEOUT_MS = 3000;
const WIDGET_DELAY_MS = 1500;

/** Language of a page that is shown in an unrouted language, with its number and date formats. */
export function unroutedLanguage(tag: string, { code }: Language): Language {
  setFormats(formatsOf(tag));
  const catalogTag = code === 'en' ? 'en' : 'lo';
  // Deferred, because nothing on the page waits for the widget.
  setTimeout(() => startWidget(catalogTag, tag), WIDGET_DELAY_MS);
  return {
    code,
    tag,
    dir: RIGHT_TO_LEFT.includes(tag) ? 'rtl' : 'ltr',
    nativeName: UNROUTED_NAMES.find((other) => other.tag === tag)?.nativeName ?? tag,
    messages: tag,
  };
}

/** Messages of a language. The fonts of its letters load beside them, so that its texts are not drawn in two fonts. */
export async function loadUnroutedMessages(tag: string): Promise<{ default: Messages }> {
  const load = LOADERS[tag];
  if (!load) throw new Error(`no catalog ${tag}`);
  const [messages] = await Promise.all([load(), loadFont(tag)]);
  return messages;
}

/** Loads the web font of a language; a font that fails or takes longer than 3 s appears later. */
async function loadFont(tag: string): Promise<void> {
  const [family, letters] = FONTS[tag] ?? [];
  // The Font Loading API is missing outside of browsers.
  if (!family || !document.fonts) return;
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS));
  await Promise.race([document.fonts.load(`1em "${family}"`, letters).catch(() => []), timeout]);
}
