import { parseArgs } from 'node:util'
import { discardDelivery, listDeliveries, replayDeliveries } from '../modules/deliveries/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { toTable } from './table.ts'
import { UsageError, type CliCommand } from './usage.ts'

interface DeliveryDeps {
  db: Db
  clock: Clock
}

export const DELIVERIES_HELP = `Mails, text messages, pushes and notifications that did not arrive

  deliveries list [--all]
      What was given up, newest first; with --all also what will be tried
      again by itself.
  deliveries replay ID | --given-up
      Try one again now, or everything that was given up.
  deliveries discard ID
      Forget one.`

const SHOWN = 100

/** Runs `deliveries …`. Returns the output. Throws UsageError for invalid arguments. */
export const deliveries: CliCommand<DeliveryDeps> = async (deps, [action, ...args]) => {
  switch (action) {
    case 'list':
      return list(deps, args)
    case 'replay': {
      const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: { 'given-up': { type: 'boolean', default: false } },
      })
      const count = await replayDeliveries(deps, values['given-up'] ? undefined : idIn(positionals))
      return count === 1 ? 'One is tried again now.' : `${count} are tried again now.`
    }
    case 'discard':
      await discardDelivery(deps, idIn(args))
      return 'It is forgotten.'
    default:
      throw new UsageError(action ? `Unknown command "deliveries ${action}".` : 'Missing action for deliveries.')
  }
}

async function list(deps: DeliveryDeps, args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options: { all: { type: 'boolean', default: false } } })
  const status = values.all ? (['GIVEN_UP', 'RETRYING'] as const) : (['GIVEN_UP'] as const)
  const { deliveries: found, meta } = await listDeliveries(deps, { limit: SHOWN, status })
  if (found.length === 0) return 'Everything has arrived.'
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
