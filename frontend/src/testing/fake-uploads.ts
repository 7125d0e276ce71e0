import { vi } from 'vitest';

type Sent = { token: string | undefined; bytes: number };

/** Fake of `XMLHttpRequest`; each upload waits for its response. */
export class FakeUploads {
  readonly sent: Sent[] = [];
  /** Uploads without a response. */
  open: FakeRequest[] = [];

  constructor() {
    const uploads = this;
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends FakeRequest {
        constructor() {
          super(uploads);
        }
      },
    );
  }

  progress(share: number) {
    this.open[0]?.upload.onprogress?.({ loaded: share * 100, total: 100 });
  }

  answer(status: number, body: unknown) {
    const request = this.open.shift();
    if (!request) return;
    Object.assign(request, { status, responseText: JSON.stringify(body) });
    request.onload?.();
    request.onloadend?.();
  }

  /** Simulates a lost connection. */
  fail() {
    const request = this.open.shift();
    request?.onerror?.();
    request?.onloadend?.();
  }
}

class FakeRequest {
  status = 0;
  responseText = '';
  timeout = 0;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  private readonly headers: Record<string, string> = {};

  constructor(private readonly uploads: FakeUploads) {}

  open() {}

  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }

  send(file: Blob) {
    this.uploads.sent.push({ token: this.headers['x-api-access-token'], bytes: file.size });
    this.uploads.open.push(this);
  }

  abort() {
    this.uploads.open = this.uploads.open.filter((one) => one !== this);
    this.onabort?.();
    this.onloadend?.();
  }
}
