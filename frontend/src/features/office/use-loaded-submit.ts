import { useEffect, useEffectEvent, useState } from 'react';
import type { ChoicesList } from './choices-list';
import { focusUnloadedChoice, hasUnloadedChoice } from './focus-invalid';

type Waiting<Input> = { form: HTMLFormElement; input: Input };

/**
 * Submits the input of a form with a `ChoiceSelect`: at once, or once choices that load have loaded. If they fail to
 * load, the field without a choice gets the focus, and nothing is submitted.
 */
export function useLoadedSubmit<Input>(list: ChoicesList, onSubmit: (input: Input) => void) {
  const [waiting, setWaiting] = useState<Waiting<Input> | null>(null);
  const submit = (form: HTMLFormElement, input: Input) => {
    if (list.state === 'loading' && hasUnloadedChoice(form)) setWaiting({ form, input });
    else if (!focusUnloadedChoice(form)) onSubmit(input);
  };
  const finish = useEffectEvent(({ form, input }: Waiting<Input>) => {
    setWaiting(null);
    submit(form, input);
  });
  const isLoading = list.state === 'loading';
  useEffect(() => {
    if (waiting && !isLoading) finish(waiting);
  }, [waiting, isLoading]);
  return { submit, isWaiting: waiting !== null, cancel: () => setWaiting(null) };
}
