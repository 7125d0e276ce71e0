import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';

/** Message that the mail server or the provider of SMS of `with-shop --messages` received. */
export type ReceivedMessage =
  | { channel: 'sms'; to: string; text: string }
  | {
      channel: 'email';
      to: string;
      subject: string;
      text: string;
      html: string;
      /** Header names in lower case. */
      headers: Record<string, string>;
      content_type: string;
      encrypted: boolean;
    };

/** Whether the shop sends through a mail server and a provider whose messages can be read here. */
export const hasProviders = Boolean(process.env.MESSAGES_FILE);

/** All messages of one channel to a phone number (`+856…`) or an e-mail address. */
export function messagesTo<C extends ReceivedMessage['channel']>(channel: C, to: string) {
  const lines = readFileSync(process.env.MESSAGES_FILE as string, 'utf8')
    .trim()
    .split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line): ReceivedMessage => JSON.parse(line))
    .filter(
      (one): one is Extract<ReceivedMessage, { channel: C }> =>
        one.channel === channel && one.to === to,
    );
}

/** The first message of one channel whose text contains `part`. */
export async function messageTo<C extends ReceivedMessage['channel']>(
  channel: C,
  to: string,
  part: RegExp | string = '',
) {
  const find = () => messagesTo(channel, to).find(({ text }) => text.match(part) !== null);
  await expect.poll(find, { message: `${channel} to ${to}` }).toBeDefined();
  return find() as NonNullable<ReturnType<typeof find>>;
}
