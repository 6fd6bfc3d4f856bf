/**
 * Photos shared from another app, stored until a destination is chosen. The service worker stores them, with or without
 * a connection or session; the user who first sees them becomes their owner. Files of a message being written, whose
 * upload was interrupted, are stored with them.
 */
export interface SharedPhoto {
  id: string
  file: File
  /** When it was stored. */
  at: string
  user?: string
  /** Key of the message draft it belongs to; absent when it was shared from another app. */
  draft?: string
}

/** Action of the manifest's share target. */
export const shareAction = '/share'
/** Screen that asks for the destination; part of the messages, so that other pages need no code for it. */
export const sharePath = '/messages?share'
/** Form field of the manifest's share target. */
export const SHARED_FORM_FIELD = 'photos'
/** Limit that protects the device's storage. */
export const MAX_SHARED_PHOTOS = 30

const CACHE_NAME = 'fettle-shared'
const PATH_PREFIX = '/share/kept/'

// Cache Storage, which page and worker share: it holds files without a database version.
const open = (): Promise<Cache> | undefined => ('caches' in globalThis ? caches.open(CACHE_NAME) : undefined)

function toResponse({ file, at, user, draft }: Omit<SharedPhoto, 'id'>): Response {
  const headers = new Headers({ 'content-type': file.type, 'x-name': encodeURIComponent(file.name), 'x-at': at })
  if (user !== undefined) headers.set('x-user', user)
  if (draft !== undefined) headers.set('x-draft', encodeURIComponent(draft))
  return new Response(file, { headers })
}

async function toPhoto(id: string, response: Response): Promise<SharedPhoto> {
  const { headers } = response
  const type = headers.get('content-type') ?? ''
  const user = headers.get('x-user')
  const draft = headers.get('x-draft')
  const file = new File([await response.blob()], decodeURIComponent(headers.get('x-name') ?? ''), { type })
  return {
    id,
    file,
    at: headers.get('x-at') ?? '',
    ...(user !== null && { user }),
    ...(draft !== null && { draft: decodeURIComponent(draft) }),
  }
}

/** Path of an entry that follows all earlier ones. */
async function newPath(store: Cache, at: string): Promise<string> {
  const count = String((await store.keys()).length).padStart(4, '0')
  return `${PATH_PREFIX}${at}-${count}-${crypto.getRandomValues(new Uint32Array(1))[0]}`
}

/** Stores all shared files, or throws and stores none. */
export async function storeShared(files: readonly File[], now: Date): Promise<void> {
  const store = await open()
  const at = now.toISOString()
  const storedIds: string[] = []
  try {
    for (const file of files.slice(0, MAX_SHARED_PHOTOS)) {
      if (!store) break
      const id = await newPath(store, at)
      await store.put(id, toResponse({ file, at }))
      storedIds.push(id)
    }
  } catch (error) {
    await dropShared(storedIds)
    throw error
  }
}

async function all(): Promise<SharedPhoto[]> {
  const store = await open()
  if (!store) return []
  const photos: SharedPhoto[] = []
  for (const request of await store.keys()) {
    const response = await store.match(request)
    if (response) photos.push(await toPhoto(new URL(request.url).pathname, response))
  }
  return photos.toSorted((one, other) => one.id.localeCompare(other.id))
}

/** Photos of this user, oldest first. Photos shared without a session become theirs. */
export async function claimShared(user: string): Promise<SharedPhoto[]> {
  const store = await open()
  const ownPhotos = (await listShared()).filter((photo) => photo.user === undefined || photo.user === user)
  for (const photo of ownPhotos)
    if (photo.user === undefined) await store?.put(photo.id, toResponse({ ...photo, user }))
  return ownPhotos
}

/** Photos shared from another app; those not seen yet have no owner. */
export const listShared = async (): Promise<SharedPhoto[]> => (await all()).filter(({ draft }) => draft === undefined)

/** Stores a file of a draft; returns its id. */
export async function storeDraftFile(
  entry: Required<Pick<SharedPhoto, 'file' | 'user' | 'draft'>>,
  now: Date,
): Promise<string | undefined> {
  const store = await open()
  if (!store) return undefined
  const at = now.toISOString()
  const id = await newPath(store, at)
  await store.put(id, toResponse({ ...entry, at }))
  return id
}

/** Stored files of all drafts, oldest first. */
export const listDraftFiles = async (): Promise<SharedPhoto[]> =>
  (await all()).filter(({ draft }) => draft !== undefined)

/** Removes the stored files of all drafts. */
export const dropDraftFiles = async (): Promise<void> => dropShared((await listDraftFiles()).map(({ id }) => id))

/** Removes files that were sent or discarded. */
export async function dropShared(ids: readonly string[]): Promise<void> {
  const store = await open()
  for (const id of ids) await store?.delete(id)
}
