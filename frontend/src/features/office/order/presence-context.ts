import { createContext, use, useEffect } from 'react';
import type { OrderVisitor } from './presence-api';

/** The other people who have the order of this page open. */
export const OthersContext = createContext<OrderVisitor[]>([]);

/** Says that a form is open; returns a function that says that it is closed. */
type MarkEditing = () => () => void;

export const EditingContext = createContext<MarkEditing | null>(null);

/** While `isOpen`, the other people at this order see that the user is editing it. */
export function useMarkEditing(isOpen: boolean): void {
  const mark = use(EditingContext);
  useEffect(() => (isOpen && mark ? mark() : undefined), [isOpen, mark]);
}
