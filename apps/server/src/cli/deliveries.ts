import { parseArgs } from 'node:util'
import { discardDelivery, listDeliveries, replayDeliveries } from '../modules/deliveries/index.ts'
import { actionsOf } from './arguments.ts'
import { runAudited } from './audit.ts'
import { toTable } from './table.ts'
import { UsageError } from './usage.ts'
import type { DatabaseDeps } from './with-database.ts'

export const DELIVERIES_HELP = `Mails, text messages, pushes and notifications that did not arrive

  deliveries list [--all]
      List deliveries given up, newest first; with --all also those that will
      be retried.
  deliveries replay ID | --given-up
      Retry one now, or all that were given up.
  deliveries discard ID
      Delete a failed delivery.`

const SHOWN = 100

async function replay(deps: DatabaseDeps, args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'given-up': { type: 'boolean', default: false } },
  })
  const id = values['given-up'] ? undefined : idIn(positionals)
  const count = await runAudited(
    deps,
    'deliveries.replayed',
    () => replayDeliveries(deps, id),
    (deliveriesRetried) => ({ ...aboutDelivery(id ?? 'given-up'), data: { deliveries: deliveriesRetried } }),
  )
  return count === 1 ? '1 delivery is retried now.' : `${count} deliveries are retried now.`
}

async function discard(deps: DatabaseDeps, args: string[]): Promise<string> {
  const id = idIn(args)
  await runAudited(
    deps,
    'deliveries.discarded',
    () => discardDelivery(deps, id),
    () => aboutDelivery(id),
  )
  return 'Deleted.'
}

const aboutDelivery = (id: string) => ({ subject: { type: 'delivery', id } })

async function list(deps: DatabaseDeps, args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options: { all: { type: 'boolean', default: false } } })
  const status = values.all ? (['GIVEN_UP', 'RETRYING'] as const) : (['GIVEN_UP'] as const)
  const { deliveries: found, meta } = await listDeliveries(deps, { limit: SHOWN, status })
  if (found.length === 0) return 'No failed deliveries.'
  const rows = found.map(({ id, channel, to, subject, attempts, maxAttempts, nextAttemptAt, error }) => [
    id,
    channel,
    to ?? '',
    (subject ?? '').slice(0, 40),
    `${attempts} of ${maxAttempts}`,
    nextAttemptAt ? `again ${nextAttemptAt.slice(0, 16).replace('T', ' ')} UTC` : 'given up',
    error.split('\n')[0]?.slice(0, 80) ?? '',
  ])
  return (
    toTable(['ID', 'BY', 'TO', 'SUBJECT', 'TRIED', 'STATE', 'ERROR'], rows) +
    (meta.nextCursor ? `\n… and older ones: the newest ${SHOWN} are shown.` : '')
  )
}

function idIn([id, more]: string[]): string {
  if (!id || more !== undefined || !/^\d{1,18}$/.test(id)) throw new UsageError('Missing the id of a delivery.')
  return id
}

export const deliveries = actionsOf<DatabaseDeps>('deliveries', { list, replay, discard })
