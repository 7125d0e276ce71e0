import { readLocal, writeLocal } from '@/shared/storage/local-storage';

const KEY = 'heuan_staff_sound';
const NOTES_HZ = [659.25, 880];
const NOTE_S = 0.14;
const VOLUME = 0.12;

export const isSoundOn = () => readLocal<boolean>(KEY) !== false;
export const setSoundOn = (isOn: boolean) => writeLocal(KEY, isOn);

let context: AudioContext | undefined;

/** Plays two short notes for a new order. Browsers play no sound before the first click on the page. */
export function playNewOrder(): void {
  if (!isSoundOn() || !('AudioContext' in globalThis)) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume().catch(() => {});
  const { currentTime: now, destination } = context;
  NOTES_HZ.forEach((frequency, index) => {
    if (!context) return;
    const start = now + index * NOTE_S;
    const gain = context.createGain();
    gain.gain.setValueAtTime(VOLUME, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + NOTE_S * 1.6);
    gain.connect(destination);
    const note = context.createOscillator();
    note.frequency.value = frequency;
    note.connect(gain);
    note.start(start);
    note.stop(start + NOTE_S * 1.6);
  });
}
