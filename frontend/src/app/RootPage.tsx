import { Outlet } from '@tanstack/react-router';
import { Shell } from './shell/Shell';

export function RootPage() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}
