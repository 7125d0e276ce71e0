// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useT } from '@/shared/i18n/language-context';
import { renderIn } from '@/testing/render-in';
import { until } from '@/testing/until';
import { Composer } from './Composer';
import { createConversationStore } from './conversation-store';
import * as fit from './fit-image';
import { deleteAllImages, storeImage } from './image-store';
import { draftImageKey, mergeVisitorOutbox, VISITOR, writeDraft } from './outbox-storage';
import { useComposer } from './use-composer';

const nothing = () => Promise.reject(new Error('not asked'));
const typing = vi.fn(async () => {});
const store = createConversationStore({
  side: 'user',
  owner: '7',
  accountId: () => 7,
  api: { history: nothing, send: nothing, upload: nothing, read: nothing, typing, like: nothing },
  canSend: () => false,
  onOutcome: () => {},
});

function Writing({ canSend = true }: { canSend?: boolean }) {
  const composing = useComposer(store, useT());
  return <Composer conversation={store} composer={composing} canSend={canSend} placeholder="ຂຽນ" />;
}

const user = userEvent.setup({ applyAccept: false });
const input = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'ສົ່ງ' });
const choose = (name: string, type: string, size = 8) =>
  user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
    new File([new Uint8Array(size)], name, { type }),
  );
const written = vi.fn(async () => {});

beforeEach(() => {
  localStorage.clear();
  written.mockClear();
  vi.spyOn(store, 'write').mockImplementation(written);
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => {} });
});
afterEach(() => deleteAllImages());

it('image over 5 MB or of another type is refused with a reason', async () => {
  await renderIn('la', <Writing />);
  await choose('a.txt', 'text/plain');
  expect(screen.getByRole('alert').textContent).toBe('ກະລຸນາເລືອກຟາຍຮູບພາບເທົ່ານັ້ນ');
  await choose('a.png', 'image/png', 5_242_881);
  expect(screen.getByRole('alert').textContent).toBe('ຂະຫນາດຟາຍຕ້ອງບໍ່ເກີນ 5MB');
  expect(document.querySelector('[data-chosen-image]')).toBeNull();
  await choose('a.png', 'image/png', 5_242_880);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.querySelector('[data-chosen-image]')).not.toBeNull();
});

it('image of an unsupported type is re-encoded, and refused if the browser cannot decode it', async () => {
  const jpeg = vi.spyOn(fit, 'toJpeg').mockResolvedValue(new Blob(['x'], { type: 'image/jpeg' }));
  await renderIn('la', <Writing />);
  await choose('a.bmp', 'image/bmp');
  await until(() => expect(send().disabled).toBe(false));
  await user.click(send());
  expect(written).toHaveBeenCalledWith(
    expect.objectContaining({
      kind: 'img',
      image: expect.objectContaining({ type: 'image/jpeg' }),
    }),
  );
  await choose('b.heic', '');
  await until(() => expect(jpeg).toHaveBeenCalledTimes(2));
  await until(() => expect(send().disabled).toBe(false));
  jpeg.mockResolvedValue(null);
  await choose('a.heic', 'image/heic');
  expect((await screen.findByRole('alert')).textContent).toBe('ກະລຸນາເລືອກຟາຍຮູບພາບເທົ່ານັ້ນ');
});

it('message waits for its image, which is re-encoded', async () => {
  let decoded: (jpeg: Blob) => void = () => {};
  vi.spyOn(fit, 'toJpeg').mockReturnValue(
    new Promise((resolve) => {
      decoded = resolve;
    }),
  );
  await renderIn('la', <Writing />);
  await choose('a.heic', 'image/heic');
  await user.type(input(), 'ອັນນີ້{Enter}');
  expect(written).not.toHaveBeenCalled();
  expect(input().value).toBe('ອັນນີ້');
  expect(send().disabled).toBe(true);
  screen.getByText('ກຳລັງກະກຽມຮູບ…');
  await act(async () => decoded(new Blob(['x'], { type: 'image/jpeg' })));
  await user.type(input(), '{Enter}');
  expect(written.mock.calls).toMatchObject([
    [{ kind: 'img', sms: 'ອັນນີ້', image: { type: 'image/jpeg' } }],
  ]);
});

it('image that is removed while it is re-encoded is not sent', async () => {
  let decoded: (jpeg: Blob) => void = () => {};
  vi.spyOn(fit, 'toJpeg').mockReturnValue(
    new Promise((resolve) => {
      decoded = resolve;
    }),
  );
  await renderIn('la', <Writing />);
  await choose('a.heic', 'image/heic');
  await user.type(input(), 'ສະບາຍດີ');
  await user.click(screen.getByRole('button', { name: 'ເອົາຮູບອອກ' }));
  await act(async () => decoded(new Blob(['x'], { type: 'image/jpeg' })));
  await user.type(input(), '{Enter}');
  expect(written.mock.calls).toEqual([[{ kind: 'user', sms: 'ສະບາຍດີ' }]]);
});

it('image without a caption gets a default caption', async () => {
  await renderIn('la', <Writing />);
  await choose('a.png', 'image/png');
  await user.click(send());
  expect(written.mock.calls).toMatchObject([[{ kind: 'img', sms: 'ສົ່ງຮູບພາບ' }]]);
  await choose('a.png', 'image/png');
  await user.type(input(), ' ອັນນີ້ {Enter}');
  expect(written.mock.calls[1]).toMatchObject([{ kind: 'img', sms: 'ອັນນີ້' }]);
});

it('text is trimmed, and neither empty nor disabled text is sent', async () => {
  const { unmount } = await renderIn('la', <Writing />);
  await user.type(input(), '   {Enter}');
  expect(send().disabled).toBe(true);
  await user.type(input(), 'a {Shift>}{Enter}{/Shift}b {Enter}');
  expect(written.mock.calls).toEqual([[{ kind: 'user', sms: 'a \nb' }]]);
  expect(input().value).toBe('');
  unmount();
  await renderIn('la', <Writing canSend={false} />);
  await user.type(input(), 'c{Enter}');
  expect(send().disabled).toBe(true);
  expect(written).toHaveBeenCalledTimes(1);
});

it('draft of a visitor is shown after the login', async () => {
  writeDraft(VISITOR, 'ມີອັນນີ້ບໍ?');
  await storeImage(draftImageKey(VISITOR), new Blob(['photo']));
  await renderIn('la', <Writing />);
  expect(input().value).toBe('');
  act(() => void mergeVisitorOutbox('7'));
  expect(input().value).toBe('ມີອັນນີ້ບໍ?');
  await until(() => expect(document.querySelector('[data-chosen-image]')).not.toBeNull());
});

it('Enter that ends a composition sends nothing, the next Enter sends', async () => {
  await renderIn('la', <Writing />);
  await user.type(input(), 'ສະບາຍດີ');
  fireEvent.keyDown(input(), { key: 'Enter', isComposing: true, keyCode: 229 });
  // Safari reports it after compositionend.
  fireEvent.compositionEnd(input());
  fireEvent.keyDown(input(), { key: 'Enter', keyCode: 229 });
  expect(written).not.toHaveBeenCalled();
  fireEvent.keyDown(input(), { key: 'Enter', keyCode: 13 });
  expect(written).toHaveBeenCalledOnce();
});
