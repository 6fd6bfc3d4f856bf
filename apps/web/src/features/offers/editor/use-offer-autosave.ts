import type { OfferDraft } from '@fettle/protocol/offers/content'
import { calculateOffer } from '@fettle/protocol/offers/totals'
import type { OfferDetails } from '@fettle/protocol/offers'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, type ApiErrorCode } from '../../../lib/http/api-error.ts'
import { offlineQueue, setQueueOwner, useQueuedMutation } from '../../../lib/offline/device-queue.ts'
import type { MutationOutcome, QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { useDocumentAutosave, type DocumentAutosave } from '../../../shared/documents/use-document-autosave.ts'
import {
  CREATE_OFFER_MUTATION,
  isLocalId,
  saveLocalOffer,
  localIdOf,
  registerLocalOfferSender,
  serverIdOf,
} from '../drafts/local-drafts.ts'
import {
  conflictFromError,
  SAVE_DRAFT_MUTATION,
  isDiscarded,
  isSameDraft,
  registerDraftSender,
  type DraftPayload,
  type ServerDraft,
} from '../drafts/draft-mutation.ts'

const AUTOSAVE_DELAY_MS = 3_000

export type OfferAutosave = DocumentAutosave<ServerDraft>

const queuedDraftsOf = (id: string) =>
  offlineQueue
    .get()
    .filter(({ subject, kind }) => subject === id && (kind === SAVE_DRAFT_MUTATION || kind === CREATE_OFFER_MUTATION))

/** Initial content: unsent changes of this device, else the draft, else the sent revision. */
export function contentOf(offer: OfferDetails, empty: () => OfferDraft): OfferDraft {
  const waiting = queuedDraftsOf(offer.id).at(-1)?.payload['content'] as OfferDraft | undefined
  if (waiting) return waiting
  return offer.draftRevision?.content ?? offer.currentRevision?.content ?? empty()
}

/** Sends or queues a draft; a newer one replaces a queued one. */
function saveDraft(id: string, version: number, content: OfferDraft): Promise<MutationOutcome> {
  // An offer created offline may have received its server id meanwhile.
  const subject = serverIdOf(id)
  if (isLocalId(subject)) return saveLocalOffer(subject, { content, totals: calculateOffer(content) })
  if (isDiscarded(subject, version)) return Promise.resolve({ sent: false })
  const before = queuedDraftsOf(subject).map((mutation) => mutation.id)
  const payload: DraftPayload = { version, content }
  return offlineQueue.add({ subject, kind: SAVE_DRAFT_MUTATION, payload }, before)
}

const versionOf = (offer: unknown): number | undefined => (offer as OfferDetails).draftRevision?.version

/** Saves a draft while it is edited, through the offline queue. */
export function useOfferAutosave(
  offer: OfferDetails,
  content: OfferDraft,
  replace: (content: OfferDraft) => void,
  /** Id of the user whose queue sends the drafts. */
  user: string,
): OfferAutosave {
  const { id, draftRevision } = offer
  const client = useQueryClient()
  const queued = queuedDraftsOf(id).at(-1)

  useEffect(() => {
    setQueueOwner(user)
    registerDraftSender(client)
    registerLocalOfferSender(client)
  }, [client, user])

  // A draft written offline that was refused later.
  const review = useQueuedMutation((mutations) =>
    mutations.find(
      (mutation) => mutation.subject === id && mutation.kind === SAVE_DRAFT_MUTATION && mutation.state === 'review',
    ),
  )
  const isConflict = review?.refusal?.code === 'VERSION_CONFLICT'
  const autosave = useDocumentAutosave<OfferDraft, ServerDraft>({
    content,
    start: {
      version: (queued?.payload as DraftPayload | undefined)?.version ?? draftRevision?.version ?? 0,
      unsavedIn: queued && 'queue',
    },
    delayMs: AUTOSAVE_DELAY_MS,
    async save(draft, version) {
      const outcome = await saveDraft(id, version, draft)
      return outcome.sent ? { at: 'server', version: versionOf(outcome.result) ?? 0 } : { at: 'queue' }
    },
    hasQueued: () => queuedDraftsOf(serverIdOf(id)).length > 0,
    server: draftRevision
      ? {
          version: draftRevision.version,
          isSame: (mine) => isSameDraft(draftRevision.content, mine),
          content: () => draftRevision.content,
        }
      : undefined,
    conflictOf: conflictFromError,
    lateConflict: isConflict ? { theirs: draftRevision ?? null } : undefined,
    contentOf: (theirs) => theirs.content,
    rebase: (mine) => ({ ...mine }),
    async chosen() {
      for (const mutation of queuedDraftsOf(id)) await offlineQueue.discard(mutation.id)
    },
    change: replace,
    replace,
  })

  const { markSent } = autosave
  useEffect(
    () =>
      offlineQueue.onSent(({ kind, subject }, result) => {
        const isOurs =
          (kind === SAVE_DRAFT_MUTATION && subject === id) ||
          (kind === CREATE_OFFER_MUTATION && subject === localIdOf(id))
        if (isOurs) markSent(versionOf(result))
      }),
    [id, markSent],
  )
  return { ...autosave, error: autosave.error ?? (isConflict ? undefined : errorOf(review)) }
}

/** Why a queued draft was refused. */
function errorOf(review: QueuedMutation | undefined): ApiError | undefined {
  if (!review?.refusal) return undefined
  const { code, message } = review.refusal
  return new ApiError({ status: 0, code: code as ApiErrorCode, message })
}
