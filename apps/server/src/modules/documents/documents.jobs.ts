import { SYSTEM_ACTOR } from '../../platform/acting-party.ts'
import type { Deps } from '../../platform/deps.ts'
import { localDate } from '../../platform/locale/zoned-time.ts'
import { findTimeZones } from '../auth/index.ts'
import { deleteFile } from '../uploads/index.ts'
import * as rules from './documents.rules.ts'
import { notifyOfExpiry, recordReview } from './documents.service.ts'
import * as store from './documents.store.ts'
import type { DocumentRow } from './documents.store.ts'

const BATCH = 100
/** Where each day begins first. */
const FIRST_TIME_ZONE = 'Pacific/Kiritimati'

/** Warns of documents that expire soon and have no other file under review, expires those past their date, and deletes files of withdrawn ones. */
export async function expireDocuments(deps: Deps): Promise<void> {
  let last: DocumentRow | undefined
  do last = await expireBatch(deps, last)
  while (last)
  while ((await purgeBatch(deps)) > 0);
}

/** Handles the next documents, each on its day where its provider is, and returns the last of them. */
function expireBatch(deps: Deps, after: DocumentRow | undefined): Promise<DocumentRow | undefined> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const due = await store.lockDue(tx, { by: localDate(now, FIRST_TIME_ZONE), after, limit: BATCH })
    const providerIds = due.map(({ providerId }) => providerId)
    const timeZoneOf = await findTimeZones(deps, tx, providerIds)
    const existing = await store.listOfProviders(tx, providerIds)
    for (const document of due) {
      const today = localDate(now, timeZoneOf(document.providerId))
      if (document.dueOn === null || document.dueOn > today) continue
      const expiresAt = document.expiresAt ?? ''
      const daysLeft = rules.daysUntil(expiresAt, today)
      if (daysLeft < 0) {
        const expired = { ...rules.transition(document, 'expire', 'SYSTEM', now), dueOn: null }
        await store.save(tx, expired)
        await recordReview(deps, tx, expired, 'document.expired', SYSTEM_ACTOR)
      } else {
        await store.save(tx, { ...document, dueOn: rules.nextDueOn(expiresAt, today) })
      }
      const own = existing.filter(({ providerId }) => providerId === document.providerId)
      if (rules.isBeingReplaced(document, own)) continue
      await notifyOfExpiry(deps, tx, document, daysLeft)
    }
    return due.at(-1)
  })
}

function purgeBatch(deps: Deps): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const over = await store.lockWithdrawn(
      tx,
      new Date(deps.clock.now().getTime() - rules.WITHDRAWN_RETENTION_MS),
      BATCH,
    )
    for (const { fileId } of over) if (fileId) await deleteFile(deps, tx, fileId)
    return over.length
  })
}
