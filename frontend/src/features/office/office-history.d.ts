import '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before in the history is the page before of the list. */
    isNextPage?: true;
  }
}
