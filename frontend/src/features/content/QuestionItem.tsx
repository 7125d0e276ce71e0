import { Link } from '@tanstack/react-router';
import { ChevronDown, Link2 } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import type { Question } from './questions';
import { ReadingText } from './ReadingText';

type QuestionItemProps = { question: Question; isLinked: boolean };

/** Question of the help center. It is open if the address names it. */
export function QuestionItem({ question, isLinked }: QuestionItemProps) {
  const t = useT();
  return (
    <details
      // Remounts when the address names another question, which opens that one and leaves the others as they are.
      key={String(isLinked)}
      id={question.id}
      open={isLinked || undefined}
      className="group scroll-mt-[calc(var(--header-h)+0.5rem)] border-b border-line"
    >
      <summary className="flex min-h-14 items-center justify-between gap-4 rounded-xs py-2.5 hover:text-link">
        <h2 className="text-md font-semibold">
          <LocalizedText>{question.q}</LocalizedText>
        </h2>
        <Icon
          of={ChevronDown}
          className="text-text-3 transition-transform duration-(--t-base) group-open:rotate-180"
        />
      </summary>
      <div className="prose pb-2">
        <p>
          <ReadingText>{question.a}</ReadingText>
        </p>
      </div>
      <Link
        to="/helpcenter"
        hash={question.id}
        replace
        className="mb-2 inline-flex min-h-11 items-center gap-1.5 rounded-xs text-xs text-text-3 hover:text-link"
      >
        <Icon of={Link2} size="s" />
        {t('help.link')}
      </Link>
    </details>
  );
}
