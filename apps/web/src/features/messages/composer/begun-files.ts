import { createUploads, type Uploads } from '@fettle/chat-client'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { onLogout } from '../../../lib/session.ts'
import { chat } from '../chat.ts'
import { draftPlace, readDraft, subscribeDrafts, tellDraft, writeDraft } from './drafts.ts'
import { sendPartOf } from './send-part.ts'
import type { ComposerTarget } from './target.ts'

const begun = new Map<string, Uploads<Blob>>()

/**
 * The files of what is being written in a place: the same for as long as the page lives, so that an upload goes on while
 * one is in another conversation. What has been uploaded is part of the draft.
 */
export function filesOf(profile: Profile, me: string, target: ComposerTarget): Uploads<Blob> {
  const place = draftPlace(target)
  const key = `${me} ${place}`
  const known = begun.get(key)
  if (known) return known
  const uploads = createUploads<Blob>(chat, { cid: target.store.cid, sendPart: sendPartOf(profile) })
  const follow = () => uploads.put(readDraft(me, place).files)
  follow()
  uploads.subscribe(() => {
    if (writeDraft(me, place, { files: uploads.attachments() })) tellDraft(me, target)
  })
  subscribeDrafts(follow)
  begun.set(key, uploads)
  return uploads
}

onLogout(() => {
  const all = [...begun.values()]
  begun.clear()
  all.forEach((uploads) => uploads.reset())
})
