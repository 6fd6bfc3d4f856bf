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

export async function deleteOld(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`delete from chat.link_previews where fetched_at < ${before}`)
}
