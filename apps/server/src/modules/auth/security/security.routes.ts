import * as protocol from '@fettle/protocol/accounts/auth'
import type { Routers } from '../../../actors.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Reply } from '../../../platform/http/router.ts'
import { confirmContactChange, requestContactChange } from './contact-change.service.ts'
import * as security from './security.service.ts'
import { sendStepUpCode, stepUp } from './step-up.service.ts'

/** Registers the routes with which signed-in users manage how they sign in. */
export function serveSecurity(deps: Deps, { account }: Pick<Routers, 'account'>): void {
  account.serve(protocol.listSessions, ({ actor }) => security.listSessions(deps, actor))

  account.serve(protocol.endSession, async ({ actor, params }) => {
    await security.endSession(deps, actor, params.id)
    return new Reply({}, { message: { code: 'SESSION_ENDED' } })
  })

  account.serve(protocol.endOtherSessions, async ({ actor }) => {
    const ended = await security.endOtherSessions(deps, actor)
    return new Reply({ ended }, { message: { code: 'OTHER_SESSIONS_ENDED' } })
  })

  account.serve(protocol.stepUp, ({ actor, body }) => stepUp(deps, actor, body))

  account.serve(protocol.sendStepUpCode, async ({ actor }) => {
    return new Reply(await sendStepUpCode(deps, actor), { message: { code: 'CODE_SENT' } })
  })

  account.serve(protocol.changePassword, async ({ actor, body }) => {
    await security.changePassword(deps, actor, body)
    return new Reply({}, { message: { code: 'PASSWORD_CHANGED' } })
  })

  account.serve(protocol.requestContactChange, async ({ actor, body }) => {
    return new Reply(await requestContactChange(deps, actor, body), { message: { code: 'CODE_SENT' } })
  })

  account.serve(protocol.confirmContactChange, async ({ actor, body }) => {
    const code = body.kind === 'EMAIL' ? 'EMAIL_CHANGED' : 'PHONE_CHANGED'
    return new Reply(await confirmContactChange(deps, actor, body), { message: { code } })
  })
}
