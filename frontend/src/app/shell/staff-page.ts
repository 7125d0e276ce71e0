/** The staff's pages fill the screen and have a frame of their own. */
export const isStaffPage = (pathname: string) => /^\/staff(\/|$)/.test(pathname);
