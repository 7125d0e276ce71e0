import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Leads on to an address of the shop, query and all. */
export function ReplaceLocation({ path }: { path: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href: path, replace: true }), [navigate, path]);
  return null;
}
