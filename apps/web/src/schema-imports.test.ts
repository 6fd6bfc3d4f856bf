import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** What validates with schemas, which load with a form. Other code imports calls, constants and types. */
const forms =
  /^(features\/(auth\/checks|profile\/security\/|offers\/editor\/)|shared\/(profile-groups|quick-replies)\/|lib\/forms\/validation)/

const root = import.meta.dirname
const protocol = join(root, '../../../packages/protocol/src')

/** Modules from which a file imports values. */
const valueImports = (source: string): string[] =>
  [...source.matchAll(/^(?:import|export) (?!type )[^';]*? from '([^']+)'/gms)].flatMap(([, name]) => name ?? [])

const protocolFile = (name: string): string => {
  const path = join(protocol, name)
  return existsSync(`${path}.ts`) ? `${path}.ts` : join(path, 'index.ts')
}

const resultsByFile = new Map<string, boolean>()
/** Whether a module of the protocol loads schemas, itself or through another. */
function loadsSchemas(file: string): boolean {
  const before = resultsByFile.get(file)
  if (before !== undefined) return before
  resultsByFile.set(file, false)
  const found = valueImports(readFileSync(file, 'utf8')).some((name) =>
    name.startsWith('.') ? loadsSchemas(join(dirname(file), name)) : name.startsWith('zod'),
  )
  resultsByFile.set(file, found)
  return found
}

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => file.replaceAll('\\', '/'))

const importsSchemas = (folder: string, file: string): boolean =>
  valueImports(readFileSync(join(folder, file), 'utf8')).some((name) =>
    name.startsWith('@fettle/protocol') ? loadsSchemas(protocolFile(name.slice(17))) : name.startsWith('zod'),
  )

it('recognises modules with schemas', () => {
  expect(loadsSchemas(protocolFile('bookings'))).toBe(true)
  expect(loadsSchemas(protocolFile('bookings/calls'))).toBe(false)
  expect(loadsSchemas(protocolFile('bookings/constants'))).toBe(false)
})

it.each([root, join(root, '../../../packages/chat-client/src')])('%s imports schemas in forms only', (folder) => {
  expect(files(folder).filter((file) => !forms.test(file) && importsSchemas(folder, file))).toEqual([])
})
