import type { Attachment, AttachmentKind, AttachmentUpload } from '@fettle/protocol/chat/messages/attachments'
import type { ChatFailure } from '@fettle/protocol/chat/core/errors'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import type { SendCall } from '../connection/connection.ts'
import { withRetries } from '../connection/with-retries.ts'
import { systemClock, type ClientClock } from '../ports.ts'
import { DOES_NOT_EXIST, failureOf, type ClientErrorCode } from '../errors.ts'
import { isSameList } from '../state/same-list.ts'
import { createStore, type Readable } from '../store.ts'

/** A file on the device. */
export interface FileSource<Part = unknown> {
  readonly name: string
  readonly size: number
  readonly kind: AttachmentKind
  readonly width?: number
  readonly height?: number
  readonly durationMs?: number
  readonly waveform?: number[]
  slice(from: number, to: number): Part
}

/**
 * Sends one part over HTTP; see `createHttpPartSender`. Rejects with a `ChatError`, or anything if the connection
 * broke.
 */
export type SendPart<Part = unknown> = (part: {
  uploadId: string
  offset: number
  bytes: Part
  signal: CancelSignal
}) => Promise<AttachmentUpload>

/** Cancels a running part. */
export interface CancelSignal {
  readonly isCancelled: () => boolean
  onCancel(listener: () => void): void
}

/** A file being uploaded for a message. */
export interface PendingUpload {
  readonly key: string
  readonly name: string
  readonly size: number
  readonly kind: AttachmentKind
  readonly state: 'uploading' | 'uploaded' | 'failed'
  /** From 0 to 1. */
  readonly progress: number
  readonly attachment: Attachment | null
  /** Why it failed. Null: the connection broke, and a retry is possible. */
  readonly failure: ChatFailure | null
}

/** Why a message with these files cannot be sent yet. Null: it can. */
export function sendProblemOf(uploads: readonly PendingUpload[]): ClientErrorCode | null {
  return uploads.every(({ state }) => state === 'uploaded') ? null : 'chat-client.uploads-running'
}

/** How many more files the message may have. */
export const roomFor = (uploads: readonly PendingUpload[]): number =>
  Math.max(0, chatLimits.attachmentsPerMessage - uploads.length)

/** Loudness of a recording in a number of bars, from 0 to 1; the loudest is 1. */
export function toWaveform(samples: ArrayLike<number>, bars: number = chatLimits.waveformBars): number[] {
  const count = Math.min(bars, samples.length)
  const peaks = Array.from({ length: count }, (_, bar) => {
    const [from, to] = [Math.floor((bar * samples.length) / count), Math.floor(((bar + 1) * samples.length) / count)]
    let peak = 0
    for (let at = from; at < to; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0))
    return peak
  })
  const loudest = Math.max(...peaks, 0)
  return peaks.map((peak) => (loudest === 0 ? 0 : Math.round((peak / loudest) * 100) / 100))
}

export interface Uploads<Part> extends Readable<readonly PendingUpload[]> {
  /** Starts uploads. Returns files beyond the limit. */
  add(sources: readonly FileSource<Part>[]): FileSource<Part>[]
  /** Replaces finished files by earlier uploads, such as those of a draft; running uploads stay. */
  put(attachments: readonly Attachment[]): void
  retry(key: string): void
  /** Cancels an upload or removes a file. */
  remove(key: string): void
  attachments(): Attachment[]
  /** Resets after the message was sent. */
  reset(): void
}

const MAX_ATTEMPTS = 3
const RETRY_DELAY_MS = 2_000

interface UploadRun {
  isCancelled: boolean
  stop: () => void
}

