import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Replaces the current page by another address of the shop, including its query. */
export function ReplaceLocation({ path }: { path: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href: path, replace: true }), [navigate, path]);
  return null;
}
