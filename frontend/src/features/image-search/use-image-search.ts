import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FileError, findImage } from './accepted-files';
import type { CameraError } from './camera/camera-error';
import { cropFile } from './crop/draw-crop';
import { type CropState, initialCrop } from './crop/use-crop';
import type { Device } from './device';
import { decodeImage, jpegOf, thumbnailOf } from './image-processing';
import type { ImageSearchResults } from './result-cache';
import { searchByImage } from './search-by-image';
import { type ImageSearchError, toImageSearchError } from './search-error';
import { creepProgress, type Progress, progressAt, START } from './search-progress';

export type StartNotice =
  | { about: 'file'; error: FileError | 'unreadable' }
  | { about: 'camera'; error: CameraError };

/** The image that is sent, and its thumbnail. */
type SentImage = { file: File; thumbnail: string };

export type ImageSearchView =
  | { name: 'start'; notice?: StartNotice | undefined; isOpening?: boolean }
  | { name: 'camera' }
  | { name: 'crop'; work: CropState; error?: 'area' | 'unreadable' }
  | { name: 'searching'; progress: Progress; sent: SentImage }
  | { name: 'results' | 'empty'; answer: ImageSearchResults; sent: SentImage }
  | { name: 'error'; error: ImageSearchError; sent: SentImage };

const CREEP_INTERVAL_MS = 400;
/** Minimum time in ms that a mark after the response is visible (70 and 90 % on phones). */
const MARK_DELAY_MS = 150;
/** Minimum time in ms that the full bar is visible. */
const DONE_DELAY_MS = 250;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export type ImageSearchState = ReturnType<typeof useImageSearch>;

/** State machine of an image search, from the image to its results. Leaving a step cancels its running work. */
export function useImageSearch(device: Device) {
  const [view, setView] = useState<ImageSearchView>({ name: 'start' });
  const original = useRef<File>(undefined);
  const work = useRef<CropState>(undefined);
  const running = useRef<AbortController>(undefined);

  const stop = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  /** Begins a new operation. Returns a function that is false once another one has begun or the dialog has closed. */
  const begin = () => {
    stop();
    const controller = new AbortController();
    running.current = controller;
    return controller.signal;
  };

  const open = async (file: File) => {
    const signal = begin();
    setView({ name: 'start', isOpening: true });
    try {
      const image = await decodeImage(file);
      if (signal.aborted) return;
      original.current = file;
      work.current = initialCrop(image, device);
      setView({ name: 'crop', work: work.current });
    } catch {
      if (!signal.aborted)
        setView({ name: 'start', notice: { about: 'file', error: 'unreadable' } });
    }
  };

  const search = async (sent: SentImage) => {
    const signal = begin();
    setView({ name: 'searching', progress: START, sent });
    const show = (next: ImageSearchView) => !signal.aborted && setView(next);
    const step = (name: Parameters<typeof progressAt>[0]) => {
      show({ name: 'searching', progress: progressAt(name, device.isWide), sent });
      return name === 'answered' || name === 'read' ? wait(MARK_DELAY_MS) : undefined;
    };
    try {
      const answer = await searchByImage(sent.file, device, signal, step);
      void step('done');
      await wait(DONE_DELAY_MS);
      show({ name: answer.results.length > 0 ? 'results' : 'empty', answer, sent });
    } catch (error) {
      show({ name: 'error', error: toImageSearchError(error), sent });
    }
  };

  const creep = useEffectEvent(() =>
    setView((now) =>
      now.name === 'searching' ? { ...now, progress: creepProgress(now.progress) } : now,
    ),
  );
  const isSearching = view.name === 'searching';
  useEffect(() => {
    if (!isSearching) return;
    const timer = setInterval(creep, CREEP_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isSearching]);

  /** Searches with the whole image: the original file, unless it was rotated. */
  const searchWhole = async ({ image, isTurned }: CropState) => {
    const name = original.current?.name ?? 'image';
    const file = isTurned || !original.current ? await jpegOf(image, name) : original.current;
    await search({ file, thumbnail: thumbnailOf(image) });
  };
  const orSay = (doing: Promise<void>, now: CropState) =>
    doing.catch(() => setView({ name: 'crop', work: now, error: 'unreadable' }));

  const restart = (notice?: StartNotice) => {
    stop();
    setView({ name: 'start', notice });
  };
  const toCrop = () => {
    stop();
    if (work.current) setView({ name: 'crop', work: work.current });
    else restart({ about: 'file', error: 'none' });
  };

  return {
    view,
    take: (files: readonly File[]) => {
      const image = findImage(files, device);
      if (typeof image === 'string') restart({ about: 'file', error: image });
      else void open(image);
    },
    openCamera: () => {
      stop();
      setView({ name: 'camera' });
    },
    cameraFailed: (error: CameraError) => restart({ about: 'camera', error }),
    restart: () => restart(),
    toCrop,
    searchCrop: (now: CropState) => {
      work.current = now;
      const cropAndSearch = async () => {
        const cropped = await cropFile(now.image, now, original.current?.name ?? 'image');
        if (!cropped) setView({ name: 'crop', work: now, error: 'area' });
        else await search({ file: cropped.file, thumbnail: thumbnailOf(cropped.canvas) });
      };
      void orSay(cropAndSearch(), now);
    },
    searchWhole: (now: CropState) => {
      work.current = now;
      void orSay(searchWhole(now), now);
    },
    /** Leaves the crop view. On a wide screen the original image is searched. */
    cancelCrop: (now: CropState) => {
      work.current = now;
      const file = original.current;
      if (device.isWide && file) {
        void orSay(search({ file, thumbnail: thumbnailOf(now.image) }), now);
      } else restart();
    },
    again: () => {
      if ('sent' in view) void search(view.sent);
      else restart({ about: 'file', error: 'none' });
    },
  };
}
