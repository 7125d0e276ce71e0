declare module 'virtual:messages/*' {
  import type { Messages } from '@/shared/i18n/format-message';

  const messages: Messages;
  export default messages;
}
