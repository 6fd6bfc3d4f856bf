import type { Uploads } from '@fettle/chat-client'
import { dropShared, listDraftFiles, storeDraftFile } from '../../../../lib/offline/shared-photos.ts'

/** Files whose upload a lost connection interrupted: stored on this device until they are uploaded or removed. */

interface InterruptedFiles {
  user: string
  /** Key of the draft. */
  draft: string
  uploads: Uploads<Blob>
  /** The file of an upload of this visit. */
  fileOf: (key: string) => File | undefined
  /** Adds a stored file to the uploads; returns its key there. */
  add: (file: File) => string | undefined
}

interface StoredFile {
  id: string
  /** Lets other tabs restore the file. */
  release: () => void
}

/** Reserves a stored file for this tab, as long as it is open. Undefined: another tab has the file. */
const claim = (id: string): Promise<StoredFile | undefined> =>
  new Promise((resolve, reject) => {
    if (!('locks' in navigator)) return resolve({ id, release: () => undefined })
    navigator.locks
      .request(`draft-file:${id}`, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined)
        return new Promise<void>((release) => resolve({ id, release }))
      })
      .catch(reject)
  })

/** Stores interrupted files of a draft, and adds those that are stored. Call the result to stop. */
export function keepInterruptedFiles({ user, draft, uploads, fileOf, add }: InterruptedFiles): () => void {
  /** The stored files by the key of their upload. */
  const stored = new Map<string, Promise<StoredFile | undefined>>()
  let hasStopped = false

  const store = async (file: File) => {
    try {
      const id = await storeDraftFile({ file, user, draft }, new Date())
      return id === undefined ? undefined : await claim(id)
    } catch {
      // Storage failed: the file lives as long as the page.
      return undefined
    }
  }

  const drop = async (key: string) => {
    const entry = await stored.get(key)
    stored.delete(key)
    if (entry === undefined) return
    await dropShared([entry.id]).catch(() => undefined)
    entry.release()
  }

  const stop = uploads.subscribe(() => {
    const pending = uploads.getSnapshot().filter(({ attachment }) => attachment === null)
    for (const { key, state, failure } of pending) {
      const file = fileOf(key)
      if (file && state === 'failed' && failure === null && !stored.has(key)) stored.set(key, store(file))
    }
    for (const key of stored.keys()) if (!pending.some((each) => each.key === key)) void drop(key)
  })

  const restore = async () => {
    for (const { id, file, ...owner } of await listDraftFiles()) {
      if (owner.user !== user || owner.draft !== draft) continue
      const entry = await claim(id)
      if (!entry) continue
      // Another tab may have uploaded it since it was listed.
      const isStored = (await listDraftFiles()).some((each) => each.id === id)
      const key = isStored && !hasStopped ? add(file) : undefined
      if (key === undefined) entry.release()
      else stored.set(key, Promise.resolve(entry))
    }
  }
  restore().catch(() => undefined)

  return () => {
    hasStopped = true
    stop()
    for (const entry of stored.values()) void entry.then((each) => each?.release())
  }
}
