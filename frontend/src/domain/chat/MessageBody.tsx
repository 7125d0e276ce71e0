import { useT } from '@/shared/i18n/language-context';
import type { ChatMessage } from '@/shared/live/live-events';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { DeepLink } from './DeepLink';
import { readableAddress } from './domain-of';
import { LinkCard } from './LinkCard';
import { isSamePage, linkedProductOf, linksIn, linkText, productIdOf } from './link-text';
import { MessageProductCard } from './MessageProductCard';

/** Maximum preview cards below a message; further addresses stay plain links. */
const MAX_CARDS = 3;

/** Body of a message: an image, a product, an emoji, or text with links. */
export function MessageBody({ message, isOwn }: { message: ChatMessage; isOwn: boolean }) {
  const isDeeplink = message.smstype === 'deeplink';
  const product = isDeeplink ? productIdOf(message.url) : null;
  if (message.smstype === 'icon') {
    return <p className="text-2xl leading-head">{message.sms}</p>;
  }
  return (
    <>
      {message.smstype === 'img' && <MessageImage message={message} />}
      {product && <MessageProductCard id={product} isOwn={isOwn} />}
      <LinkedText text={message.sms} />
      {isDeeplink && !product && <DeepLink url={message.url} />}
      {linksIn(message.sms)
        .slice(0, MAX_CARDS)
        .map((href) => {
          const linked = linkedProductOf(href);
          return linked ? (
            <MessageProductCard key={href} id={linked} isOwn={isOwn} />
          ) : (
            <LinkCard
              key={href}
              href={href}
              known={message.linkPreviews.find(({ url }) => isSamePage(url, href))}
            />
          );
        })}
    </>
  );
}

function MessageImage({ message: { url, width, height, sms } }: { message: ChatMessage }) {
  const t = useT();
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener"
      aria-label={t('chat.openImage')}
      className="-mx-2 mb-1.5 block overflow-hidden rounded-md bg-tile"
    >
      <img
        src={url}
        alt={sms}
        width={width || undefined}
        height={height || undefined}
        loading="lazy"
        className="max-h-72 w-auto max-w-full object-contain"
      />
    </a>
  );
}

export function LinkedText({ text }: { text: string }) {
  if (!text) return null;
  const parts = linkText(text);
  return (
    <p dir="auto" className="whitespace-pre-wrap">
      {parts.map(({ text: part, href }, index) =>
        href ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
            key={index}
            href={href}
            target="_blank"
            rel="noopener nofollow ugc"
            className="wrap-anywhere underline"
          >
            {readableAddress(part)}
          </a>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
          <LocalizedText key={index}>{part}</LocalizedText>
        ),
      )}
    </p>
  );
}
