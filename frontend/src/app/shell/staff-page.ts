/** Whether a path is a staff page. Staff pages fill the screen and have their own frame. */
export const isStaffPage = (pathname: string) => /^\/staff(\/|$)/.test(pathname);
