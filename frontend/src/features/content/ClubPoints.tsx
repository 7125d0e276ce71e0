import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pointsQuery } from '@/domain/orders/order-queries';
import { useSession } from '@/domain/session/session';
import { formatKip } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';

const LINK = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4';

/** The customer's points and their value; a login link for visitors. Empty if the request fails. */
export function ClubPoints() {
  const t = useT();
  const { status } = useSession();
  const points = useQuery({ ...pointsQuery, enabled: status === 'customer' }).data?.data;
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      {status === 'visitor' && (
        <Link to="/account/login" search={{ redirect: '/svnclub' }} className={LINK}>
          {t('points.signIn')}
        </Link>
      )}
      {points && (
        <>
          <Link to="/account/profile" className={LINK}>
            {t('points.yours', { points: t('totals.pointCount', { count: points.balance }) })}
          </Link>
          <span className="text-sm text-on-ink-2">
            <LocalizedText>
              {t('points.rule', {
                amount: formatKip(points.kip_per_point_earned, 0),
                value: formatKip(points.point_value, 0),
              })}
            </LocalizedText>
          </span>
        </>
      )}
    </p>
  );
}
