// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { renderIn } from '@/testing/render-in';
import type { FileError } from './accepted-files';
import { DEVICES } from './device';
import { StartNoticeBox } from './StartNotice';

const words = async (language: 'la' | 'th', device: keyof typeof DEVICES, error: FileError) => {
  const notice = { about: 'file', error } as const;
  const { container } = await renderIn(
    language,
    <StartNoticeBox notice={notice} device={DEVICES[device]} />,
  );
  return container.textContent;
};

it('selection without an image: shows the text of the specification', async () => {
  expect(await words('la', 'wide', 'none')).toBe('ບໍ່ພົບຮູບພາບ ກະລຸນາເລືອກຮູບພາບໃໝ່');
});

it.each(['type', 'size'] as const)(
  'phone shows a notice for a file of the wrong %s',
  async (error) => {
    expect(await words('th', 'phone', error)).toMatch(/^ไฟล์ไม่ถูกต้อง โปรดลองอีกครั้ง/);
    expect(await words('th', 'wide', error)).not.toContain('ไฟล์ไม่ถูกต้อง');
  },
);
