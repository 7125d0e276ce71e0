import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { withLanguage } from '@/shared/i18n/languages';
import { visitedPages } from '@/shared/offline/visited-pages';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ModalPanel } from '@/shared/ui/Panel';

/** Pages that this browser has cached, newest first, in the language of the current page. */
export function VisitedPages() {
  const t = useT();
  const { code } = useLanguage();
  const [pages] = useState(visitedPages);
  const home = withLanguage('/', code);
  const own = pages.filter(({ path }) => path.startsWith(home));
  return (
    <ModalPanel title={t('visitedPages.title')} className="mx-auto max-w-170">
      <p className="mb-2 text-sm text-text-3">
        <LocalizedText>
          {t(own.length > 0 ? 'visitedPages.text' : 'visitedPages.empty')}
        </LocalizedText>
      </p>
      <ul className="divide-y divide-line">
        {own.map(({ path, title }) => (
          <li key={path}>
            {/* A full page load, because only whole pages are cached; in-app navigation would request API data. */}
            <a
              href={path}
              className="flex min-h-(--tap) items-center justify-between gap-3 py-2 hover:text-link"
            >
              <span className="line-clamp-2">
                <LocalizedText>{title}</LocalizedText>
              </span>
              <Icon of={ChevronRight} size="s" className="flip flex-none text-text-3" />
            </a>
          </li>
        ))}
      </ul>
    </ModalPanel>
  );
}
