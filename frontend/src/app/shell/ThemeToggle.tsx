import { Moon, Sun } from 'lucide-react';
import { useT } from '@/language/context';
import { setTheme, useTheme } from '@/theme/theme';
import { IconButton } from '@/ui/Button';

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
