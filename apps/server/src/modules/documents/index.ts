import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { expireDocuments } from './documents.jobs.ts'
import { serveDocuments } from './documents.routes.ts'

export { listDocuments, showDocument } from './documents.service.ts'
export { deleteOf as deleteDocumentsOf } from './documents.store.ts'

const EXPIRE_INTERVAL_MS = 3_600_000

/** Registers documents, their review by operators and the expiry job. */
export function registerDocuments(deps: Deps, routers: Pick<Routers, 'account' | 'marketplace'>): void {
  serveDocuments(deps, routers)
  deps.jobs.repeat('documents.expire-due', EXPIRE_INTERVAL_MS, () => expireDocuments(deps))
}
