import { readEnvironment } from '../platform/config.ts'
import { runCommandLine } from './command-line.ts'

/** `npm run fettle -- keys …`: the operator's command line. */
const { exitCode, output } = await runCommandLine(process.argv.slice(2), readEnvironment)
process.exitCode = exitCode
if (exitCode === 0) console.log(output)
else console.error(output)
