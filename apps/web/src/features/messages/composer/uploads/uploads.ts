import {
  type FileSource,
  createHttpPartSender,
  type SendPart,
  createUploads,
  type Uploads,
  sendProblemOf,
  type ClientErrorCode,
  type PendingUpload,
} from '@fettle/chat-client'
import { uploadRules } from '@fettle/protocol/common/upload-rules'
import { t } from '@lingui/core/macro'
import type { Profile } from '@fettle/protocol/accounts/profile'
import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { credentialsOf } from '../../connection/credentials.ts'
import { onLogout } from '../../../../lib/http/session.ts'
import { chat } from '../../connection/chat.ts'
import { keepInterruptedFiles } from './interrupted-files.ts'
import { draftKeyOf, readDraft, subscribeDrafts, sendDraft, writeDraft, type ComposerTarget } from '../drafts.ts'
import { useProfile } from '../../../../shared/profile/profile.ts'
import { chatToast } from '../../alerts/chat-toast.ts'

const { mimes, maxBytes } = uploadRules.CHAT
const MEGABYTE_BYTES = 1024 * 1024

/** `accept` attribute of the file input. */
export const chatFileTypes = mimes.join(',')

/** Why a file cannot be sent, checked before uploading. The server checks again by content. */
function sendProblemFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | undefined {
  if (size === 0) return t`${name} is empty.`
  if (size > maxBytes) return t`${name} is larger than ${maxBytes / MEGABYTE_BYTES} MB.`
  // Some systems report no type; the server inspects the content.
  if (type !== '' && !(mimes as readonly string[]).includes(type)) return t`${name}: this file type isn't supported.`
  return undefined
}

const kindOf = (type: string): 'image' | 'video' | 'file' =>
  type.startsWith('image/') ? 'image' : type.startsWith('video/') ? 'video' : 'file'

/** Converts a file to an upload source. The server measures pictures. */
export function toSource(file: File): FileSource<Blob> {
  const { name, size, type } = file
  return { name, size, kind: kindOf(type), slice: (from, to) => file.slice(from, to) }
}

/** Uploads file parts as the signed-in user, who is resolved with the first part. */
export function sendPartOf(profile: Profile): SendPart<Blob> {
  let parts: Promise<SendPart<Blob>> | undefined
  return async (part) => {
    parts ??= credentialsOf(profile).then((credentials) => createHttpPartSender(location.origin, credentials))
    return (await parts)(part)
  }
}

/** Continues the uploads that a lost connection interrupted. */
function resume(uploads: Uploads<Blob>): void {
  for (const { key, state, failure } of uploads.getSnapshot())
    if (state === 'failed' && failure === null) uploads.retry(key)
}

interface ComposerUploads {
  uploads: Uploads<Blob>
  /** Starts uploads and returns their keys, those of the first files: files beyond the limit have none. */
  add: (files: readonly File[]) => string[]
  /** Forgets the uploads, which stay stored if they were. */
  stop: () => void
}

const uploadsByTarget = new Map<string, ComposerUploads>()

/**
 * Uploads of one composer, kept for the page's lifetime, so that they continue while another conversation is open.
 * Finished uploads are part of the draft.
 */
function uploadsOf(profile: Profile, me: string, target: ComposerTarget): ComposerUploads {
  const draftKey = draftKeyOf(target)
  const key = `${me} ${draftKey}`
  const existing = uploadsByTarget.get(key)
  if (existing) return existing
  const uploads = createUploads<Blob>(chat, { cid: target.store.cid, sendPart: sendPartOf(profile) })
  const filesByKey = new Map<string, File>()
  const follow = () => uploads.put(readDraft(me, draftKey).files)
  follow()
  uploads.subscribe(() => {
    if (writeDraft(me, draftKey, { files: uploads.attachments() })) sendDraft(me, target)
    const keys = new Set(uploads.getSnapshot().map((each) => each.key))
    for (const added of filesByKey.keys()) if (!keys.has(added)) filesByKey.delete(added)
  })
  subscribeDrafts(follow)
  let wasConnected = chat.getSnapshot().connected
  chat.subscribe(() => {
    const { connected } = chat.getSnapshot()
    if (connected && !wasConnected) resume(uploads)
    wasConnected = connected
  })
  const add = (files: readonly File[]) => {
    const before = uploads.getSnapshot().length
    uploads.add(files.map(toSource))
    const keys = uploads
      .getSnapshot()
      .slice(before)
      .map((added) => added.key)
    keys.forEach((added, index) => files[index] && filesByKey.set(added, files[index]))
    return keys
  }
  const stopKeeping = keepInterruptedFiles({
    user: me,
    draft: draftKey,
    uploads,
    fileOf: (added) => filesByKey.get(added),
    add: (file) => add([file])[0],
  })
  const stop = () => {
    stopKeeping()
    filesByKey.clear()
    uploads.reset()
  }
  const composerUploads = { uploads, add, stop }
  uploadsByTarget.set(key, composerUploads)
  return composerUploads
}

