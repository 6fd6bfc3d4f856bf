import {
  checkSlot,
  createTimeOff,
  deleteTimeOff,
  getAvailability,
  listOwnSlots,
  listProviderSlots,
  listTimeOff,
  putAvailability,
} from '@fettle/protocol/availability/availability'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { versionOf } from '../../platform/http/if-match.ts'
import { AppError } from '../../platform/errors.ts'
import { findPublicProvider } from '../profile/index.ts'
import * as service from './availability.service.ts'
import * as slots from './slots.service.ts'

const toTimeRange = ({ from, to, durationMinutes }: { from: string; to: string; durationMinutes: number }) => ({
  from: new Date(from),
  to: new Date(to),
  durationMinutes,
})

export function serveAvailability(
  deps: Deps,
  { provider, marketplace }: Pick<Routers, 'provider' | 'marketplace'>,
): void {
  provider.serve(getAvailability, ({ actor }) => service.getAvailability(deps, actor))
  provider.serve(putAvailability, ({ actor, body: { version, ...body }, request }) =>
    service.saveAvailability(deps, actor, body, versionOf(request, version)),
  )
  provider.serve(listTimeOff, ({ actor }) => service.listTimeOff(deps, actor))
  provider.serve(createTimeOff, ({ actor, body }) => service.takeTimeOff(deps, actor, body))
  provider.serve(deleteTimeOff, ({ actor, params }) => service.cancelTimeOff(deps, actor, params.id))
  provider.serve(listOwnSlots, ({ actor, query }) => slots.listOwnSlots(deps, actor.id, toTimeRange(query)))
  provider.serve(checkSlot, ({ actor, query }) => slots.checkOwnSlot(deps, actor.id, query))
  marketplace.serve(listProviderSlots, async ({ params, query }) => {
    if (!(await findPublicProvider(deps, params.id))) throw new AppError('NOT_FOUND', { thing: 'provider' })
    return slots.listPublicSlots(deps, params.id, toTimeRange(query))
  })
}
