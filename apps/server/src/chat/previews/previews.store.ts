import type { LinkPreview } from '@fettle/protocol/chat/messages/previews'
import { sql, type Queryable } from '../../platform/db/db.ts'

export interface PreviewRow {
  url: string
  preview: LinkPreview | null
  fetched_at: Date
}

export const listPreviews = (db: Queryable, urls: readonly string[]) =>
  db.query<PreviewRow>(sql`select url, preview, fetched_at from chat.link_previews where url = any(${[...urls]})`)

export async function savePreview(db: Queryable, url: string, preview: LinkPreview | null, now: Date): Promise<void> {
  await db.execute(sql`
    insert into chat.link_previews (url, preview, fetched_at)
    values (${url}, ${preview === null ? null : JSON.stringify(preview)}::jsonb, ${now})
    on conflict (url) do update set preview = excluded.preview, fetched_at = excluded.fetched_at`)
}

/** Deletes previews from before a time. Returns the ids of their images. */
export async function deleteOld(db: Queryable, before: Date): Promise<string[]> {
  const rows = await db.query<{ imageId: string | null }>(sql`
    delete from chat.link_previews where fetched_at < ${before} returning preview -> 'image' ->> 'id' as "imageId"`)
  return [...new Set(rows.flatMap(({ imageId }) => imageId ?? []))]
}

/** Images that neither a cached preview nor a message shows. */
export async function listUnusedImages(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select image.id from unnest(${[...ids]}::text[]) as image(id)
    where not exists (select from chat.link_previews where preview -> 'image' ->> 'id' = image.id)
      and not exists (
        select from chat.messages m
        where m.extras ? 'previews'
          and m.extras -> 'previews' @> jsonb_build_array(jsonb_build_object('image', jsonb_build_object('id', image.id))))`)
  return rows.map(({ id }) => id)
}
