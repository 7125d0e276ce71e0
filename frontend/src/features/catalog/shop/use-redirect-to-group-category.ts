import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { groupsQuery } from '../catalog-queries';
import type { ProductListParams } from './product-list-params';

/** Redirects an address whose group belongs to another category to the group's own category. */
export function useRedirectToGroupCategory(search: ProductListParams): void {
  const navigate = useNavigate();
  const { category, group } = search;
  const hasBoth = category !== undefined && group !== undefined;
  const siblings = useQuery({ ...groupsQuery(category), enabled: hasBoth }).data?.data;
  const isStranger = hasBoth && siblings?.every(({ prog_id }) => prog_id !== group) === true;
  const everyGroup = useQuery({ ...groupsQuery(), enabled: isStranger }).data?.data;
  const home = everyGroup?.find(({ prog_id }) => prog_id === group)?.cat_id;

  useEffect(() => {
    if (!isStranger || home === undefined) return;
    void navigate({
      to: '/shop',
      search: { ...search, category: home },
      replace: true,
      resetScroll: false,
    });
  }, [isStranger, home, navigate, search]);
}
