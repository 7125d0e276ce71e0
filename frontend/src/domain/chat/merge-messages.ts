import type { ChatMessage, Conversation } from '@/shared/live/live-events';

/** Merges known and received messages, ordered by `seq`, each once in its newest state. */
export function mergeMessages(
  known: readonly ChatMessage[],
  come: readonly ChatMessage[],
): readonly ChatMessage[] {
  if (come.length === 0) return known;
  const all = new Map(known.map((message) => [message.msdtid, message]));
  for (const message of come) all.set(message.msdtid, message);
  return [...all.values()].sort((a, b) => a.seq - b.seq);
}

/** Last message before the first gap, or null without messages. Later ones have to be fetched. */
export function lastContiguousSeq(messages: readonly ChatMessage[]): number | null {
  const first = messages[0];
  if (!first) return null;
  let seq = first.seq;
  for (const message of messages) {
    if (message.seq > seq + 1) break;
    seq = message.seq;
  }
  return seq;
}

/** Newest state of a conversation, field by field, because updates may arrive in any order. */
export function mergeConversation(
  known: Conversation | null,
  come: Conversation | null,
): Conversation | null {
  if (!known || !come) return come ?? known;
  const base = come.version < known.version ? known : come;
  const highest = (name: 'last_seq' | 'customer_read_seq' | 'staff_read_seq') =>
    Math.max(known[name], come[name]);
  return {
    ...base,
    last_seq: highest('last_seq'),
    customer_read_seq: highest('customer_read_seq'),
    staff_read_seq: highest('staff_read_seq'),
  };
}
