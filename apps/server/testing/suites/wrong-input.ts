import * as z from 'zod/mini'

type JsonSchema = z.core.JSONSchema._JSONSchema

/** Wrong values for every field: an unknown text, one that is too long, and a negative number. */
export const WRONG_VALUES = ['nonsense', 'x'.repeat(6_000), -1] as const

/** Inputs that fill every field of a schema with the same wrong value, at any depth: one per value. */
export function wrongInputs(schema: z.core.$ZodType): unknown[] {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return WRONG_VALUES.map((value) => fill(shape, value))
}

function fill(schema: JsonSchema, value: unknown): unknown {
  if (typeof schema !== 'object') return value
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, fill(field, value)]))
  if (schema.type === 'array' && typeof schema.items === 'object' && !Array.isArray(schema.items))
    return [fill(schema.items, value)]
  return first === undefined ? value : fill(first, value)
}

/** Well-formed path parameters of unknown records. */
export function unknownIdsFor(schema: z.core.$ZodType): Record<string, string> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]): [string, string][] => {
      if (typeof field !== 'object') return []
      const [, prefix] = /^\^([a-z]{3})_/.exec(field.pattern ?? '') ?? []
      return [
        [
          name,
          prefix
            ? `${prefix}_${'0'.repeat(26)}`
            : String(field.enum?.[0] ?? (field.type === 'integer' ? 1 : 'nothing')),
        ],
      ]
    }),
  )
}

/** Typical wording of a validation library's messages. */
export const LIBRARY_MESSAGES =
  /invalid input|invalid option|too (small|big):|expected|unrecognized|NaN|undefined|\bnull\b(?! character)/i
