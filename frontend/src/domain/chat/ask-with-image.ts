import { openChat } from './chat-window';

/** Opens the chat with an image and a text in the composer, for the user to check and send. */
export function askWithImage(image: Blob, text: string): void {
  openChat({ image, text });
}
