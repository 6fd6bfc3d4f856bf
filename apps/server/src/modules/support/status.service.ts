import type { SupportStatus } from '@fettle/protocol/support/support'
import type { Deps } from '../../platform/deps.ts'
import { runChecks, type Check } from '../../platform/observability/health.ts'
import { clockHours, hoursOf, toOpeningState, promisesOf } from './tickets/hours.rules.ts'

/** Health checks of the status page. */
export type Checks = Record<SupportStatus['parts'][number]['name'], Check>

/** Health and support hours. Reasons of failures are shown to operators only. */
export async function getStatus(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  checks: Checks,
): Promise<SupportStatus> {
  const now = clock.now()
  const found = await runChecks(checks)
  const parts = (['database', 'files', 'jobs'] as const).map((name) => ({ name, ok: found[name]?.ok ?? false }))
  const well = parts.filter(({ ok }) => ok).length
  const values = settings()
  const hours = hoursOf(values)
  const { isOpen, changesAt } = toOpeningState(hours, now)
  return {
    status: well === parts.length ? 'OPERATIONAL' : well === 0 ? 'DOWN' : 'DEGRADED',
    parts,
    hours: {
      timeZone: hours.timeZone,
      weekdays: [...hours.weekdays],
      ...clockHours(hours),
      isOpen,
      changesAt: changesAt.toISOString(),
    },
    promises: promisesOf(values),
    emergencyNumber: values.emergencyNumber,
    checkedAt: now.toISOString(),
  }
}
