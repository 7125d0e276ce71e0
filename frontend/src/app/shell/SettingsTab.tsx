import { Link } from '@tanstack/react-router';
import { ChevronRight, Moon, Package, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { setTheme, useTheme } from '@/shared/theme/theme';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LanguageList } from './LanguageList';

const CLOSE_DELAY_MS = 300;
const ROW = 'flex min-h-12 w-full items-center gap-3 rounded-sm px-3 text-sm focus-inside';

/** Settings tab of the mobile panel: language, theme and account links. The panel closes after a language change. */
export function SettingsTab({ onFollow }: { onFollow: () => void }) {
  const t = useT();
  return (
    <div className="flex flex-1 flex-col gap-5 overflow-auto overscroll-contain px-5 py-3.5">
      <Group title={t('session.account')}>
        <Link to="/account/profile" onClick={onFollow} className={ROW}>
          <Icon of={User} />
          {t('session.profile')}
          <Icon of={ChevronRight} size="s" className="ms-auto rtl:-scale-x-100" />
        </Link>
        <Link to="/account/orders" onClick={onFollow} className={cx(ROW, 'border-t border-line')}>
          <Icon of={Package} />
          {t('session.orders')}
          <Icon of={ChevronRight} size="s" className="ms-auto rtl:-scale-x-100" />
        </Link>
      </Group>
      <Group title={t('panel.appearance')}>
        <DarkSwitch />
      </Group>
      <Group title={t('language.label')}>
        <LanguageList
          onChosen={() => setTimeout(onFollow, CLOSE_DELAY_MS)}
          className="p-1.5 text-sm"
        />
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-1.5 text-xs font-medium text-text-3">{title}</h2>
      <div className="overflow-clip rounded-lg inset-ring inset-ring-line">{children}</div>
    </section>
  );
}

function DarkSwitch() {
  const t = useT();
  const isDark = useTheme() === 'dark';
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isDark}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
      className={ROW}
    >
      <Icon of={Moon} />
      {t('panel.dark')}
      <span
        className={cx(
          'ms-auto flex h-6 w-11 rounded-full p-0.5 transition-colors inset-ring',
          isDark ? 'bg-action inset-ring-action' : 'bg-surface-3 inset-ring-line-strong',
        )}
      >
        <span
          className={cx(
            'size-5 rounded-full transition-transform',
            isDark ? 'translate-x-5 bg-on-action rtl:-translate-x-5' : 'bg-text-3',
          )}
        />
      </span>
    </button>
  );
}
