import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defaultServerConditions, runnerImport, type InlineConfig, type Plugin } from 'vite'

const source = join(import.meta.dirname, '../../../packages/protocol/src')
const prefix = 'virtual:protocol-facts/'
const imports = /import\s*\{([^}]*)\}\s*from\s*'@fettle\/protocol\/([\w/-]+)'/g

type Exports = Record<string, unknown>

/** Workspace packages are read from source. */
const inSource = {
  configFile: false,
  logLevel: 'error',
  environments: { inline: { resolve: { conditions: ['fettle-source', ...defaultServerConditions] } } },
} satisfies InlineConfig

const isPlain = (value: unknown): boolean => {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (Array.isArray(value)) return value.every(isPlain)
  return (
    typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlain)
  )
}

const isOperation = (value: unknown): value is Record<'name' | 'method' | 'path' | 'file', string | undefined> =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'returns' in value

/** Reduces an export to what the browser needs: plain data, or the call description of an operation; else undefined. */
export function plainValueOf(value: unknown): unknown {
  if (!isOperation(value)) return isPlain(value) ? value : undefined
  const { name, method, path, file } = value
  return { name, method, path, ...(file ? { file } : {}) }
}

const exported = (name: string): string => name.split(/\s+as\s+/)[0] ?? ''

/** Splits the names of an import into those that are plain data and those that need the module itself. */
export function splitImport(names: string, facts: ReadonlySet<string>): { facts: string[]; rest: string[] } {
  const all = names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const isFact = (name: string) => facts.has(exported(name))
  return { facts: all.filter(isFact), rest: all.filter((name) => !isFact(name)) }
}

/**
 * Removes schemas from the browser's build. An operation becomes its name, method, path and file field; lists and
 * constants become literals. Schemas and the validator load only with forms that import a schema, which saves ten
 * kilobytes before the first screen. Development and tests use the unchanged modules.
 */
export function stripSchemas(): Plugin {
  const modules = new Map<string, Map<string, unknown>>()
  return {
    name: 'fettle-protocol-facts',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
      for (const file of files) {
        const noun = file
          .replace(/\\/g, '/')
          .replace(/\.ts$/, '')
          .replace(/(.)\/index$/, '$1')
        if (!file.endsWith('.ts') || /\.test$|^index$/.test(noun)) continue
        const { module } = await runnerImport<Exports>(join(source, file), inSource)
        const facts = Object.entries(module).flatMap(([name, value]) => {
          const fact = plainValueOf(value)
          return fact === undefined ? [] : [[name, fact] as const]
        })
        modules.set(noun, new Map(facts))
      }
    },
    transform: {
      filter: { id: /(apps\/web|packages\/chat-client)\/src\/.*\.tsx?$/, code: /'@fettle\/protocol\// },
      handler: (code) =>
        code.replace(imports, (whole, names: string, noun: string) => {
          const { facts, rest } = splitImport(names, new Set(modules.get(noun)?.keys()))
          if (facts.length === 0 && rest.some((name) => !name.startsWith('type '))) return whole
          // One module per operation, so that a screen carries only the calls it makes.
          const own = facts.map((fact) => `import { ${fact} } from '${prefix}${noun}:${exported(fact)}'`).join(';')
          // Type imports are erased; an import with nothing else would still fetch the module.
          const values = rest.filter((name) => !name.startsWith('type '))
          return values.length > 0 ? `${own}\nimport { ${values.join(', ')} } from '@fettle/protocol/${noun}'` : own
        }),
    },
    resolveId: { filter: { id: /^virtual:protocol-facts\// }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:protocol-facts\// },
      handler(id) {
        const [noun = '', name = ''] = id.slice(prefix.length + 1).split(':')
        return {
          code: `export const ${name} = ${JSON.stringify(modules.get(noun)?.get(name))}`,
          moduleSideEffects: false,
        }
      },
    },
  }
}
