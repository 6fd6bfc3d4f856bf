/**
 * Photos that another app has handed over, which wait on this device until it is said where they go. The service worker
 * puts them down, with or without a connection or a session; whoever is signed in when they are looked at owns them from then on.
 */
export interface SharedPhoto {
  id: string
  file: File
  /** When it was handed over. */
  at: string
  user?: string
}

/** What the manifest's share target posts to. */
export const shareAction = '/share'
/** Where it is asked where they go: a place of the messages, so that nothing more is known of it by other pages. */
export const sharePath = '/messages?share'
/** What the form field of the manifest's share target is called. */
export const SHARED_FORM_FIELD = 'photos'
/** Far more than anybody picks; what is beyond would fill the device. */
export const MAX_SHARED_PHOTOS = 30

const CACHE_NAME = 'fettle-shared'
const PATH_PREFIX = '/share/kept/'

// The worker's and the page's own store: it takes files as they are, and a new kind of thing needs no new version of it.
const open = (): Promise<Cache> | undefined => ('caches' in globalThis ? caches.open(CACHE_NAME) : undefined)

function toResponse({ file, at, user }: Omit<SharedPhoto, 'id'>): Response {
  const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name), 'x-at': at }
  return new Response(file, { headers: user === undefined ? headers : { ...headers, 'x-user': user } })
}

async function toPhoto(id: string, response: Response): Promise<SharedPhoto> {
  const { headers } = response
  const type = headers.get('content-type') ?? ''
  const user = headers.get('x-user')
  const file = new File([await response.blob()], decodeURIComponent(headers.get('x-name') ?? ''), { type })
  return { id, file, at: headers.get('x-at') ?? '', ...(user !== null && { user }) }
}

/** Keeps what was handed over, all of it or, where the device is full, nothing: then it throws. */
export async function storeShared(files: readonly File[], now: Date): Promise<void> {
  const store = await open()
  const at = now.toISOString()
  const kept: string[] = []
  try {
    // After those that came in the same moment.
    const before = (await store?.keys())?.length ?? 0
    for (const [place, file] of files.slice(0, MAX_SHARED_PHOTOS).entries()) {
      const id = `${PATH_PREFIX}${at}-${String(before + place).padStart(4, '0')}-${crypto.getRandomValues(new Uint32Array(1))[0]}`
      await store?.put(id, toResponse({ file, at }))
      kept.push(id)
    }
  } catch (error) {
    await dropShared(kept)
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

/** What waits for this user, oldest first. What was handed over while nobody was signed in becomes theirs. */
export async function claimShared(user: string): Promise<SharedPhoto[]> {
  const store = await open()
  const theirs = (await all()).filter((photo) => photo.user === undefined || photo.user === user)
  for (const photo of theirs) if (photo.user === undefined) await store?.put(photo.id, toResponse({ ...photo, user }))
  return theirs
}

/** Whose photos wait, and since when: nobody's that were not looked at yet. */
export const listShared = async (): Promise<Pick<SharedPhoto, 'id' | 'user' | 'at'>[]> => all()

/** They have found their place, or are not wanted. */
export async function dropShared(ids: readonly string[]): Promise<void> {
  const store = await open()
  for (const id of ids) await store?.delete(id)
}