/** Uploads of a message, each in parts and resuming after a break. */
export function createUploads<Part>(
  { call }: { call: SendCall },
  { cid, sendPart, clock = systemClock }: { cid: string; sendPart: SendPart<Part>; clock?: ClientClock },
): Uploads<Part> {
  const store = createStore<readonly PendingUpload[]>([])
  const sources = new Map<string, FileSource<Part>>()
  const uploadIds = new Map<string, string>()
  const runs = new Map<string, UploadRun>()
  let count = 0

  const change = (key: string, next: Partial<PendingUpload>) =>
    store.set(store.getSnapshot().map((each) => (each.key === key ? { ...each, ...next } : each)))

  async function run(key: string): Promise<void> {
    const source = sources.get(key)
    if (!source) return
    const currentRun: UploadRun = { isCancelled: false, stop: () => undefined }
    runs.set(key, currentRun)
    try {
      const attachment = await upload(key, source, currentRun)
      if (attachment && !currentRun.isCancelled) change(key, { state: 'uploaded', progress: 1, attachment })
    } catch (error) {
      const failure = failureOf(error)
      if (!currentRun.isCancelled) change(key, { state: 'failed', failure: failure ?? null })
      // An upload that was refused for good starts again; one that was interrupted or refused for now resumes.
      if (failure && !failure.retryable) uploadIds.delete(key)
    } finally {
      if (runs.get(key) === currentRun) runs.delete(key)
    }
  }

  async function upload(key: string, source: FileSource<Part>, currentRun: UploadRun): Promise<Attachment | undefined> {
    const existingId = uploadIds.get(key)
    const existing = existingId && (await findProgress(existingId))
    const { uploadId, partBytes, ...from } = existing || (await call('attachments.start', { cid, ...describe(source) }))
    if (currentRun.isCancelled) {
      cancel(uploadId)
      return undefined
    }
    uploadIds.set(key, uploadId)
    const signal: CancelSignal = {
      isCancelled: () => currentRun.isCancelled,
      onCancel: (listener) => void (currentRun.stop = listener),
    }
    for (let received = from.received; received < source.size;) {
      const bytes = source.slice(received, Math.min(received + partBytes, source.size))
      const answer = await withRetries(
        () => sendPart({ uploadId, offset: received, bytes, signal }),
        { clock, attempts: MAX_ATTEMPTS, delayMs: RETRY_DELAY_MS },
        signal.isCancelled,
      )
      if (currentRun.isCancelled) return undefined
      received = answer.received
      change(key, { progress: received / source.size })
    }
    return (await call('attachments.finish', { uploadId })).attachment
  }

  /** How far an upload has got. Undefined: the service no longer has it, because it deletes unused ones after a day. */
  async function findProgress(uploadId: string): Promise<AttachmentUpload | undefined> {
    try {
      return await call('attachments.progress', { uploadId })
    } catch (error) {
      if (failureOf(error)?.code === DOES_NOT_EXIST) return undefined
      throw error
    }
  }

  function cancel(uploadId: string): void {
    // Unused uploads are deleted after a day anyway.
    call('attachments.cancel', { uploadId }).catch(() => undefined)
  }

  function restored(attachment: Attachment): PendingUpload {
    const { name, size, kind } = attachment
    return { key: `file-${(count += 1)}`, name, size, kind, state: 'uploaded', progress: 1, attachment, failure: null }
  }

  function stop(key: string): void {
    const running = runs.get(key)
    if (!running) return
    running.isCancelled = true
    running.stop()
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    add(files) {
      const accepted = files.slice(0, roomFor(store.getSnapshot()))
      const added = accepted.map((source): PendingUpload => {
        const key = `file-${(count += 1)}`
        sources.set(key, source)
        const { name, size, kind } = source
        return { key, name, size, kind, state: 'uploading', progress: 0, attachment: null, failure: null }
      })
      store.set([...store.getSnapshot(), ...added])
      for (const { key } of added) void run(key)
      return files.slice(accepted.length)
    },
    put(attachments) {
      const before = store.getSnapshot()
      const finished = new Map(before.flatMap((each) => (each.attachment ? [[each.attachment.id, each] as const] : [])))
      const restoredUploads = attachments.map((attachment) => finished.get(attachment.id) ?? restored(attachment))
      const after = [...restoredUploads, ...before.filter(({ attachment }) => attachment === null)]
      for (const { key } of before) {
        if (after.some((each) => each.key === key)) continue
        sources.delete(key)
        uploadIds.delete(key)
      }
      if (!isSameList(after, before)) store.set(after)
    },
    retry(key) {
      if (store.getSnapshot().find((each) => each.key === key)?.state !== 'failed') return
      change(key, { state: 'uploading', failure: null })
      void run(key)
    },
    remove(key) {
      stop(key)
      const uploadId = uploadIds.get(key)
      if (uploadId) cancel(uploadId)
      sources.delete(key)
      uploadIds.delete(key)
      store.set(store.getSnapshot().filter((each) => each.key !== key))
    },
    attachments: () => store.getSnapshot().flatMap(({ attachment }) => attachment ?? []),
    reset() {
      for (const key of sources.keys()) stop(key)
      sources.clear()
      uploadIds.clear()
      store.set([])
    },
  }
}

/** The metadata of a file that the service gets. */
function describe({ name, size, kind, width, height, durationMs, waveform }: Omit<FileSource, 'slice'>) {
  return {
    name,
    size,
    kind,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(waveform === undefined ? {} : { waveform }),
  }
}
