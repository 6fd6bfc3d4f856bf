import { createUploads, type PendingUpload, type Uploads } from '@fettle/chat-client'
import type { ChatFailure } from '@fettle/protocol/chat/core/errors'
import type { Profile } from '@fettle/protocol/accounts/profile'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../lib/http/api-error.ts'
import { onLogout } from '../../../lib/http/session.ts'
import { noConnection } from '../../../lib/http/send-request.ts'
import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { profileQuery } from '../../../shared/profile/profile.ts'
import { failureText } from '../chat-texts.ts'
import { chat } from '../connection/chat.ts'
import { sendPartOf, toSource } from '../composer/uploads/uploads.ts'
import type { ChatPhotosPayload } from './model.ts'

/** How long to wait for the chat connection, which a freshly opened page does not have yet. */
const CONNECT_TIMEOUT_MS = 15_000

const isConnected = () =>
  new Promise<boolean>((resolve) => {
    const done = (connected: boolean) => {
      clearTimeout(timer)
      stop()
      resolve(connected)
    }
    const timer = setTimeout(() => done(false), CONNECT_TIMEOUT_MS)
    const check = () => chat.getSnapshot().connected && done(true)
    const stop = chat.subscribe(check)
    check()
  })

/** The chat's failure as the queue knows it; without one the connection broke. */
function queueErrorOf(failure: ChatFailure | null | undefined): ApiError {
  if (!failure) return noConnection()
  const message = failureText(failure)
  // Slow mode, a rate limit or an internal error pass: the queue tries again.
  if (failure.retryable) return new ApiError({ status: 503, code: 'INTERNAL', message })
  return new ApiError({ status: 422, code: 'VALIDATION_FAILED', message })
}

/** Uploads of messages that are not sent yet, so that a retry continues them. */
const unsentUploads = new Map<string, Uploads<Blob>>()
onLogout(() => unsentUploads.clear())

function startUploads(profile: Profile, cid: string, { messageId, files }: ChatPhotosPayload): Uploads<Blob> {
  const earlier = unsentUploads.get(messageId)
  const uploads = earlier ?? createUploads<Blob>(chat, { cid, sendPart: sendPartOf(profile) })
  unsentUploads.set(messageId, uploads)
  if (earlier) for (const { key } of earlier.getSnapshot()) earlier.retry(key)
  else uploads.add(files.map(toSource))
  return uploads
}

/** Resolves when every upload has finished or failed. */
const uploadsFinished = (uploads: Uploads<Blob>) =>
  new Promise<readonly PendingUpload[]>((resolve) => {
    const check = () => {
      const all = uploads.getSnapshot()
      if (all.some(({ state }) => state === 'uploading')) return
      stop()
      resolve(all)
    }
    const stop = uploads.subscribe(check)
    check()
  })

/**
 * Sends the photos of a queued mutation as one message. The message id comes from the mutation, so that a retry after a
 * lost response sends it once. Throws ApiError: retryable without a connection, else the server's refusal.
 */
export async function sendPhotos(client: QueryClient, { subject: cid, payload }: QueuedMutation): Promise<unknown> {
  const { messageId, text } = payload as ChatPhotosPayload
  const profile = client.getQueryData(profileQuery.queryKey)
  if (!profile || !(await isConnected())) throw noConnection()
  const uploads = startUploads(profile, cid, payload as ChatPhotosPayload)
  const failed = (await uploadsFinished(uploads)).find(({ state }) => state === 'failed')
  if (failed) throw queueErrorOf(failed.failure)
  const attachmentIds = uploads.attachments().map(({ id }) => id)
  try {
    const sent = await chat.call('messages.send', { cid, message: { id: messageId, text, attachmentIds } })
    unsentUploads.delete(messageId)
    return sent
  } catch (error) {
    const { failure } = error as { failure?: ChatFailure }
    // The chat may refuse the uploads themselves, which it deletes after a day.
    if (failure && !failure.retryable) unsentUploads.delete(messageId)
    throw queueErrorOf(failure)
  }
}
