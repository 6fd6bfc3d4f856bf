import { AppError } from '../platform/errors.ts'
import { loadConfig, readEnvironment } from '../platform/config.ts'
import { isStartError } from '../platform/start-error.ts'
import { apiOf, CliApiError } from './api.ts'
import { audit, AUDIT_HELP } from './audit.ts'
import {
  backup,
  BACKUP_HELP,
  MOVE_DATABASE_HELP,
  MOVE_SERVICE_HELP,
  moveDatabase,
  moveService,
  RESTORE_HELP,
  restore,
} from './backup/index.ts'
import { deliveries, DELIVERIES_HELP } from './deliveries.ts'
import { operatorCommands, OPERATOR_HELP } from './operator/index.ts'
import { KEYS_HELP, keys } from './keys.ts'
import { withDatabase } from './with-database.ts'
import { SIMULATE_HELP, simulate } from './simulate.ts'
import { UsageError } from './usage.ts'
import { issueIn } from '../platform/locale/messages.ts'

/** Help of each command; its first line is the summary. */
const sections: Readonly<Record<string, string>> = {
  keys: KEYS_HELP,
  deliveries: DELIVERIES_HELP,
  audit: AUDIT_HELP,
  simulate: SIMULATE_HELP,
  backup: BACKUP_HELP,
  restore: RESTORE_HELP,
  'move-database': MOVE_DATABASE_HELP,
  'move-service': MOVE_SERVICE_HELP,
  ...OPERATOR_HELP,
}
const WHERE = `keys, deliveries, audit, simulate and backup work on the server's database,
whether it is running or not. The others call its API: FETTLE_KEY is a key of
scope operator (and payments for payouts, bookings for disputes, reviews,
providers), FETTLE_URL the server's address, if it runs on another machine.`

const OVERVIEW = `npm run fettle -- COMMAND …

${Object.entries(sections)
  .map(([command, help]) => `  ${command.padEnd(15)}${help.split('\n')[0]}`)
  .join('\n')}

Help on one command: npm run fettle -- help COMMAND. Help on all: help all

${WHERE}`

/** Help of one command, or the list of commands. */
function helpOf(command: string | undefined): string {
  if (command === 'all') return `${Object.values(sections).join('\n\n')}\n\n${WHERE}`
  return ownOf(sections, command ?? '') ?? OVERVIEW
}

/** An entry of a record by a word that somebody typed, such as `constructor`. */
const ownOf = <Entry>(record: Readonly<Record<string, Entry>>, word: string): Entry | undefined =>
  Object.hasOwn(record, word) ? record[word] : undefined

const isUsage = (error: unknown) =>
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

/** A file, folder or program that cannot be used: the message names it, and why. */
const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error

/**
 * `npm run fettle -- keys …`: the operator's command line. Exit code 0 for success, 1 for an error, 2 for an unknown
 * command.
 */
async function main([command, ...args]: string[]): Promise<void> {
  if (command === undefined || command === 'help' || command === '--help' || command === '-h')
    return console.log(helpOf(args[0]))
  if (args.includes('--help') || args.includes('-h')) return console.log(helpOf(command))
  try {
    console.log(await run(command, args))
  } catch (error) {
    process.exitCode = isUsage(error) ? 2 : 1
    if (isUsage(error)) console.error(`${firstSentence(error as Error)}\n\n${helpOf(command)}`)
    else if (error instanceof AppError)
      console.error(error.issues?.map((issue) => issueIn('en', issue).message).join('\n') ?? error.message)
    else
      console.error(isStartError(error) || error instanceof CliApiError || isSystemError(error) ? error.message : error)
  }
}

/** The first sentence of Node's message, without its advice about arguments that start with a dash. */
const firstSentence = ({ message }: Error) => message.replace(/\. To specify a positional argument[^]*$/, '')

async function run(command: string, args: string[]): Promise<string> {
  const env = readEnvironment()
  const operatorCommand = ownOf(operatorCommands, command)
  if (operatorCommand) {
    const api = apiOf(env, loadConfig({ ...env, LOG_LEVEL: 'error' }))
    if (!api) throw new CliApiError('Set FETTLE_KEY to a key with scope operator. Create one with: keys create')
    return operatorCommand(api, args)
  }
  const installation = { backup, restore, 'move-database': moveDatabase, 'move-service': moveService }
  const onInstallation = ownOf(installation, command)
  if (onInstallation) return onInstallation(env, args)
  const work = ownOf({ keys, deliveries, audit, simulate }, command)
  if (!work) throw new UsageError(`Unknown command "${command}".`)
  return withDatabase(env, (deps) => work(deps, args))
}

await main(process.argv.slice(2))
