/** IndexedDB store of unsent images by `client_id`: they are too large for local storage. */
const NAME = 'heuan_chat';
const STORE = 'images';
/** The store of version 1. */
const FORMER_STORE = 'pictures';

/** Fallback for browsers without IndexedDB, for the lifetime of the page. */
const inMemory = new Map<string, Blob>();

export async function storeImage(id: string, image: Blob): Promise<void> {
  inMemory.set(id, image);
  await inStore('readwrite', (store) => store.put(image, id)).catch(() => {});
}

export async function loadImage(id: string): Promise<Blob | null> {
  await pendingMoves;
  const here = inMemory.get(id);
  if (here) return here;
  const found = await inStore('readonly', (store) => store.get(id)).catch(() => null);
  return found instanceof Blob ? found : null;
}

export async function deleteImage(id: string): Promise<void> {
  inMemory.delete(id);
  await inStore('readwrite', (store) => store.delete(id)).catch(() => {});
}

/** Renames in progress. Reads wait for them. */
let pendingMoves: Promise<void> = Promise.resolve();

/** Renames an image, replacing an image that has the new name. */
export function moveImage(from: string, to: string): Promise<void> {
  pendingMoves = pendingMoves.then(async () => {
    const image =
      inMemory.get(from) ??
      (await inStore('readonly', (store) => store.get(from)).catch(() => null));
    if (!(image instanceof Blob)) return;
    await storeImage(to, image);
    await deleteImage(from);
  });
  return pendingMoves;
}

export async function deleteAllImages(): Promise<void> {
  inMemory.clear();
  await inStore('readwrite', (store) => store.clear()).catch(() => {});
}

async function inStore(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const database = await open();
  try {
    return await done(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 2);
  request.onupgradeneeded = () => upgrade(request);
  return done(request);
}

/** Creates the store, and moves the images of version 1 into it. */
function upgrade({ result, transaction }: IDBOpenDBRequest): void {
  const images = result.createObjectStore(STORE);
  if (!transaction || !result.objectStoreNames.contains(FORMER_STORE)) return;
  const cursors = transaction.objectStore(FORMER_STORE).openCursor();
  cursors.onsuccess = () => {
    const cursor = cursors.result;
    if (!cursor) return result.deleteObjectStore(FORMER_STORE);
    images.put(cursor.value, cursor.key);
    cursor.continue();
  };
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
