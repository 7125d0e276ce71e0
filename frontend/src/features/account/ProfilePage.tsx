import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addressesQuery } from '@/domain/addresses/address-queries';
import { pointsQuery } from '@/domain/orders/order-queries';
import { AccountLayout } from '@/domain/session/AccountLayout';
import { CustomerOnly } from '@/domain/session/CustomerOnly';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { ErrorState } from '@/shared/ui/PageStates';
import { Skeleton } from '@/shared/ui/Skeleton';
import { splitStyle } from '@/shared/ui/split-style';
import { AddressesSection } from './AddressesSection';
import {
  codeChannelsQuery,
  messageChannelsQuery,
  profileQuery,
  sessionsQuery,
} from './account-api';
import { DataSection } from './DataSection';
import { DevicesSection } from './DevicesSection';
import { LogoutSection } from './LogoutSection';
import { MessagesSection } from './MessagesSection';
import { PasswordSection } from './PasswordSection';
import { PersonSection } from './PersonSection';
import { PointsHistorySection } from './PointsHistorySection';

export function ProfilePage() {
  const t = useT();
  usePageTitle(t('session.account'));
  return (
    <AccountLayout title={t('session.account')}>
      <CustomerOnly pending={<Pending />}>
        <WhenLoaded>
          <div className={splitStyle}>
            <div className="grid gap-6">
              <Person />
              <Messages />
              <AddressesSection />
              <Password />
              <DevicesSection />
              <OwnData />
              <LogoutSection />
            </div>
            <PointsHistorySection />
          </div>
        </WhenLoaded>
      </CustomerOnly>
    </AccountLayout>
  );
}

/** Waits for the data of all sections, so that none moves those below it. A failed request does not hold the others back. */
function WhenLoaded({ children }: { children: ReactNode }) {
  const isPending = useQueries({
    queries: [
      profileQuery,
      codeChannelsQuery,
      messageChannelsQuery,
      addressesQuery,
      sessionsQuery,
      pointsQuery,
    ],
    combine: (results) => results.some((result) => result.isPending),
  });
  return isPending ? <Pending /> : children;
}

function Person() {
  const { data, error, refetch } = useQuery(profileQuery);
  if (data) return <PersonSection customer={data.data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Skeleton className="h-56 rounded-lg" />;
}

function Messages() {
  const { data } = useQuery(profileQuery);
  return data && <MessagesSection customer={data.data} />;
}

function Password() {
  const { data } = useQuery(profileQuery);
  return data && <PasswordSection customer={data.data} />;
}

function OwnData() {
  const { data } = useQuery(profileQuery);
  return data && <DataSection customer={data.data} />;
}

function Pending() {
  const t = useT();
  return (
    <div role="status" aria-label={t('state.loading')} className="grid gap-6">
      <Skeleton className="h-56 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
    </div>
  );
}
