import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './Icon';
import { LocalizedText } from './LocalizedText';

type SectionHeadingProps = {
  id?: string;
  title: string;
  note?: string;
  more?: { label: string; link: LinkProps };
  end?: ReactNode;
};

export function SectionHeading({ id, title, note, more, end }: SectionHeadingProps) {
  return (
    <div className="mb-3 flex items-center justify-between gap-4 lg:mb-5">
      <div>
        <h2 id={id} className="text-xl lg:text-2xl">
          <LocalizedText>{title}</LocalizedText>
        </h2>
        {note && (
          <p className="text-sm text-text-3">
            <LocalizedText>{note}</LocalizedText>
          </p>
        )}
      </div>
      {end}
      {more && (
        <Link
          {...more.link}
          className="-me-1 inline-flex min-h-(--tap) flex-none items-center gap-1 rounded-sm text-sm font-semibold whitespace-nowrap text-link hover:underline hover:underline-offset-4"
        >
          {more.label}
          <Icon of={ChevronRight} size="s" className="flip" />
        </Link>
      )}
    </div>
  );
}
