import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FileFault, pictureAmong } from './accepted-files';
import type { CameraFault } from './camera/camera-error';
import { cropFile } from './crop/draw-crop';
import { type CropWork, freshWork } from './crop/use-crop';
import type { Device } from './device';
import { jpegOf, openPicture, thumbnailOf } from './image-processing';
import type { Answer } from './result-cache';
import { searchByPicture } from './search-by-image';
import { faultOf, type SearchFault } from './search-error';
import { crept, type Progress, progressAt, START } from './search-progress';

export type StartNotice =
  | { about: 'file'; fault: FileFault | 'unreadable' }
  | { about: 'camera'; fault: CameraFault };

/** What is sent, and what it looks like. */
type Sent = { file: File; thumbnail: string };

export type PhotoView =
  | { name: 'start'; notice?: StartNotice | undefined; isOpening?: boolean }
  | { name: 'camera' }
  | { name: 'crop'; work: CropWork; fault?: 'area' | 'unreadable' }
  | { name: 'searching'; progress: Progress; sent: Sent }
  | { name: 'results' | 'empty'; answer: Answer; sent: Sent }
  | { name: 'error'; fault: SearchFault; sent: Sent };

const CREEP = 400;
/** A full bar is seen before it goes. */
const DONE = 250;

export type PhotoSearch = ReturnType<typeof usePhotoSearch>;

/** The steps of one search, from a picture to what is like it. Leaving it stops whatever is under way. */
export function usePhotoSearch(device: Device) {
  const [view, setView] = useState<PhotoView>({ name: 'start' });
  const original = useRef<File>(undefined);
  const work = useRef<CropWork>(undefined);
  const running = useRef<AbortController>(undefined);

  const stop = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  /** A new undertaking; false once another one has begun or the dialog has closed. */
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
      const picture = await openPicture(file);
      if (signal.aborted) return;
      original.current = file;
      work.current = freshWork(picture, device);
      setView({ name: 'crop', work: work.current });
    } catch {
      if (!signal.aborted)
        setView({ name: 'start', notice: { about: 'file', fault: 'unreadable' } });
    }
  };

  const search = async (sent: Sent) => {
    const signal = begin();
    setView({ name: 'searching', progress: START, sent });
    const show = (next: PhotoView) => !signal.aborted && setView(next);
    const step = (name: Parameters<typeof progressAt>[0]) =>
      show({ name: 'searching', progress: progressAt(name, device.isWide), sent });
    try {
      const answer = await searchByPicture(sent.file, device, signal, step);
      step('done');
      await new Promise((then) => setTimeout(then, DONE));
      show({ name: answer.results.length > 0 ? 'results' : 'empty', answer, sent });
    } catch (error) {
      show({ name: 'error', fault: faultOf(error), sent });
    }
  };

  const creep = useEffectEvent(() =>
    setView((now) => (now.name === 'searching' ? { ...now, progress: crept(now.progress) } : now)),
  );
  const isSearching = view.name === 'searching';
  useEffect(() => {
    if (!isSearching) return;
    const timer = setInterval(creep, CREEP);
    return () => clearInterval(timer);
  }, [isSearching]);

  /** All of the picture: the file as it came, unless it has been turned since. */
  const searchWhole = async ({ picture, isTurned }: CropWork) => {
    const name = original.current?.name ?? 'picture';
    const file = isTurned || !original.current ? await jpegOf(picture, name) : original.current;
    await search({ file, thumbnail: thumbnailOf(picture) });
  };
  const orSay = (doing: Promise<void>, now: CropWork) =>
    doing.catch(() => setView({ name: 'crop', work: now, fault: 'unreadable' }));

  const restart = (notice?: StartNotice) => {
    stop();
    setView({ name: 'start', notice });
  };
  const toCrop = () => {
    stop();
    if (work.current) setView({ name: 'crop', work: work.current });
    else restart({ about: 'file', fault: 'none' });
  };

  return {
    view,
    take: (files: readonly File[]) => {
      const picture = pictureAmong(files, device);
      if (typeof picture === 'string') restart({ about: 'file', fault: picture });
      else void open(picture);
    },
    openCamera: () => {
      stop();
      setView({ name: 'camera' });
    },
    cameraFailed: (fault: CameraFault) => restart({ about: 'camera', fault }),
    restart: () => restart(),
    toCrop,
    searchCrop: (now: CropWork) => {
      work.current = now;
      const cropAndSearch = async () => {
        const cropped = await cropFile(now.picture, now, original.current?.name ?? 'picture');
        if (!cropped) setView({ name: 'crop', work: now, fault: 'area' });
        else await search({ file: cropped.file, thumbnail: thumbnailOf(cropped.canvas) });
      };
      void orSay(cropAndSearch(), now);
    },
    searchWhole: (now: CropWork) => {
      work.current = now;
      void orSay(searchWhole(now), now);
    },
    /** Leaves the crop step: on a wide screen with the original picture, which is searched for. */
    cancelCrop: (now: CropWork) => {
      work.current = now;
      const file = original.current;
      if (device.isWide && file) {
        void orSay(search({ file, thumbnail: thumbnailOf(now.picture) }), now);
      } else restart();
    },
    again: () => {
      if ('sent' in view) void search(view.sent);
      else restart({ about: 'file', fault: 'none' });
    },
  };
}
