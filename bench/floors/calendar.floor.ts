// Baseline of the calendar: the same token check and statements, in parallel, and nothing else.
import { serveFloor } from '../lib/floor.ts'

/** Statements per path, with `$provider` for the caller's id. */
const statements = JSON.parse(process.env['STATEMENTS'] ?? '[]') as { text: string; values: unknown[] }[]

serveFloor(async (_, providerId, pool) => {
  const [settings, bookings, blocks] = await Promise.all(
    statements.map(({ text, values }, index) =>
      pool.query({
        name: `statement ${index}`,
        text,
        values: values.map((value) => (value === '$provider' ? providerId : value)),
      }),
    ),
  )
  return { data: { settings: settings?.rows, bookings: bookings?.rows, blocks: blocks?.rows } }
})
