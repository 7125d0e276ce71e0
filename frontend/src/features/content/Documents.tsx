import { FileDown } from 'lucide-react';
import { mediaUrl } from '@/shared/api/media-url';
import type { Content } from '@/shared/api/types';
import { formatDay } from '@/shared/format/shop-clock';
import { fileSize } from '@/shared/format/unit';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';

/** Downloadable documents of a page, newest first, with date, type and size. */
export function Documents({ documents }: Pick<Content, 'documents'>) {
  const t = useT();
  const { code } = useLanguage();
  if (documents.length === 0) return null;
  const newestFirst = documents.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
  return (
    <section aria-labelledby="documents" className="mt-8 max-w-170">
      <h2 id="documents" className="mb-3 text-lg lg:text-xl">
        <LocalizedText>{t('content.documents')}</LocalizedText>
      </h2>
      <ul className="grid gap-3">
        {newestFirst.map(({ title, date, file, size }) => (
          <li key={file}>
            <a
              href={mediaUrl(file)}
              download
              className="flex min-h-16 items-center gap-3 rounded-md px-4 py-2 text-sm leading-head inset-ring inset-ring-line hover:bg-surface-2 hover:text-link"
            >
              <Icon of={FileDown} />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">
                  <LocalizedText>{title}</LocalizedText>
                </span>
                <span className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-text-3">
                  {date && <time dateTime={date}>{formatDay(date, code)}</time>}
                  <Ltr>PDF, {fileSize(size)}</Ltr>
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
