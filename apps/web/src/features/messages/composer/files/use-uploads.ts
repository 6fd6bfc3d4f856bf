import { sendProblemOf, type ClientErrorCode, type PendingUpload } from '@fettle/chat-client'
import type { Attachment } from '@fettle/protocol/chat/messages/attachments'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { t } from '@lingui/core/macro'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useProfile } from '../../../../shared/profile/profile.ts'
import { chatToast } from '../../alerts/chat-toast.ts'
import { uploadsOf } from './pending-files.ts'
import { toSource, whyNotFile } from './file-source.ts'
import type { ComposerTarget } from '../target.ts'

export interface FilesToSend {
  uploads: readonly PendingUpload[]
  /** Thumbnails of files being uploaded, by key. */
  pictures: Readonly<Record<string, string>>
  add: (files: readonly File[]) => void
  retry: (key: string) => void
  remove: (key: string) => void
  /** Why a message with these files cannot be sent yet. */
  whyNot: ClientErrorCode | null
  /** Removes and returns the finished files, which are now part of a message. */
  take: () => Attachment[]
}

/** Uploads of the message being written. */
export function useUploads({ store, parentId }: ComposerTarget, me: string): FilesToSend {
  const profile = useProfile()
  const uploads = useMemo(
    () => uploadsOf(profile, me, { store, parentId }),
    // oxlint-disable-next-line react/exhaustive-deps -- a changed name or picture must not stop an upload
    [store, parentId, me, profile.id],
  )
  const shown = useSyncExternalStore(uploads.subscribe, uploads.getSnapshot)
  const [pictures, setPictures] = useState<Readonly<Record<string, string>>>({})

  const made = useRef(pictures)
  useEffect(() => {
    made.current = pictures
  }, [pictures])
  useEffect(() => () => Object.values(made.current).forEach((url) => URL.revokeObjectURL(url)), [])

  const add = async (files: readonly File[]) => {
    const good = files.filter((file) => {
      const problem = whyNotFile(file)
      if (problem) chatToast.error(problem)
      return problem === undefined
    })
    const sources = await Promise.all(good.map(toSource))
    const before = uploads.getSnapshot().length
    const left = uploads.add(sources)
    if (left.length > 0) chatToast.error(t`You can attach up to ${chatLimits.attachmentsPerMessage} files.`)
    const added = uploads.getSnapshot().slice(before)
    const urls = added.flatMap(({ key, kind }, index) => {
      const file = good[index]
      return kind === 'image' && file ? [[key, URL.createObjectURL(file)] as const] : []
    })
    if (urls.length > 0) setPictures((known) => ({ ...known, ...Object.fromEntries(urls) }))
  }

  return {
    uploads: shown,
    pictures,
    add: (files) => void add(files),
    retry: uploads.retry,
    remove: uploads.remove,
    whyNot: sendProblemOf(shown),
    take() {
      const attachments = uploads.attachments()
      uploads.reset()
      return attachments
    },
  }
}
