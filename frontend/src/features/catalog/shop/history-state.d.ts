import '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The first of the pages of a product list a shopper has opened; the address names the last. */
    openedFrom?: number;
    /** The filters of a phone are open over the list, so that the browser's back button closes them. */
    filters?: true;
  }
}
