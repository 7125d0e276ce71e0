import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { authFetch, tokenOr } from '@/shared/api/auth';
import { ApiError, apiUrl, problemOf, send } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import { clearApiToken } from '@/shared/api/token';
import type { Envelope } from '@/shared/api/types';

type Schemas = components['schemas'];

const IMPORTS = '/api/staff/imports';
const EXPORT = '/api/staff/export';
/**
 * Size of an upload part. The server accepts 1 MiB; a smaller part also arrives over a slow line before the timeout.
 */
const PART_BYTES = 512 * 1024;
const PAGE_SIZE = 20;
const DIAGNOSTICS_SIZE = 100;
/** Poll interval in ms while an import is checked or applied. */
const REFRESH_MS = 1000;

export type CatalogImport = Schemas['CatalogImport'];
export type ImportState = CatalogImport['state'];
export type ImportDetail = Schemas['ImportDetail'];
export type ImportedTable = Schemas['ImportedTable'];
export type ImportedRow = Schemas['ImportedRow'];
export type ImportDiagnostic = Schemas['ImportDiagnostic'];
export type ImportPage = Schemas['ImportPage'];
export type ExportTable = Schemas['ExportTable'];
export type ExportFormat = Schemas['ExportFormat'];

/** File name of a mapping, and of the proposal among the diagnostics. */
export const MAPPING_FILE = 'mapping.toml';

/**
 * The proposed mapping for a file with unknown columns, which is the last diagnostic. It begins with a comment, which distinguishes
 * it from a fault of a mapping in an import that an earlier release checked.
 */
export const proposalOf = (diagnostics: ImportDiagnostic[]): ImportDiagnostic | undefined =>
  diagnostics.find(
    ({ file, code, reason }) => file === MAPPING_FILE && !code && reason.startsWith('#'),
  );

export const EXPORT_TABLES: ExportTable[] = [
  'products',
  'categories',
  'groups',
  'branches',
  'promotion_types',
  'promotions',
];

export const isRunning = (state: ImportState): boolean =>
  state === 'checking' || state === 'applying';

/** All imports, newest first, page by page. */
export const importsQuery = infiniteQueryOptions({
  queryKey: [IMPORTS],
  queryFn: ({ pageParam, signal }) =>
    authFetch<ImportPage>(apiUrl(IMPORTS, { cursor: pageParam || undefined, limit: PAGE_SIZE }), {
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }: ImportPage) => next_cursor ?? undefined,
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchOnReconnect: 'always',
});

/** One import, polled while it is checked or applied. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: [IMPORTS, id],
    queryFn: async ({ signal }) => {
      const url = apiUrl(`${IMPORTS}/${id}`, { fault_limit: DIAGNOSTICS_SIZE });
      return (await authFetch<Envelope<ImportDetail>>(url, { signal })).data;
    },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && isRunning(state.data.import.state) ? REFRESH_MS : false,
  });

/** Fetches the diagnostics beyond those listed. */
export const fetchDiagnostics = async (id: string, offset: number) => {
  const url = apiUrl(`${IMPORTS}/${id}`, { fault_offset: offset, fault_limit: 500 });
  return (await authFetch<Envelope<ImportDetail>>(url)).data.faults;
};

/** Applies the preview that was shown. It is refused if the import has another preview by now. */
export async function applyImport({ import_id, preview }: CatalogImport): Promise<CatalogImport> {
  const path = `${IMPORTS}/${import_id}/apply`;
  const body = { preview };
  return (await authFetch<Envelope<CatalogImport>>(path, { method: 'POST', body })).data;
}

export const cancelImport = async (id: string) =>
  (await authFetch<Envelope<CatalogImport>>(`${IMPORTS}/${id}`, { method: 'DELETE' })).data;

/** Makes another import of the stored file of a former one and begins its check. Returns its id. */
export async function repeatImport(id: string, mapping?: string): Promise<string> {
  const body = mapping === undefined ? {} : { mapping };
  const path = `${IMPORTS}/${id}/repeat`;
  return (await authFetch<Envelope<CatalogImport>>(path, { method: 'POST', body })).data.import_id;
}

type Upload = {
  file: File;
  replace: boolean;
  /** Content of a mapping file, or empty. */
  mapping: string;
  signal: AbortSignal;
  onSent: (bytes: number) => void;
};

/** Uploads a file in parts and begins its check. */
export async function uploadImport({
  file,
  replace,
  mapping,
  signal,
  onSent,
}: Upload): Promise<string> {
  const body = {
    file_name: file.name,
    bytes: file.size,
    replace,
    ...(mapping.trim() ? { mapping } : {}),
  };
  const begun = await authFetch<Envelope<CatalogImport>>(IMPORTS, { method: 'POST', body, signal });
  const id = begun.data.import_id;
  try {
    for (let offset = 0; offset < file.size; ) {
      const part = file.slice(offset, offset + PART_BYTES);
      const url = apiUrl(`${IMPORTS}/${id}/content`, { offset });
      const response = await withToken(url, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: part,
        signal,
      });
      offset = ((await response.json()) as Envelope<{ received: number }>).data.received;
      onSent(offset);
    }
    await authFetch<Envelope<CatalogImport>>(`${IMPORTS}/${id}/check`, { method: 'POST' });
  } catch (error) {
    // The server discards an incomplete upload within a day.
    await cancelImport(id).catch(() => {});
    throw error;
  }
  return id;
}

/** Exports the catalog as a zip file, or one table. */
export async function fetchExport(table?: ExportTable, format?: ExportFormat): Promise<Blob> {
  const response = await withToken(EXPORT, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ table: table ?? null, format: format ?? null }),
  });
  try {
    return await response.blob();
  } catch {
    throw new ApiError(0, 'offline', 'The download was interrupted');
  }
}

/** Sends a request whose body or response is a file. If the API token is refused, it is renewed once. */
async function withToken(url: string, init: RequestInit): Promise<Response> {
  const ask = async (kind: 'missing' | 'refresh') => {
    const token = await tokenOr(kind);
    const headers = { ...init.headers, 'x-api-access-token': token };
    return { token, response: await send(url, { ...init, headers }) };
  };
  let { token, response } = await ask('missing');
  if (response.status === 401) {
    clearApiToken(token);
    ({ token, response } = await ask('refresh'));
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}
