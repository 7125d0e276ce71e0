import type { Content } from '@/shared/api/types';

export type Question = Content['questions'][number] & { id: string };

/** Gives each question an id for its address: its English words, or its number. */
export function withIds(questions: Content['questions']): Question[] {
  const taken = new Set<string>();
  return questions.map((question, index) => {
    const words = question.q.en
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '');
    const id = words && !taken.has(words) ? words : `question-${index + 1}`;
    taken.add(id);
    return { ...question, id };
  });
}

/** Questions that contain all words of the query, in either language. */
export function findQuestions(query: string, questions: Question[]): Question[] {
  const words = query.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean);
  return questions.filter(({ q, a }) => {
    const text = [q.la, q.en, a.la, a.en].join('\n').normalize('NFKC').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
