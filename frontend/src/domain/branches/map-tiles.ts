/** URL of the operator's map tiles, which the edge writes into the page; undefined without tiles. */
export function mapTiles(): { url: string; attribution: string } | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=heuan-map]');
  if (!meta?.content) return undefined;
  return { url: meta.content, attribution: meta.dataset.attribution ?? '' };
}
