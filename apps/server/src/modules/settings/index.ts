import * as protocol from '@fettle/protocol/accounts/settings'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import * as service from './settings.service.ts'

export { createSettings, type SettingsHandle } from './settings.service.ts'

/** Registers settings. Rules read them with `deps.settings()`. */
export function registerSettings(
  deps: Deps,
  { marketplace }: Pick<Routers, 'marketplace'>,
  settings: service.SettingsHandle,
): void {
  marketplace.serve(protocol.getSettings, () => service.getSettings(deps))
  marketplace.serve(protocol.getSettingsTimeline, () => service.getTimeline(deps))
  marketplace.serve(protocol.patchSettings, ({ actor, body }) =>
    service.patchSettings(deps, settings, { type: 'OPERATOR', id: actor.keyId, name: actor.name }, body),
  )
}
