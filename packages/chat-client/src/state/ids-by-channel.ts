/** Groups ids, each given with its channel, by channel. */
export function idsByChannel(entries: Iterable<readonly [id: string, cid: string]>): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const [id, cid] of entries) ids.set(cid, [...(ids.get(cid) ?? []), id])
  return ids
}
