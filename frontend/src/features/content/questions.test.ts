import { expect, it } from 'vitest';
import { findQuestions, withIds } from './questions';

const question = (en: string, la = '', answer = '') => ({
  q: { la, en },
  a: { la: '', en: answer },
});

it('question has a URL fragment of its English words', () => {
  const ids = withIds([
    question('How do I place an order?'),
    question('', 'ມີແຕ່ພາສາລາວ'),
    question('How do I place an order?'),
  ]).map(({ id }) => id);
  expect(ids).toEqual(['how-do-i-place-an-order', 'question-2', 'question-3']);
});

const questions = withIds([
  question('How much is delivery?', 'ຄ່າສົ່ງເທົ່າໃດ?', 'Free in the capital.'),
  question('How does the warranty work?', 'ຮັບປະກັນແນວໃດ?'),
]);

it.each([
  ['DELIVERY', 1],
  ['ຄ່າສົ່ງ', 1],
  ['free  how', 1],
  ['how', 2],
  ['', 2],
  ['paint', 0],
])('question search "%s" finds %i', (query, count) => {
  expect(findQuestions(query, questions)).toHaveLength(count);
});
