import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { withLanguage } from '@/shared/i18n/languages';
import { seenPages } from '@/shared/offline/visited-pages';
import { Icon } from '@/shared/ui/Icon';
import { Lao } from '@/shared/ui/LocalizedText';
import { Panel } from '@/shared/ui/Panel';

/** The pages this browser has kept, newest first, in the language of this one. */
export function SeenPages() {
  const t = useT();
  const { code } = useLanguage();
  const [pages] = useState(seenPages);
  const home = withLanguage('/', code);
  const own = pages.filter(({ path }) => path.startsWith(home));
  return (
    <Panel title={t('shelf.title')} className="mx-auto max-w-170">
      <p className="mb-2 text-sm text-text-3">
        <Lao>{t(own.length > 0 ? 'shelf.text' : 'shelf.empty')}</Lao>
      </p>
      <ul className="divide-y divide-line">
        {own.map(({ path, title }) => (
          <li key={path}>
            {/* Whole pages are kept: a link within the app would ask for their parts. */}
            <a
              href={path}
              className="flex min-h-(--tap) items-center justify-between gap-3 py-2 hover:text-link"
            >
              <span className="line-clamp-2">
                <Lao>{title}</Lao>
              </span>
              <Icon of={ChevronRight} size="s" className="flip flex-none text-text-3" />
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
