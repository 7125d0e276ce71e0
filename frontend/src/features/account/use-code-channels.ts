import { useQuery } from '@tanstack/react-query';
import { codeChannelsQuery } from './account-api';

const NONE = { phone: false, email: false };

/**
 * Whether the shop can send codes to phone numbers and to e-mail addresses. Both are false until the response arrives, so the
 * password is used; a page whose layout depends on it assumes codes while `isPending`, because most shops send them.
 */
export function useCodeChannels() {
  const { data, isPending } = useQuery(codeChannelsQuery);
  const channels = data?.data ?? NONE;
  return { ...channels, any: channels.phone || channels.email, isPending };
}
