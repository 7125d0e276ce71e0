import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { BriefcaseBusiness, Mail, MapPin } from 'lucide-react';
import { branchesQuery } from '@/domain/branches/branches-query';
import { companyQuery } from '@/shared/api/site-queries';
import type { Content } from '@/shared/api/types';
import { useLocal, useT } from '@/shared/i18n/language-context';
import { bothNames } from '@/shared/i18n/second-name';
import { Badge } from '@/shared/ui/Badge';
import { buttonStyle } from '@/shared/ui/button-style';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { EmptyState } from '@/shared/ui/PageStates';
import { ContactStrip } from './ContactStrip';
import { ContentFrame } from './ContentFrame';
import { Paragraphs } from './Paragraphs';
import { findEmail } from './rich-text';

/** Career page: about working here, and the job vacancies. */
export function CareerPage({ content }: { content: Content }) {
  const t = useT();
  const local = useLocal();
  const company = useSuspenseQuery(companyQuery).data.data;
  const branches = useQuery(branchesQuery).data?.data ?? [];
  const email = findEmail(content.paragraphs.map(({ en }) => en)) ?? company.email;

  const placeOf = (branchCode: string) => {
    const branch = branches.find(({ b_code }) => b_code === branchCode);
    return branch ? bothNames(branch.b_name, branch.b_name_eng) : branchCode;
  };

  return (
    <ContentFrame slug="career" title={content.title}>
      <Paragraphs paragraphs={content.paragraphs} />
      <section className="mt-8 max-w-170">
        <h2 className="mb-3 text-lg lg:text-xl">{t('career.open')}</h2>
        {content.jobs.length === 0 && (
          <EmptyState
            icon={BriefcaseBusiness}
            title={t('career.none')}
            text={t('career.noneText')}
          />
        )}
        <ul className="grid gap-3">
          {content.jobs.map((job) => (
            <li
              key={job.title.la + job.title.en + job.branch}
              className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg p-4 inset-ring inset-ring-line"
            >
              <div className="min-w-0 flex-[1_1_15rem]">
                <h3 className="text-md font-semibold">
                  <LocalizedText>{job.title}</LocalizedText>
                </h3>
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-2">
                  {job.branch && (
                    <span className="inline-flex items-center gap-1.5">
                      <Icon of={MapPin} size="s" className="text-text-3" />
                      <LocalizedText>{placeOf(job.branch)}</LocalizedText>
                    </span>
                  )}
                  {job.type && (
                    <Badge kind="brand">
                      <LocalizedText>{job.type}</LocalizedText>
                    </Badge>
                  )}
                </p>
              </div>
              {email && (
                <a
                  href={`mailto:${email}?subject=${encodeURIComponent(local(job.title))}`}
                  className={buttonStyle('soft')}
                >
                  <Icon of={Mail} />
                  {t('career.apply')}
                </a>
              )}
            </li>
          ))}
        </ul>
      </section>
      <ContactStrip />
    </ContentFrame>
  );
}
