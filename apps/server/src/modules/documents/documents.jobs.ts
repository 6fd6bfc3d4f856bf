import { SYSTEM_ACTOR } from '../../platform/acting-party.ts'
import type { Deps } from '../../platform/deps.ts'
import { notify } from '../notifications/index.ts'
import { deleteFile } from '../uploads/index.ts'
import * as rules from './documents.rules.ts'
import { recordReview } from './documents.service.ts'
import * as store from './documents.store.ts'

const BATCH = 100

/** Warns of documents that expire soon, expires those past their date, and deletes files of withdrawn ones. */
export async function expireDocuments(deps: Deps): Promise<void> {
  while ((await expireBatch(deps)) > 0);
  while ((await purgeBatch(deps)) > 0);
}

function expireBatch(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const due = await store.lockDue(tx, rules.isoDay(now), BATCH)
    for (const document of due) {
      const expiresAt = document.expiresAt ?? ''
      const daysLeft = rules.daysUntil(expiresAt, now)
      if (daysLeft < 0) {
        const expired = { ...rules.transition(document, 'expire', 'SYSTEM', now), dueOn: null }
        await store.save(tx, expired)
        await recordReview(deps, tx, expired, 'document.expired', SYSTEM_ACTOR)
      } else {
        await store.save(tx, { ...document, dueOn: rules.nextDueOn(expiresAt, now) })
      }
      await notify(deps, tx, {
        workflow: 'document-expiring',
        providerId: document.providerId,
        params: { document: document.type, expiresAt, daysLeft },
        data: { type: 'document', id: document.id },
      })
    }
    return due.length
  })
}

function purgeBatch(deps: Deps): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const over = await store.lockWithdrawn(tx, new Date(deps.clock.now().getTime() - rules.WITHDRAWN_KEPT_MS), BATCH)
    for (const { fileId } of over) if (fileId) await deleteFile(deps, tx, fileId)
    return over.length
  })
}
