import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { MapPin, Phone } from 'lucide-react';
import { BranchesFailure } from '@/domain/branches/BranchesFailure';
import type { Branch } from '@/domain/branches/branch';
import { mapLink } from '@/domain/branches/branch-links';
import { branchesQuery } from '@/domain/branches/branches-query';
import { headquarters } from '@/domain/branches/headquarters';
import { companyQuery } from '@/shared/api/site-queries';
import { telHref } from '@/shared/format/tel-href';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { EmptyState } from '@/shared/ui/PageStates';
import { ResponsiveImage } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';
import { Skeleton } from '@/shared/ui/Skeleton';

const SKELETON_CARDS = 6;

/** All branches with address, telephone and map. Shows the headquarters if the request fails. */
export function BranchList() {
  const t = useT();
  const { data, error, isPending, isFetching, refetch } = useQuery(branchesQuery);
  const { hotline } = useSuspenseQuery(companyQuery).data.data;
  const branches = data?.data ?? (error ? [headquarters(hotline ?? '')] : []);
  return (
    <section className="pt-10">
      <h2 className="mb-4 text-lg lg:text-xl">{t('contact.branches')}</h2>
      {error && !data && (
        <div className="mb-6">
          <BranchesFailure error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {data && branches.length === 0 && (
        <EmptyState icon={MapPin} title={t('contact.noBranches')} />
      )}
      <ul
        aria-busy={isPending}
        className="grid gap-x-(--grid-gap) gap-y-6 md:grid-cols-2 xl:grid-cols-3"
      >
        {isPending &&
          Array.from({ length: SKELETON_CARDS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
            <li key={index}>
              <Skeleton className="mb-3 aspect-[8/5] rounded-lg" />
              <Skeleton className="mb-2 h-4 w-3/5" />
              <Skeleton className="mb-2 h-3.5" />
              <Skeleton className="h-3.5 w-2/5" />
            </li>
          ))}
        {branches.map((branch) => (
          <BranchCard key={branch.b_id} branch={branch} />
        ))}
      </ul>
    </section>
  );
}

const link = 'inline-flex min-h-11 items-center gap-1.5 rounded-xs text-sm font-semibold text-link';

function BranchCard({ branch }: { branch: Branch }) {
  const t = useT();
  const { code } = useLanguage();
  const map = mapLink(branch);
  return (
    <li className="flex flex-col">
      <div className="mb-2.5 aspect-[8/5] overflow-hidden rounded-lg bg-tile">
        <ResponsiveImage
          path={branch.b_image}
          alt=""
          upTo={640}
          sizes="(width >= 64rem) 330px, (width >= 48rem) 46vw, 92vw"
          className="size-full object-cover"
        />
      </div>
      <h3 className="text-md font-semibold">
        <LocalizedText>{pickText(branch.b_name, branch.b_name_eng, code)}</LocalizedText>
        <SecondName la={branch.b_name} en={branch.b_name_eng} />
      </h3>
      <p className="text-sm text-text-2">
        <LocalizedText>{{ la: branch.tb_address_la, en: branch.tb_address_en }}</LocalizedText>
      </p>
      <p className="mt-auto flex flex-wrap gap-x-5">
        {branch.b_f_phone && (
          <a href={telHref(branch.b_f_phone)} className={link}>
            <Icon of={Phone} size="s" />
            <Ltr className="num">{branch.b_f_phone}</Ltr>
          </a>
        )}
        {map && (
          <a href={map} rel="noopener" target="_blank" className={link}>
            <Icon of={MapPin} size="s" />
            {t('contact.map')}
          </a>
        )}
      </p>
    </li>
  );
}
