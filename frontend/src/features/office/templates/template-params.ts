import { LANGUAGES, type LanguageCode } from '@/shared/i18n/languages';
import { oneOf, text } from '../address-values';

/** Channels with different texts. WhatsApp messages have the text of `sms`. */
export const TEMPLATE_CHANNELS = ['email', 'sms'] as const;
export type TemplateChannel = (typeof TEMPLATE_CHANNELS)[number];

/** Query parameters of the templates page: language, channel, and the open message. */
export type TemplateParams = {
  language?: LanguageCode;
  channel?: TemplateChannel;
  kind?: string;
  /** Value of the sample that differs; none for the usual sample. */
  variant?: string;
};

const MAX_KIND_LENGTH = 60;
const MAX_VARIANT_LENGTH = 40;

/** Parses the query; invalid values are left out. */
export function parseTemplateParams(query: Record<string, unknown>): TemplateParams {
  const codes = LANGUAGES.map(({ code }) => code);
  return {
    language: oneOf(codes, query.language),
    channel: oneOf(TEMPLATE_CHANNELS, query.channel),
    kind: text(query.kind, MAX_KIND_LENGTH),
    variant: text(query.variant, MAX_VARIANT_LENGTH),
  };
}
