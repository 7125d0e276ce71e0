import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from './Button';

type SheetHeaderProps = {
  title: string;
  /** Count shown beside the title. */
  count?: number;
  onClose: () => void;
  /** Content before the close button. */
  children?: ReactNode;
};

export function SheetHeader({ title, count, onClose, children }: SheetHeaderProps) {
  const t = useT();
  return (
    <div className="flex min-h-16 flex-none items-center gap-2 border-b border-line ps-5 pe-2">
      <h2 className="me-auto text-lg">
        {title}
        {count !== undefined && (
          <span className="num ms-1.5 font-normal text-text-3">({count})</span>
        )}
      </h2>
      {children}
      <IconButton icon={X} label={t('action.close')} onClick={onClose} />
    </div>
  );
}
