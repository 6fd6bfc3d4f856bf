import type { Uploads } from '@fettle/chat-client'
import { onLogout } from '../../../lib/http/session.ts'
import { dropShared, listDraftFiles, storeDraftFile } from '../../../lib/offline/shared-photos.ts'

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

/** Stores interrupted files of a draft, and adds those that are stored. Call the result to stop. */
export function keepInterruptedFiles({ user, draft, uploads, fileOf, add }: InterruptedFiles): () => void {
  /** Ids of the stored files by the key of their upload. */
  const storedIds = new Map<string, Promise<string | undefined>>()
  let hasStopped = false

  const store = async (file: File) => {
    try {
      return await storeDraftFile({ file, user, draft }, new Date())
    } catch {
      // Storage failed: the file lives as long as the page.
      return undefined
    }
  }

  const drop = async (key: string) => {
    const id = await storedIds.get(key)
    storedIds.delete(key)
    if (id !== undefined) await dropShared([id]).catch(() => undefined)
  }

  const stop = uploads.subscribe(() => {
    const pending = uploads.getSnapshot().filter(({ attachment }) => attachment === null)
    for (const { key, state, failure } of pending) {
      const file = fileOf(key)
      if (file && state === 'failed' && failure === null && !storedIds.has(key)) storedIds.set(key, store(file))
    }
    for (const key of storedIds.keys()) if (!pending.some((each) => each.key === key)) void drop(key)
  })

  const restore = async () => {
    for (const { id, file, ...owner } of await listDraftFiles()) {
      if (hasStopped || owner.user !== user || owner.draft !== draft) continue
      const key = add(file)
      if (key !== undefined) storedIds.set(key, Promise.resolve(id))
    }
  }
  restore().catch(() => undefined)

  return () => {
    hasStopped = true
    stop()
  }
}

// Like the texts of drafts.
onLogout(() => {
  listDraftFiles()
    .then((files) => dropShared(files.map(({ id }) => id)))
    .catch(() => undefined)
})
