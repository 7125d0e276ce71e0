/** Where the operator has the map's pictures from, as the edge wrote it into the page; nothing when there are none. */
export function mapTiles(): { url: string; attribution: string } | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=heuan-map]');
  if (!meta?.content) return undefined;
  return { url: meta.content, attribution: meta.dataset.attribution ?? '' };
}
