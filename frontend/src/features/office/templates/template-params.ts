import { LANGUAGES, type LanguageCode } from '@/shared/i18n/languages';
import { oneOf, text } from '../address-values';

/** Both are sent as the short text; WhatsApp as well. */
export const TEMPLATE_CHANNELS = ['email', 'sms'] as const;
export type TemplateChannel = (typeof TEMPLATE_CHANNELS)[number];

/** What the address of the templates says: language, channel, and the message that is open. */
export type TemplateParams = {
  language?: LanguageCode;
  channel?: TemplateChannel;
  kind?: string;
  /** The message of an order that waits for its payment. */
  unpaid?: true;
};

const MAX_KIND_LENGTH = 60;

/** Reads the address; what it cannot be is left out. */
export function parseTemplateParams(query: Record<string, unknown>): TemplateParams {
  const codes = LANGUAGES.map(({ code }) => code);
  return {
    language: oneOf(codes, query.language),
    channel: oneOf(TEMPLATE_CHANNELS, query.channel),
    kind: text(query.kind, MAX_KIND_LENGTH),
    unpaid: query.unpaid === true || query.unpaid === 'true' ? true : undefined,
  };
}
