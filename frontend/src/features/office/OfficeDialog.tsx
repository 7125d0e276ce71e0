import type { ComponentProps } from 'react';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { Dialog } from '@/shared/ui/Dialog';

/** Dialog of the back office. The browser's back button closes it. */
export function OfficeDialog(props: ComponentProps<typeof Dialog>) {
  useBackCloses(props.isOpen, props.onClose);
  return <Dialog {...props} />;
}
