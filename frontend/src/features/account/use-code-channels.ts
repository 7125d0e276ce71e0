import { useQuery } from '@tanstack/react-query';
import { codeChannelsQuery } from './account-api';

const NONE = { phone: false, email: false };

/**
 * Whether the shop can send codes to phone numbers and to e-mail addresses. False until the response arrives, so the
 * password is used.
 */
export function useCodeChannels() {
  const { data, isPending } = useQuery({ ...codeChannelsQuery, retry: false });
  const channels = data?.data ?? NONE;
  return { ...channels, any: channels.phone || channels.email, isPending };
}
