import { Menu } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';

export type PanelButtonProps = { onOpenPanel: () => void; onHintPanel: () => void };

/** Button of both headers that opens the mobile panel; hidden on desktops. */
export function PanelButton({ onOpenPanel, onHintPanel }: PanelButtonProps) {
  const t = useT();
  return (
    <IconButton
      icon={Menu}
      large
      label={t('menu.open')}
      onClick={onOpenPanel}
      onPointerEnter={onHintPanel}
      className="relative -ms-2.5 lg:hidden"
    />
  );
}
