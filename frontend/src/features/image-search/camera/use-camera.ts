import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type CameraError, toCameraError } from './camera-error';

const CONSTRAINTS: MediaStreamConstraints = {
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  audio: false,
};
const FILE_NAME = 'camera-photo.jpg';

/** `blocked`: the browser starts the video only after a click. */
export type CameraState = 'loading' | 'blocked' | 'ready';

type CameraOptions = {
  quality: number;
  onCapture: (file: File) => void;
  onError: (error: CameraError) => void;
};

/** The rear camera while the view is mounted. It stops with the view, after an image, and on any error. */
export function useCamera({ quality, onCapture, onError }: CameraOptions) {
  const video = useRef<HTMLVideoElement>(null);
  const stream = useRef<MediaStream>(undefined);
  const [state, setState] = useState<CameraState>('loading');
  const [isEarly, setEarly] = useState(false);

  const stop = () => {
    stopTracks(stream.current);
    stream.current = undefined;
    if (video.current) video.current.srcObject = null;
  };
  const fail = useEffectEvent((error: CameraError) => {
    stop();
    onError(error);
  });
  const play = useEffectEvent(async () => {
    try {
      await video.current?.play();
      setState((now) => (now === 'blocked' ? 'loading' : now));
      noteReady();
    } catch (error) {
      // A browser that saves power or data waits for a click. An unmounted view is not an error.
      if (error instanceof Error && error.name === 'NotAllowedError') setState('blocked');
      else if (stream.current) fail('cannot-play');
    }
  });
  const noteReady = useEffectEvent(() => {
    if (video.current?.videoWidth && !video.current.paused) setState('ready');
  });

  useEffect(() => {
    let isGone = false;
    const start = async () => {
      if (!navigator.mediaDevices?.getUserMedia) return fail('unsupported');
      try {
        const given = await navigator.mediaDevices.getUserMedia(CONSTRAINTS);
        if (isGone) return stopTracks(given);
        stream.current = given;
        // The camera was unplugged, or another program took it.
        given.getVideoTracks()[0]?.addEventListener('ended', () => !isGone && fail('broken'));
        if (video.current) video.current.srcObject = given;
        await play();
      } catch (error) {
        if (!isGone) fail(toCameraError(error));
      }
    };
    void start();
    return () => {
      isGone = true;
      stopTracks(stream.current);
      stream.current = undefined;
    };
  }, []);

  const capture = () => {
    const from = video.current;
    if (!from?.videoWidth || state !== 'ready') return setEarly(true);
    const canvas = document.createElement('canvas');
    canvas.width = from.videoWidth;
    canvas.height = from.videoHeight;
    const failCapture = () => {
      stop();
      onError('capture');
    };
    try {
      const context = canvas.getContext('2d');
      if (!context) return failCapture();
      context.drawImage(from, 0, 0);
      canvas.toBlob(
        (blob) => {
          if (!blob) return failCapture();
          stop();
          onCapture(new File([blob], FILE_NAME, { type: 'image/jpeg' }));
        },
        'image/jpeg',
        quality,
      );
    } catch {
      failCapture();
    }
  };

  return {
    video,
    state,
    /** Whether the shutter was pressed before the first video frame. */
    isEarly: isEarly && state !== 'ready',
    capture,
    tap: () => void play(),
    events: { onLoadedData: noteReady, onPlaying: noteReady, onError: () => fail('broken') },
  };
}

function stopTracks(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
