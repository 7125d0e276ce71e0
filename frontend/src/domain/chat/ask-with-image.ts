import { openChat } from './chat-window';

/** Opens the chat with a picture to be sent and words about it; the shopper looks at both and sends them. */
export function askWithImage(image: Blob, text: string): void {
  openChat({ image, text });
}
