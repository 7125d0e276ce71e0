/** Staff pages fill the screen and have their own frame. */
export const isStaffPage = (pathname: string) => /^\/staff(\/|$)/.test(pathname);
