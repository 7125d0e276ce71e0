import '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** First loaded page of a product list; the address has the last one. */
    openedFrom?: number;
    /** Set while the filter sheet is open on a phone, so that the back button closes it. */
    filters?: true;
  }
}
