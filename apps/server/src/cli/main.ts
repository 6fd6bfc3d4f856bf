import { AppError } from '../platform/errors.ts'
import { readEnvironment } from '../platform/config.ts'
import { StartError } from '../platform/start-error.ts'
import { deliveries, DELIVERIES_HELP } from './deliveries.ts'
import { KEYS_HELP, keys } from './keys.ts'
import { withOffice } from './office.ts'
import { SIMULATE_HELP, simulate } from './simulate.ts'
import { Usage } from './usage.ts'

const HELP = `npm run fettle -- COMMAND

${KEYS_HELP}

${DELIVERIES_HELP}

${SIMULATE_HELP}

It works on the database the server works on, whether that is running or not.`

const isUsage = (error: unknown) =>
  error instanceof Usage ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

/** `npm run fettle -- keys …`: what an operator does from a shell. */
async function main([command, ...args]: string[]): Promise<void> {
  if (command === undefined || command === 'help' || args.includes('--help')) return console.log(HELP)
  try {
    const work = { keys, deliveries, simulate }[command]
    if (!work) throw new Usage(`There is no command "${command}".`)
    console.log(await withOffice(readEnvironment(), (office) => work(office, args)))
  } catch (error) {
    process.exitCode = 1
    if (isUsage(error)) console.error(`${(error as Error).message}\n\n${HELP}`)
    else if (error instanceof AppError)
      console.error(error.issues?.map(({ message }) => message).join('\n') ?? error.message)
    else console.error(error instanceof StartError ? error.message : error)
  }
}

await main(process.argv.slice(2))
