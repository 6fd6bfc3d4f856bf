import { AppError } from '../platform/errors.ts'
import { loadConfig, readEnvironment } from '../platform/config.ts'
import { StartError } from '../platform/start-error.ts'
import { apiOf, Refused } from './api.ts'
import { deliveries, DELIVERIES_HELP } from './deliveries.ts'
import { desk, DESK_HELP } from './desk/index.ts'
import { KEYS_HELP, keys } from './keys.ts'
import { withOffice } from './office.ts'
import { SIMULATE_HELP, simulate } from './simulate.ts'
import { Usage } from './usage.ts'

const HELP = `npm run fettle -- COMMAND

${KEYS_HELP}

${DELIVERIES_HELP}

${SIMULATE_HELP}

These work on the database the server works on, whether that is running or not. The following call its API: FETTLE_KEY is a
key of scope operator (and payments for payouts, bookings for disputes, reviews, providers), FETTLE_URL where the server is,
unless it is here.

${DESK_HELP}`

const isUsage = (error: unknown) =>
  error instanceof Usage ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

/** `npm run fettle -- keys …`: what an operator does from a shell. */
async function main([command, ...args]: string[]): Promise<void> {
  if (command === undefined || command === 'help' || args.includes('--help')) return console.log(HELP)
  try {
    console.log(await run(command, args))
  } catch (error) {
    process.exitCode = 1
    if (isUsage(error)) console.error(`${(error as Error).message}\n\n${HELP}`)
    else if (error instanceof AppError)
      console.error(error.issues?.map(({ message }) => message).join('\n') ?? error.message)
    else console.error(error instanceof StartError || error instanceof Refused ? error.message : error)
  }
}

async function run(command: string, args: string[]): Promise<string> {
  const env = readEnvironment()
  const atDesk = desk[command]
  if (atDesk) {
    const api = apiOf(env, loadConfig({ ...env, LOG_LEVEL: 'error' }))
    if (!api) throw new Refused('Name a key of scope operator with FETTLE_KEY. Make one with: keys create')
    return atDesk(api, args)
  }
  const work = { keys, deliveries, simulate }[command]
  if (!work) throw new Usage(`There is no command "${command}".`)
  return withOffice(env, (office) => work(office, args))
}

await main(process.argv.slice(2))
