import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** Writes `.vite/chunks.json`: the modules of each script file, for the check of what shoppers load. */
export function chunkModules(): Plugin {
  let root = '';
  return {
    name: 'heuan-chunk-modules',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk'
          ? [[file.fileName, file.moduleIds.map((id) => nameOf(root, id))] as const]
          : [],
      );
      const source = `${JSON.stringify(Object.fromEntries(chunks), null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: '.vite/chunks.json', source });
    },
  };
}

/** Path below the folder of the frontend; virtual modules without their zero byte. */
const nameOf = (root: string, id: string) =>
  id.startsWith('\0') ? id.slice(1) : relative(root, id);
