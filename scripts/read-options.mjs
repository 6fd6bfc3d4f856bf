// Reads the options of a script.
import { parseArgs } from 'node:util'

/** Ends the script with one line that says what is wrong. */
export function fail(problem) {
  console.error(problem)
  process.exit(1)
}

/**
 * Parses the arguments as `parseArgs` does. Ends the script with what is wrong and `usage` otherwise. `numbers` are
 * options that take a whole number.
 */
export function readOptions(usage, config, numbers = []) {
  const refuse = (problem) => fail(`${problem}\nUsage: ${usage}`)
  let parsed
  try {
    parsed = parseArgs(config)
  } catch (error) {
    // Without Node's advice about arguments that start with a dash.
    return refuse(`${error.message.split(/\.\s/)[0].replace(/\.$/, '')}.`)
  }
  const { values } = parsed
  const wrong = numbers.find((name) => values[name] !== undefined && !/^\d+$/.test(values[name]))
  if (wrong) refuse(`Option '--${wrong}' takes a whole number, not '${String(values[wrong])}'.`)
  return parsed
}
