import { createContext } from 'react';

/**
 * Setter of the path whose page the back office hides from the customer. It gets the frame of the shop, as every unknown
 * address. Empty if there is none.
 */
export const SetHiddenPath = createContext<(path: string) => void>(() => {});
