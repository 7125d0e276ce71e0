import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { problemText } from '@/forms/problem';
import { useT } from '@/language/context';
import { localReturnPath } from '@/session/return-path';
import { useShop } from '@/session/shop';
import { signIn } from '@/session/sign-in';
import type { Customer } from './api';

/**
 * Sends a login or registration, does what the visitor had begun, and goes back to where they came from. `problem` is
 * what went wrong and is about no field.
 */
export function useSignIn(redirect: string | undefined, showFaults: (error: unknown) => boolean) {
  const t = useT();
  const shop = useShop();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (call: () => Promise<Customer>): Promise<void> => {
    setProblem(null);
    try {
      const { fname, lname, email, phone } = await call();
      await signIn(shop, { fname, lname, email, phone });
      await navigate({ href: localReturnPath(redirect), replace: true });
    } catch (error) {
      if (!showFaults(error)) setProblem(problemText(error, t));
    }
  };

  return { send, problem };
}
