import { ApiError } from '@/shared/api/client';

/** Whether the server has refused a request because of its content, so that a repetition is refused as well. */
export const isRefused = (error: unknown) =>
  error instanceof ApiError && [400, 404, 409].includes(error.status);
