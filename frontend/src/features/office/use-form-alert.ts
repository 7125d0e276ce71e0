import { useRef } from 'react';
import { type ToastOptions, toast } from '@/shared/ui/toast';

/** Error toast of a form. The next attempt to save closes it, so that it does not outlive its cause. */
export function useFormAlert() {
  const shown = useRef<number | undefined>(undefined);
  const clear = () => {
    if (shown.current !== undefined) toast.dismiss(shown.current);
    shown.current = undefined;
  };
  const alert = (text: string, options?: ToastOptions) => {
    clear();
    shown.current = toast.error(text, options);
  };
  return { alert, clear };
}
