import type { Translate } from '@/shared/i18n/load-messages';
import type { ContentKind } from './content-api';
import { SECTIONS } from './content-schema';

/** Label of a field of a body. */
export function nameText(t: Translate, kind: ContentKind | undefined, name: string): string {
  if (name === 'published') return t('office.content.field.published');
  const fields = kind ? SECTIONS[kind].flatMap((section) => section.fields) : [];
  const found = fields.find((field) => {
    const english = 'english' in field ? field.english : undefined;
    return field.name === name || english === name;
  });
  return found ? t(found.label) : name;
}
