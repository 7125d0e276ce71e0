import { Moon, Sun } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { setTheme, useTheme } from '@/shared/theme/theme';
import { IconButton } from '@/shared/ui/Button';

export function ThemeToggle({ className }: { className?: string }) {
  const t = useT();
  const isDark = useTheme() === 'dark';
  return (
    <IconButton
      icon={isDark ? Sun : Moon}
      label={t(isDark ? 'theme.toLight' : 'theme.toDark')}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
      className={className}
    />
  );
}
