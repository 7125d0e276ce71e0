import { expect, type Page } from '@playwright/test';
import { call } from './shopper';

type Message = { recipient: string; kind: string; text: string };

/** The last code on the outbox page for a phone number or e-mail address. */
export async function codeFor(clerk: Page, identifier: string): Promise<string> {
  const recipient = identifier.includes('@')
    ? identifier
    : `+856${identifier.replace(/\s/g, '').slice(1)}`;
  let code: string | undefined;
  await expect(async () => {
    const messages: Message[] = await call(clerk, 'GET', '/api/staff/outbox?limit=100');
    const sent = messages.find(
      (one) => one.recipient === recipient && one.kind.startsWith('code.'),
    );
    code = sent?.text.match(/\b\d{6}\b/)?.[0];
    expect(code).toBeDefined();
  }).toPass({ timeout: 20_000 });
  return code as string;
}
