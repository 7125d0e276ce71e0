import '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set if the previous history entry is the previous page of the list. */
    isNextPage?: true;
  }
}
