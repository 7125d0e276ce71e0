import type { ComponentProps } from 'react';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { Sheet } from '@/shared/ui/Sheet';

/** Sheet of the back office. The browser's back button closes it. */
export function OfficeSheet(props: ComponentProps<typeof Sheet>) {
  useBackCloses(props.isOpen, () => props.onOpenChange(false));
  return <Sheet {...props} />;
}
