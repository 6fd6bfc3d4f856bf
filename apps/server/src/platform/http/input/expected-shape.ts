import type { Issue } from '@fettle/protocol'
import { issueText } from '@fettle/protocol/core/issue-text'
import type * as z from 'zod/mini'

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']

const defOf = (schema: Schema): Def => (schema as z.core.$ZodTypes)._zod.def

/** The schema inside a wrapper such as optional, nullable or a conversion. Undefined when it is none. */
function inner(def: Def): Schema | undefined {
  if (def.type === 'pipe') return def.in
  if (def.type === 'lazy') return def.getter()
  return 'innerType' in def ? def.innerType : undefined
}

/** Schema of the value at a path. Undefined where the path leads to no schema. */
function schemaAt(schema: Schema, [key, ...rest]: readonly PropertyKey[]): Schema | undefined {
  if (key === undefined) return schema
  const def = defOf(schema)
  if (def.type === 'object') {
    const field = def.shape[String(key)]
    return field && schemaAt(field, rest)
  }
  if (def.type === 'array') return schemaAt(def.element, rest)
  if (def.type === 'record') return schemaAt(def.valueType, rest)
  if (def.type === 'union') {
    for (const option of def.options) {
      const found = schemaAt(option, [key, ...rest])
      if (found) return found
    }
    return undefined
  }
  const wrapped = inner(def)
  return wrapped && schemaAt(wrapped, [key, ...rest])
}

/** Longest list of allowed values that is written out. */
const MAX_VALUES = 8

/** `string`, with its format or pattern: `string (date-time)`. */
function stringType(def: Def): string {
  const checks = 'checks' in def ? (def.checks ?? []).map((check) => check._zod.def) : []
  const { format, pattern } =
    ([def, ...checks] as { format?: string; pattern?: RegExp }[]).find((each) => each.format) ?? {}
  if (format === undefined) return 'string'
  const formatName = format === 'datetime' ? 'date-time' : format
  return `string (${format === 'regex' && pattern ? pattern.source : formatName})`
}

/** Writes a schema as a TypeScript type: `{ amount: integer, currency: string }`. Objects within it are `object`. */
function typeOf(schema: Schema, isNested = false): string {
  const def = defOf(schema)
  switch (def.type) {
    case 'object': {
      if (isNested) return 'object'
      const fields = Object.entries(def.shape).map(([name, field]) => {
        const isOptional = field._zod.optin === 'optional'
        return `${name}${isOptional ? '?' : ''}: ${typeOf(field, true)}`
      })
      return `{ ${fields.join(', ')} }`
    }
    case 'array': {
      const element = typeOf(def.element, true)
      return element.includes(' ') ? `(${element})[]` : `${element}[]`
    }
    case 'record':
      return 'object'
    case 'string':
      return isNested ? 'string' : stringType(def)
    case 'number':
      return 'format' in def ? 'integer' : 'number'
    case 'enum': {
      const values = Object.values(def.entries)
      return values.length > MAX_VALUES ? 'string' : values.map((value) => JSON.stringify(value)).join(' | ')
    }
    case 'literal':
      return def.values.map((value) => JSON.stringify(value)).join(' | ')
    case 'union':
      return [...new Set(def.options.map((option) => typeOf(option, isNested)))].join(' | ')
    case 'nullable':
      return `${typeOf(def.innerType, isNested)} | null`
    default: {
      const wrapped = inner(def)
      return wrapped ? typeOf(wrapped, isNested) : def.type
    }
  }
}

/**
 * Adds to an issue what is expected there. For a value of a wrong type the message says it too: a form of ours never sends
 * one, and whoever writes a client needs to see the shape.
 *
 * @param schema Schema of the whole input.
 * @param wrongTypes Paths of the values of a wrong type.
 */
export function withExpectedType(issue: Issue, schema: Schema, wrongTypes: readonly (readonly PropertyKey[])[]): Issue {
  const found = schemaAt(schema, issue.path)
  if (!found) return issue
  const expected = typeOf(found)
  const isWrongType = wrongTypes.some((path) => path.map(String).join('.') === issue.path.join('.'))
  const message = isWrongType && issue.code === 'INVALID_FORMAT' && issueText('TYPE_EXPECTED', { type: expected })
  return { ...issue, expected, ...(message && { message }) }
}
