// Floor of a list: the same token check and statements, in parallel, and nothing else.
import { serveFloor } from '../lib/floor.ts'
import { PAGE_SIZE, type Statement } from '../lib/list.ts'

/** Statements per path, with `$provider` for the caller's id: the page, and its counts where separate. */
const statements = JSON.parse(process.env['STATEMENTS'] ?? '{}') as Record<string, Statement[]>

serveFloor(async (path, providerId, pool) => {
  const pageStatements = statements[path]
  if (!pageStatements) return undefined
  const run = (statement: Statement) =>
    pool.query<{ counts?: string }>({
      name: `${path} ${pageStatements.indexOf(statement)}`,
      text: statement.text,
      values: statement.values.map((value) => (value === '$provider' ? providerId : value)),
    })
  // Statements whose results the page and count queries need: search term lookups.
  for (const statement of pageStatements.slice(0, -2)) await run(statement)
  const [page, countResult] = await Promise.all(pageStatements.slice(-2).map(run))
  const rows = page?.rows ?? []
  const counts = countResult ? countResult.rows : (JSON.parse(rows[0]?.counts ?? '{}') as unknown)
  const data = rows.slice(0, PAGE_SIZE).map((row) => Object.assign(row, { counts: undefined }))
  return { data, meta: { counts } }
})
