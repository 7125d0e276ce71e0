import { readLocal, writeLocal } from '@/shared/storage/local-storage';

const KEY = 'heuan_staff_shortcuts';

/** Whether single-key shortcuts are on. They can be switched off, because they disturb speech input (WCAG 2.1.4). */
export const areShortcutsOn = () => readLocal<boolean>(KEY) !== false;
export const setShortcutsOn = (isOn: boolean) => writeLocal(KEY, isOn);
