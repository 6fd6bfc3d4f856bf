// The floor of a list: the same token check and the same statement, and nothing else.
import { serveFloor } from './lib/floor.ts'

const PAGE = 20
/** The statement of each path, with `$provider` where the caller's id belongs. */
const statements = JSON.parse(process.env['STATEMENTS'] ?? '{}') as Record<string, { text: string; values: unknown[] }>

serveFloor(async (path, providerId, pool) => {
  const statement = statements[path]
  if (!statement) return undefined
  const values = statement.values.map((value) => (value === '$provider' ? providerId : value))
  const { rows } = await pool.query<{ counts: string }>({ name: path, text: statement.text, values })
  const counts = JSON.parse(rows[0]?.counts ?? '{}') as unknown
  const data = rows.slice(0, PAGE).map((row) => Object.assign(row, { counts: undefined }))
  return { data, meta: { counts } }
})
