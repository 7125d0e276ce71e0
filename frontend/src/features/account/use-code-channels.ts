import { useQuery } from '@tanstack/react-query';
import { codeChannelsQuery } from './account-api';

const NONE = { phone: false, email: false };

/** Whether codes reach phone numbers and e-mail addresses. Without an answer the password is the way. */
export function useCodeChannels() {
  const { data, isPending } = useQuery({ ...codeChannelsQuery, retry: false });
  const channels = data?.data ?? NONE;
  return { ...channels, any: channels.phone || channels.email, isPending };
}
