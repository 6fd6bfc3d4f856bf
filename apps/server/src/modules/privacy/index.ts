import * as protocol from '@fettle/protocol/accounts/privacy'
import type { NotificationService } from '@fettle/protocol/notifications/inbox'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Reply } from '../../platform/http/router.ts'
import type { ChatService } from '../channels/index.ts'
import { closeAccount, closeDueAccounts, handleClosing } from './closing.service.ts'
import { deleteOldExports, getExport, handleExports, requestExport } from './export.service.ts'

const PURGE_INTERVAL_MS = 3_600_000

/** Registers data export and account closure. */
export function registerPrivacy(
  deps: Deps,
  { account }: Pick<Routers, 'account'>,
  { chat, inbox }: { chat: ChatService; inbox: NotificationService },
): void {
  account.serve(protocol.getDataExport, ({ actor }) => getExport(deps, actor))
  account.serve(protocol.requestDataExport, async ({ actor }) => {
    return new Reply(await requestExport(deps, actor), { message: { code: 'EXPORT_REQUESTED' } })
  })
  account.serve(protocol.closeAccount, async ({ actor, body }) => {
    return new Reply(await closeAccount(deps, actor, body.reason), { message: { code: 'ACCOUNT_CLOSING' } })
  })
  handleExports(deps, { chat, inbox })
  handleClosing(deps, { chat, inbox })
  deps.jobs.repeat('privacy.purge-due', PURGE_INTERVAL_MS, async () => {
    await closeDueAccounts(deps)
    await deleteOldExports(deps)
  })
}
