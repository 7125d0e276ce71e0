export type CameraError =
  | 'unsupported'
  | 'denied'
  | 'none'
  | 'in-use'
  | 'constraints'
  | 'cannot-play'
  | 'broken'
  | 'capture';

/** Error kinds by the names of `getUserMedia` errors, including those of old browsers. */
const NAMES: Record<string, CameraError> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  DevicesNotFoundError: 'none',
  NotReadableError: 'in-use',
  TrackStartError: 'in-use',
  AbortError: 'in-use',
  OverconstrainedError: 'constraints',
  ConstraintNotSatisfiedError: 'constraints',
  TypeError: 'unsupported',
  NotSupportedError: 'unsupported',
};

export function toCameraError(error: unknown): CameraError {
  return (error instanceof Error && NAMES[error.name]) || 'broken';
}
