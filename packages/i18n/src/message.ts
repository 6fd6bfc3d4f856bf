/**
 * Words as data: the code of a text and what fills its placeholders. Whoever shows it turns it into text in the
 * reader's language (`createTranslator`), so the same message can be read in several.
 */
export interface MessageDescriptor<Code extends string = string> {
  code: Code
  params?: MessageParams
}
export type MessageParams = Readonly<Record<string, MessageParam>>

/** The messages of a table of English texts, each with the parameters that its text names. */
export type MessageOf<Table extends Readonly<Record<string, string>>> = {
  [Code in keyof Table & string]: ParamName<Table[Code]> extends infer Name extends string
    ? [Name] extends [never]
      ? { code: Code }
      : { code: Code; params: Readonly<Record<Name, MessageParam>> }
    : never
}[keyof Table & string]

/** Names of the parameters in a text: `{title}`, `{count, plural, …}`. Forms of a plural contain blanks, so they are none. */
type ParamName<Text extends string> = Text extends `${string}{${infer Inner}}${infer Rest}`
  ?
      | (Inner extends `${infer Name}, ${string}` ? Name : Inner extends `${string} ${string}` ? never : Inner)
      | ParamName<Rest>
  : never

/** Text of people, a number, or something whose form depends on the language. Messages nest. */
export type MessageParam =
  | string
  | number
  | PercentParam
  | MoneyParam
  | InstantParam
  | DayParam
  | ListParam
  | MessageDescriptor

/** A share of a hundred: 7.5 is `7.5%`. */
export interface PercentParam {
  percent: number
}

/** An amount in minor units. */
export interface MoneyParam {
  amount: number
  currency: string
}

/**
 * An instant as read in a time zone: `Mon 3 Aug, 14:00`. `show` limits it to its date or its time, or writes it for a
 * sentence (`Mon 3 August at 14:00`) or for a document (`3 August 2026 at 14:00 GMT+1`, `Monday 3 August 2026`, `August
 * 2026`).
 */
export interface InstantParam {
  at: string
  timeZone: string
  show?: 'date' | 'time' | 'sentence' | 'document' | 'day' | 'month'
}

/** A calendar day: `2026-11-25`. */
export interface DayParam {
  day: string
}

/** `One, two and three`, `One, two or three`, `One, two, three`, or whole sentences one after the other. */
export interface ListParam {
  list: readonly MessageParam[]
  join: 'and' | 'or' | 'items' | 'sentences'
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const joins: ReadonlySet<unknown> = new Set<ListParam['join']>(['and', 'or', 'items', 'sentences'])

function isParam(value: unknown): value is MessageParam {
  if (typeof value === 'string' || typeof value === 'number') return true
  if (!isObject(value)) return false
  const { percent, amount, currency, at, timeZone, day, list, join } = value
  return (
    isMessage(value) ||
    typeof percent === 'number' ||
    (typeof amount === 'number' && typeof currency === 'string') ||
    (typeof at === 'string' && typeof timeZone === 'string') ||
    typeof day === 'string' ||
    (Array.isArray(list) && list.every(isParam) && joins.has(join))
  )
}

/** Whether a value from outside is a message, as this version writes them. */
export const isMessage = (value: unknown): value is MessageDescriptor =>
  isObject(value) &&
  typeof value['code'] === 'string' &&
  (value['params'] === undefined || (isObject(value['params']) && Object.values(value['params']).every(isParam)))
