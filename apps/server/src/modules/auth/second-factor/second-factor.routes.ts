import * as protocol from '@fettle/protocol/accounts/second-factor'
import type { Routers } from '../../../actors.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Reply } from '../../../platform/http/router.ts'
import { startStepUpPasskey } from '../security/step-up.service.ts'
import { cancelResetByOperator, handleResets, requestReset } from './reset.service.ts'
import * as service from './second-factor.service.ts'

/** Registers the routes with which providers manage their second factors, and operators remove them. */
export function serveSecondFactors(deps: Deps, { account, marketplace }: Pick<Routers, 'account' | 'marketplace'>) {
  handleResets(deps)

  account.serve(protocol.listSecondFactors, ({ actor }) => service.listSecondFactors(deps, actor))

  account.serve(protocol.startPasskey, async ({ actor }) => ({ options: await service.startPasskey(deps, actor) }))
  account.serve(protocol.addPasskey, async ({ actor, body }) => {
    return new Reply(await service.addPasskey(deps, actor, body), { message: { code: 'SECOND_FACTOR_ADDED' } })
  })

  account.serve(protocol.startTotp, ({ actor }) => service.startTotp(deps, actor))
  account.serve(protocol.addTotp, async ({ actor, body }) => {
    return new Reply(await service.addTotp(deps, actor, body), { message: { code: 'SECOND_FACTOR_ADDED' } })
  })

  account.serve(protocol.renameSecondFactor, ({ actor, params, body }) =>
    service.renameSecondFactor(deps, actor, params.id, body.name),
  )
  account.serve(protocol.removeSecondFactor, async ({ actor, params }) => {
    await service.removeSecondFactor(deps, actor, params.id)
    return new Reply({}, { message: { code: 'SECOND_FACTOR_REMOVED' } })
  })
  account.serve(protocol.replaceRecoveryCodes, async ({ actor }) => ({
    recoveryCodes: await service.replaceRecoveryCodes(deps, actor),
  }))
  account.serve(protocol.forgetDevice, async ({ actor, params }) => {
    await service.forgetDevice(deps, actor, params.id)
    return new Reply({}, { message: { code: 'DEVICE_FORGOTTEN' } })
  })

  account.serve(protocol.startStepUpPasskey, async ({ actor }) => ({ options: await startStepUpPasskey(deps, actor) }))

  marketplace.serve(protocol.resetSecondFactors, ({ actor, params, body }) =>
    requestReset(deps, actor.name, { id: params.id, reason: body.reason }),
  )
  marketplace.serve(protocol.cancelSecondFactorReset, ({ actor, params }) =>
    cancelResetByOperator(deps, actor.name, params.id),
  )
}
