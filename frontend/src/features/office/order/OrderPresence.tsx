import { type ReactNode, useCallback, useState } from 'react';
import { EditingContext, OthersContext } from './presence-context';
import { useOrderPresence } from './use-order-presence';

/** Shows the user to the other people at an order, and these to the components in it. */
export function OrderPresence({ number, children }: { number: string; children: ReactNode }) {
  const [openForms, setOpenForms] = useState(0);
  const mark = useCallback(() => {
    setOpenForms((count) => count + 1);
    return () => setOpenForms((count) => count - 1);
  }, []);
  const others = useOrderPresence(number, openForms > 0);
  return (
    <EditingContext value={mark}>
      <OthersContext value={others}>{children}</OthersContext>
    </EditingContext>
  );
}
