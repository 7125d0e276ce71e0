import { expect, type Page } from '@playwright/test';
import { messageTo } from './received-messages';
import { call } from './shopper';

type Message = { recipient: string; kind: string; text: string };

export const prompt = (page: Page) => page.getByRole('dialog', { name: 'Please log in first' });

/** Signs in by a one-time code in the open dialog. */
export async function signInByCode(
  page: Page,
  identifier: string,
  readCode: () => Promise<string>,
): Promise<void> {
  const dialog = prompt(page);
  await dialog.getByRole('textbox', { name: 'Phone number or e-mail' }).fill(identifier);
  await dialog.getByRole('button', { name: 'Send me a code' }).click();
  const code = dialog.getByRole('textbox', { name: 'Code of six digits' });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.fill(await readCode());
  await dialog.getByRole('button', { name: 'Confirm the code' }).click();
}

/** Recipient as messages have it: a phone number as `+856…`. */
export const recipientOf = (identifier: string) =>
  identifier.includes('@') ? identifier : `+856${identifier.replace(/\s/g, '').slice(1)}`;

/** The code that the mail server or the provider of SMS received. */
export async function receivedCode(identifier: string): Promise<string> {
  const channel = identifier.includes('@') ? 'email' : 'sms';
  const { text } = await messageTo(channel, recipientOf(identifier), /\b\d{6}\b/);
  return text.match(/\b\d{6}\b/)?.[0] as string;
}

/** The last code of this purpose on the outbox page for a phone number or e-mail address. */
export async function codeFor(
  clerk: Page,
  identifier: string,
  purpose: 'sign_in' | 'reset' | 'verify' = 'sign_in',
): Promise<string> {
  const recipient = recipientOf(identifier);
  let code: string | undefined;
  await expect(async () => {
    const messages: Message[] = await call(clerk, 'GET', '/api/staff/outbox?limit=100');
    const sent = messages.find(
      (one) => one.recipient === recipient && one.kind === `code.${purpose}`,
    );
    code = sent?.text.match(/\b\d{6}\b/)?.[0];
    expect(code).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return code as string;
}

/** Confirms the phone number or e-mail address of a signed-in customer, as the profile does. */
export async function confirmIdentifier(
  page: Page,
  clerk: Page,
  identifier: string,
): Promise<void> {
  const purpose = { purpose: 'verify', language: 'en' };
  await call(page, 'POST', '/api/auth/code', { identifier, ...purpose });
  const code = await codeFor(clerk, identifier, 'verify');
  await call(page, 'POST', '/api/auth/profile/verify', { identifier, code });
}
