import * as protocol from '@fettle/protocol/accounts/referrals'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { Reply } from '../../platform/http/router.ts'
import { assertLookupRate } from '../auth/index.ts'
import * as service from './referrals.service.ts'

export function serveReferrals(deps: Deps, { account, public: open }: Pick<Routers, 'account' | 'public'>): void {
  account.serve(protocol.getReferrals, ({ actor }) => service.getReferrals(deps, actor))

  account.serve(protocol.sendInvites, async ({ actor, body }) => {
    const count = body.destinations.length
    const referrals = await service.invite(deps, actor, body.destinations)
    return new Reply(referrals, { message: { code: 'INVITATIONS_SENT', params: { count } } })
  })

  account.serve(protocol.remindInvite, async ({ actor, params }) => {
    return new Reply(await service.remind(deps, actor, params.id), { message: { code: 'REMINDER_SENT' } })
  })

  open.serve(protocol.checkReferralCode, async ({ params, request }) => {
    await assertLookupRate(deps, request)
    const invitedBy = await service.findInviter(deps.db, params.code)
    return { isKnown: invitedBy !== undefined, invitedBy: invitedBy ?? null }
  })
}
