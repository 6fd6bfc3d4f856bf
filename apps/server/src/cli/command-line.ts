import { inspect } from 'node:util'
import { AppError } from '../platform/errors.ts'
import { loadConfig } from '../platform/config.ts'
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
import { operatorCommands } from './operator/index.ts'
import { KEYS_HELP, keys } from './keys.ts'
import { withDatabase, type DatabaseDeps } from './with-database.ts'
import { SIMULATE_HELP, simulate } from './simulate.ts'
import { UsageError, type CliCommand, type CommandEnvironment } from './usage.ts'
import { issueIn } from '../platform/locale/messages.ts'

/** A command as it is typed. The first line of its help is its summary. */
interface TypedCommand {
  help: string
  run: CliCommand<CommandEnvironment>
}

/** A command that works on the server's database, whether the server runs or not. */
const onDatabase = (help: string, run: CliCommand<DatabaseDeps>): TypedCommand => ({
  help,
  run: (env, args) => withDatabase(env, (deps) => run(deps, args)),
})

/** A command that calls the API of the server. */
const overApi = ({ help, run }: (typeof operatorCommands)[string]): TypedCommand => ({
  help,
  run(env, args) {
    const api = apiOf(env, loadConfig({ ...env, LOG_LEVEL: 'error' }))
    if (!api) throw new CliApiError('Set FETTLE_KEY to a key with scope operator. Create one with: keys create')
    return run(api, args)
  },
})

/** Every command, in the order of the help. */
const commands: Readonly<Record<string, TypedCommand>> = {
  keys: onDatabase(KEYS_HELP, keys),
  deliveries: onDatabase(DELIVERIES_HELP, deliveries),
  audit: onDatabase(AUDIT_HELP, audit),
  simulate: onDatabase(SIMULATE_HELP, simulate),
  backup: { help: BACKUP_HELP, run: backup },
  restore: { help: RESTORE_HELP, run: restore },
  'move-database': { help: MOVE_DATABASE_HELP, run: moveDatabase },
  'move-service': { help: MOVE_SERVICE_HELP, run: moveService },
  ...Object.fromEntries(Object.entries(operatorCommands).map(([name, command]) => [name, overApi(command)])),
}

const WHERE = `keys, deliveries, audit, simulate and backup work on the server's database,
whether it is running or not; restore and move-… need it stopped. The others
call its API: FETTLE_KEY is a key of scope operator (and payments for payouts,
bookings for disputes, reviews, providers), FETTLE_URL the server's address, if
it runs on another machine.`

const OVERVIEW = `npm run fettle -- COMMAND …

${Object.entries(commands)
  .map(([name, { help }]) => `  ${name.padEnd(15)}${help.split('\n')[0]}`)
  .join('\n')}

Help on one command: npm run fettle -- help COMMAND. Help on all: help all

${WHERE}`

/** A command by its name, which somebody typed: `constructor` is none. */
const findCommand = (name: string): TypedCommand | undefined =>
  Object.hasOwn(commands, name) ? commands[name] : undefined

/** Help of one command, or the list of commands. */
function helpOf(name = ''): string {
  if (name === 'all') return [...Object.values(commands).map(({ help }) => help), WHERE].join('\n\n')
  return findCommand(name)?.help ?? OVERVIEW
}

/** Whether an error is about the arguments: ours, or that of Node's parser. */
const isUsage = (error: unknown) =>
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

/** A file, folder or program that cannot be used: the message names it, and why. */
const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error

/** Exit code of a command: 0 for success, 1 for an error, 2 for arguments that were not understood. */
interface CommandResult {
  exitCode: 0 | 1 | 2
  output: string
}

/** Runs one command of the operator's command line. Help needs no environment. */
export async function runCommandLine(
  [command, ...args]: string[],
  readEnv: () => CommandEnvironment,
): Promise<CommandResult> {
  if (command === undefined || command === 'help' || command === '--help' || command === '-h')
    return { exitCode: 0, output: helpOf(args[0]) }
  if (args.includes('--help') || args.includes('-h')) return { exitCode: 0, output: helpOf(command) }
  try {
    return { exitCode: 0, output: await run(command, args, readEnv) }
  } catch (error) {
    if (isUsage(error)) return { exitCode: 2, output: `${firstSentence(error as Error)}\n\n${helpOf(command)}` }
    return { exitCode: 1, output: describe(error) }
  }
}

function describe(error: unknown): string {
  if (error instanceof AppError)
    return error.issues?.map((issue) => issueIn('en', issue).message).join('\n') ?? error.message
  return isStartError(error) || error instanceof CliApiError || isSystemError(error) ? error.message : inspect(error)
}

/** The first sentence of Node's message, without its advice about arguments that start with a dash. */
const firstSentence = ({ message }: Error) => message.replace(/\. To specify a positional argument[^]*$/, '')

async function run(name: string, args: string[], readEnv: () => CommandEnvironment): Promise<string> {
  const command = findCommand(name)
  if (!command) throw new UsageError(`Unknown command "${name}".`)
  return command.run(readEnv(), args)
}
