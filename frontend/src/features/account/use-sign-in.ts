import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { localReturnPath } from '@/domain/session/return-path';
import { signIn } from '@/domain/session/sign-in';
import { ApiError } from '@/shared/api/client';
import { problemText } from '@/shared/forms/problem-text';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { useT } from '@/shared/i18n/language-context';
import type { Customer } from './account-api';

/**
 * Sends a login or registration, carries out the pending action, and returns to the page that led here. `problem` is an
 * error that concerns no field; `isBlocked` says that the staff have blocked the account.
 */
export function useSignIn(
  redirect: string | undefined,
  setServerErrors: (error: unknown) => boolean,
) {
  const t = useT();
  const shop = useAppContext();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBlocked, setBlocked] = useState(false);

  const send = async (call: () => Promise<Customer>): Promise<void> => {
    setProblem(null);
    try {
      const { fname, lname, email, phone } = await call();
      await signIn(shop, { fname, lname, email, phone });
      await navigate({ href: localReturnPath(redirect), replace: true });
    } catch (error) {
      setBlocked(error instanceof ApiError && error.reason === 'blocked');
      if (!setServerErrors(error)) setProblem(problemText(error, t));
    }
  };

  return { send, problem, isBlocked };
}
