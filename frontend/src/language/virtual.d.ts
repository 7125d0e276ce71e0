declare module 'virtual:catalogue/*' {
  import type { Messages } from '@/language/say';

  const messages: Messages;
  export default messages;
}
