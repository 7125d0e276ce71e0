import { vi } from 'vitest';

export type Connection = {
  url: string;
  lastEventId: string | null;
  signal: AbortSignal;
  /** Sends raw text. */
  write: (text: string) => void;
  send: (event: string, data: unknown, id?: string) => void;
  end: () => void;
};

/** Fake event stream of the server; `answer` may refuse a connection instead. */
export function fakeEventStream(answer: (nth: number) => Response | undefined = () => undefined) {
  const connections: Connection[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const refusal = answer(connections.length);
    let write: Connection['write'] = () => {};
    let end = () => {};
    const signal = init.signal as AbortSignal;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        const encoder = new TextEncoder();
        write = (text) => controller.enqueue(encoder.encode(text) as Uint8Array<ArrayBuffer>);
        end = () => controller.close();
        signal.addEventListener('abort', () => {
          try {
            controller.error(new DOMException('aborted', 'AbortError'));
          } catch {
            // The stream has already ended.
          }
        });
      },
    });
    connections.push({
      url,
      lastEventId: new Headers(init.headers).get('last-event-id'),
      signal,
      write,
      end,
      send: (event, data, id) =>
        write(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    });
    return refusal ?? new Response(body);
  });
  return connections;
}

export const HELLO = { chat: true, notifications: true, staff_online: true, resumed: false };
