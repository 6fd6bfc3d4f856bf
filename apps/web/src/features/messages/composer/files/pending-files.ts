import { createUploads, type Uploads } from '@fettle/chat-client'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { onLogout } from '../../../../lib/http/session.ts'
import { chat } from '../../connection/chat.ts'
import { draftKeyOf, readDraft, subscribeDrafts, sendDraft, writeDraft } from '../drafts/drafts.ts'
import { sendPartOf } from './send-part.ts'
import type { ComposerTarget } from '../target.ts'

const uploadsByTarget = new Map<string, Uploads<Blob>>()

/**
 * Uploads of one composer, kept for the page's lifetime, so that they continue while another conversation is open.
 * Finished uploads are part of the draft.
 */
export function uploadsOf(profile: Profile, me: string, target: ComposerTarget): Uploads<Blob> {
  const draftKey = draftKeyOf(target)
  const key = `${me} ${draftKey}`
  const known = uploadsByTarget.get(key)
  if (known) return known
  const uploads = createUploads<Blob>(chat, { cid: target.store.cid, sendPart: sendPartOf(profile) })
  const follow = () => uploads.put(readDraft(me, draftKey).files)
  follow()
  uploads.subscribe(() => {
    if (writeDraft(me, draftKey, { files: uploads.attachments() })) sendDraft(me, target)
  })
  subscribeDrafts(follow)
  uploadsByTarget.set(key, uploads)
  return uploads
}

onLogout(() => {
  const all = [...uploadsByTarget.values()]
  uploadsByTarget.clear()
  all.forEach((uploads) => uploads.reset())
})
