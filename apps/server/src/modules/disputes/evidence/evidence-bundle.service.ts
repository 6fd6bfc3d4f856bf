import type { Tx } from '../../../platform/db/db.ts'
import { listTimeline } from '../../../platform/db/domain-events.ts'
import { signalChange } from '../../../platform/signal-change.ts'
import { subjectOf } from '../dispute.access.ts'
import type { Dispute } from '../dispute.rules.ts'
import * as store from '../disputes.store.ts'
import type { DisputeSubjectDeps, SubjectTable } from '../subjects/subjects.ts'

/** The evidence bundle: collected automatically, identical for both sides. */

const ASSEMBLE_BUNDLE_JOB = 'disputes.assemble-bundle'

/**
 * The last chat messages of the two, oldest first. Called outside of transactions, because the chat is another service.
 */
export type ReadTranscript = (
  providerId: string,
  customerId: string,
) => Promise<readonly { at: Date; authorId: string | null; author: string; text: string }[]>

/** Enqueues collecting the bundle after commit. An existing one is replaced. */
export const enqueueEvidenceBundle = (
  { jobs }: Pick<DisputeSubjectDeps, 'jobs'>,
  tx: Tx,
  { id }: Dispute,
): Promise<void> => jobs.add(tx, ASSEMBLE_BUNDLE_JOB, { id }, { key: `${ASSEMBLE_BUNDLE_JOB}:${id}` })

/**
 * Registers the job that assembles a dispute's evidence bundle: the conversation, the timelines, files and documents of
 * its subject.
 */
export function handleBundleJobs(
  deps: DisputeSubjectDeps,
  subjects: SubjectTable,
  readTranscript: ReadTranscript,
): void {
  deps.jobs.handle<{ id: string }>(ASSEMBLE_BUNDLE_JOB, async ({ id }) => {
    const dispute = await store.find(deps.db, id)
    if (!dispute) return
    const { providerId, customer, subject } = dispute
    const chat = await readTranscript(providerId, customer.id)
    await deps.db.transaction(async (tx) => {
      const locked = await store.lock(tx, id)
      const handler = subjects[subject.type]
      if (!locked || !handler) return
      const gathered = await handler.collectEvidence(deps, tx, locked)
      const timeline = []
      // Private entries of one side are left out.
      for (const each of gathered.timelines) timeline.push(...(await listTimeline(tx, each, 'CUSTOMER')))
      await store.saveEvidenceBundle(tx, id, {
        assembledAt: deps.clock.now().toISOString(),
        chat: chat.map(({ at, authorId, author, text }) => ({
          at: at.toISOString(),
          by: authorId === providerId ? 'PROVIDER' : authorId === customer.id ? 'CUSTOMER' : null,
          author,
          text,
        })),
        timeline: timeline.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
        fileIds: [...gathered.fileIds],
        documents: [...gathered.documents],
      })
      signalChange(deps, tx, providerId, subjectOf(locked))
    })
  })
}