onLogout(() => {
  const all = [...uploadsByTarget.values()]
  uploadsByTarget.clear()
  all.forEach(({ stop }) => stop())
})

export interface FilesToSend {
  uploads: readonly PendingUpload[]
  /** Thumbnails of files being uploaded, by key. */
  pictures: Readonly<Record<string, string>>
  /** Adds files, which may still be on their way. Rejects if they do not come. */
  add: (files: readonly File[] | Promise<readonly File[]>) => Promise<void>
  retry: (key: string) => void
  remove: (key: string) => void
  /** Why a message with these files cannot be sent yet. */
  sendProblem: ClientErrorCode | 'upload-failed' | null
  /** Removes and returns the finished files, which are now part of a message. */
  take: () => Attachment[]
}

/** Why a message with these files cannot be sent yet. A failed upload is named once no other one runs. */
function findSendProblem(uploads: readonly PendingUpload[]): FilesToSend['sendProblem'] {
  const problem = sendProblemOf(uploads)
  return problem !== null && uploads.every(({ state }) => state !== 'uploading') ? 'upload-failed' : problem
}

/** Uploads of the message being written. */
export function useUploads({ store, parentId }: ComposerTarget, me: string): FilesToSend {
  const profile = useProfile()
  const { uploads, add: start } = useMemo(
    () => uploadsOf(profile, me, { store, parentId }),
    // oxlint-disable-next-line react/exhaustive-deps -- a changed name or picture must not stop an upload
    [store, parentId, me, profile.id],
  )
  const shown = useSyncExternalStore(uploads.subscribe, uploads.getSnapshot)
  const [pictures, setPictures] = useState<Readonly<Record<string, string>>>({})

  const pictureUrls = useRef(pictures)
  useEffect(() => {
    pictureUrls.current = pictures
  }, [pictures])
  useEffect(() => () => Object.values(pictureUrls.current).forEach((url) => URL.revokeObjectURL(url)), [])
  useEffect(() => {
    // Those that were sent or removed.
    const gone = Object.entries(pictures).filter(([key]) => !shown.some((each) => each.key === key))
    if (gone.length === 0) return
    for (const [, url] of gone) URL.revokeObjectURL(url)
    const goneKeys = new Set(gone.map(([key]) => key))
    setPictures((current) => Object.fromEntries(Object.entries(current).filter(([key]) => !goneKeys.has(key))))
  }, [pictures, shown])

  const [coming, setComing] = useState(0)

  const addNow = (files: readonly File[]) => {
    const accepted = files.filter((file) => {
      const problem = sendProblemFile(file)
      if (problem) chatToast.error(problem)
      return problem === undefined
    })
    const keys = start(accepted)
    if (keys.length < accepted.length)
      chatToast.error(t`You can attach up to ${chatLimits.attachmentsPerMessage} files.`)
    const urls = keys.flatMap((key, index) => {
      const file = accepted[index]
      return file && kindOf(file.type) === 'image' ? [[key, URL.createObjectURL(file)] as const] : []
    })
    if (urls.length > 0) setPictures((current) => ({ ...current, ...Object.fromEntries(urls) }))
  }

  const add: FilesToSend['add'] = async (files) => {
    if (!(files instanceof Promise)) return addNow(files)
    setComing((count) => count + 1)
    try {
      addNow(await files)
    } finally {
      setComing((count) => count - 1)
    }
  }

  return {
    uploads: shown,
    pictures,
    add,
    retry: uploads.retry,
    remove: uploads.remove,
    sendProblem: coming > 0 ? 'chat-client.uploads-running' : findSendProblem(shown),
    take() {
      const attachments = uploads.attachments()
      uploads.reset()
      return attachments
    },
  }
}
