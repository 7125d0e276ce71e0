import { useLocation } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Content } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { EmptyState } from '@/shared/ui/PageStates';
import { ContactStrip } from './ContactStrip';
import { ContentFrame } from './ContentFrame';
import { Paragraphs } from './Paragraphs';
import { QuestionItem } from './QuestionItem';
import { findQuestions, withIds } from './questions';

/** Help center: questions that unfold, each with its own address, and a text filter. */
export function HelpPage({ content }: { content: Content }) {
  const t = useT();
  const [query, setQuery] = useState('');
  const hash = useLocation({ select: (location) => location.hash });
  const questions = withIds(content.questions);
  const found = findQuestions(query, questions);

  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView({ block: 'start' });
  }, [hash]);

  return (
    <ContentFrame slug="helpcenter" title={content.title}>
      <Paragraphs paragraphs={content.paragraphs} />
      <search className="flex min-h-12 max-w-170 items-center gap-2 rounded-md bg-surface-3 ps-4 text-text-3 focus-within:bg-surface focus-within:text-text focus-inside focus-within:focus-ring">
        <Icon of={Search} />
        <input
          type="text"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={t('help.filter')}
          placeholder={t('help.filter')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className="min-h-12 min-w-0 flex-1 bg-transparent text-md leading-head text-text focus-none lg:text-sm"
        />
        {query && (
          <button
            type="button"
            aria-label={t('search.clear')}
            onClick={() => setQuery('')}
            className="grid size-11 place-items-center rounded-md hover:text-text"
          >
            <Icon of={X} size="s" />
          </button>
        )}
      </search>
      <p role="status" className="sr-only">
        {query && t('help.found', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <div className="max-w-170">
          <EmptyState tint="turmeric" title={t('help.none')} text={t('content.weAnswer')} />
        </div>
      ) : (
        <div className="mt-3 max-w-170">
          {found.map((question) => (
            <QuestionItem key={question.id} question={question} isLinked={hash === question.id} />
          ))}
        </div>
      )}
      <ContactStrip />
    </ContentFrame>
  );
}
