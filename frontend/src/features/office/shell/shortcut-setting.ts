import { readLocal, writeLocal } from '@/shared/storage/local-storage';

const KEY = 'heuan_staff_shortcuts';

/** Single keys can be switched off, as they disturb speech input (WCAG 2.1.4). */
export const areShortcutsOn = () => readLocal<boolean>(KEY) !== false;
export const setShortcutsOn = (isOn: boolean) => writeLocal(KEY, isOn);
