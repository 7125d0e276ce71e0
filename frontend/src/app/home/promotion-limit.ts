/** Number of promotions that the home page shows with their products; the others follow as cards. */
export const SHOWN_IN_FULL = 2;
