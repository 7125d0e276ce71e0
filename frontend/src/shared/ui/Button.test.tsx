// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { OfficeButton } from '@/features/office/OfficeButton';
import { isOff } from '@/testing/form-control';
import { renderIn } from '@/testing/render-in';
import { Button } from './Button';
import { ConfirmBar } from './ConfirmBar';

type WorkingProps = { kind: typeof Button | typeof OfficeButton; onPress: () => void };

/** Button that works from its first press on. */
function Working({ kind: Kind, onPress }: WorkingProps) {
  const [isWorking, setWorking] = useState(false);
  const press = () => {
    onPress();
    setWorking(true);
  };
  return (
    <Kind isLoading={isWorking} onClick={press}>
      Save
    </Kind>
  );
}

/** Button that opens a confirmation. */
function Asking() {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Delete all
      </button>
      {isAsking && <ConfirmBar question="Sure?" onCancel={close} onConfirm={close} />}
    </>
  );
}

it.each([
  ['shop', Button],
  ['back office', OfficeButton],
])('pressed button of the %s keeps the focus while it works, and works once', async (_, Kind) => {
  const press = vi.fn();
  await renderIn('en', <Working kind={Kind} onPress={press} />);
  const button = screen.getByRole('button', { name: 'Save' });
  await userEvent.click(button);
  expect(isOff(button)).toBe(true);
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(document.activeElement).toBe(button);
  await userEvent.dblClick(button);
  await userEvent.keyboard('{Enter} ');
  expect(press).toHaveBeenCalledOnce();
});

it('working submit button does not submit its form again, also not by Enter in a field', async () => {
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  await renderIn(
    'en',
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" isLoading>
        Save
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.type(screen.getByRole('textbox'), 'Noy{Enter}');
  expect(submit).not.toHaveBeenCalled();
});

it('button that is not available is disabled', async () => {
  await renderIn('en', <Button disabled>Save</Button>);
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true);
});

it.each(['Cancel', '{Escape}'])('%s of a confirmation returns the focus', async (by) => {
  Element.prototype.scrollIntoView = () => {};
  await renderIn('en', <Asking />);
  const opener = screen.getByRole('button', { name: 'Delete all' });
  await userEvent.click(opener);
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  expect(document.activeElement).toBe(cancel);
  await (by === 'Cancel' ? userEvent.click(cancel) : userEvent.keyboard(by));
  expect(screen.queryByRole('group')).toBeNull();
  expect(document.activeElement).toBe(opener);
});
