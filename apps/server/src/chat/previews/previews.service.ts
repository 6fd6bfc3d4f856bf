import { hash } from 'node:crypto'
import type { getPreview, LinkPreview } from '@fettle/protocol/chat/messages/previews'
import type { Queryable } from '../../platform/db/db.ts'
import { makeThumbnail } from '../../platform/uploads/thumbnail.ts'
import type { CallHandler } from '../core/calls.ts'
import type { ChatContext } from '../core/context.ts'
import * as rules from './previews.rules.ts'
import * as store from './previews.store.ts'

const FRESH_MS = 24 * 3_600_000
/** How long a failure is cached before a retry. */
const FAILURE_FRESH_MS = 10 * 60_000
const RETENTION_MS = 30 * 24 * 3_600_000
const IMAGE_SIDE_PX = 600

export const get: CallHandler<typeof getPreview> = async (context, _actor, { url }) => {
  const { db, clock, log } = context
  const key = rules.pageKey(url)
  if (!key) return { preview: null }
  const [cached] = await store.listPreviews(db, [key])
  const age = cached && clock.now().getTime() - cached.fetched_at.getTime()
  if (cached && age !== undefined && age < (cached.preview ? FRESH_MS : FAILURE_FRESH_MS))
    return { preview: cached.preview }
  let preview: LinkPreview | null = null
  try {
    preview = await fetchPreview(context, key)
  } catch (error) {
    // Users may enter any address, so this is no failure of the server.
    log.debug({ err: error }, 'fetching a link preview failed')
  }
  await store.savePreview(db, key, preview, clock.now())
  if (cached) await removeUnusedImages(context, rules.imageIdsOf([cached.preview]))
  return { preview }
}

async function fetchPreview(context: ChatContext, url: string): Promise<LinkPreview | null> {
  const answer = await context.safeFetch.fetch(url, { headers: { accept: 'text/html' } })
  if (answer.status !== 200) return null
  const page = rules.readPage(answer)
  if (!page) return null
  const { imageUrl, ...metadata } = page
  const image = imageUrl === undefined ? undefined : await keepImage(context, imageUrl)
  return { url, ...metadata, ...(image ? { image } : {}) }
}

/** Re-encodes and stores an image, so that readers' devices neither contact the linked site nor decode its bytes. */
async function keepImage({ safeFetch, files, log }: ChatContext, url: string): Promise<LinkPreview['image']> {
  try {
    const { status, bytes } = await safeFetch.fetch(url, { headers: { accept: 'image/*' }, longer: 'refuse' })
    const small = status === 200 ? await makeThumbnail(bytes, IMAGE_SIDE_PX) : undefined
    if (!small) return undefined
    const id = rules.previewImageId(hash('sha256', small.bytes))
    await files.put(rules.previewImageKey(id) ?? '', small.bytes, 'image/webp')
    return { id, width: small.width, height: small.height }
  } catch (error) {
    log.debug({ err: error }, 'fetching a link preview image failed')
    return undefined
  }
}

/** Cached previews of these addresses. Others are left out. */
export async function knownPreviews({ db }: { db: Queryable }, urls: readonly string[]): Promise<LinkPreview[]> {
  const keys = [...new Set(urls.flatMap((url) => rules.pageKey(url) ?? []))]
  const byUrl = new Map((await store.listPreviews(db, keys)).map(({ url, preview }) => [url, preview]))
  return keys.flatMap((key) => byUrl.get(key) ?? [])
}

/** Deletes cached previews. The images that messages show stay. */
export const purgePreviews = async (context: ChatContext): Promise<void> =>
  removeUnusedImages(context, await store.deleteOld(context.db, new Date(context.clock.now().getTime() - RETENTION_MS)))

/** Removes images that neither a cached preview nor a message shows any more. */
export async function removeUnusedImages(
  { db, files }: Pick<ChatContext, 'db' | 'files'>,
  ids: readonly string[],
): Promise<void> {
  const unusedIds = ids.length > 0 ? await store.listUnusedImages(db, ids) : []
  for (const id of unusedIds) await files.remove(rules.previewImageKey(id) ?? '')
}
