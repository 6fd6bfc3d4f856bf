// The floor of a list: the same token check and the same statements at once, and nothing else.
import { serveFloor } from './lib/floor.ts'
import { PAGE } from './lib/list.ts'

/** The statements of each path, with `$provider` where the caller's id belongs: the page, and the counts where those are another. */
const statements = JSON.parse(process.env['STATEMENTS'] ?? '{}') as Record<
  string,
  { text: string; values: unknown[] }[]
>

serveFloor(async (path, providerId, pool) => {
  const wanted = statements[path]
  if (!wanted) return undefined
  const [page, counted] = await Promise.all(
    wanted.map(({ text, values }, index) =>
      pool.query<{ counts?: string }>({
        name: `${path} ${index}`,
        text,
        values: values.map((value) => (value === '$provider' ? providerId : value)),
      }),
    ),
  )
  const rows = page?.rows ?? []
  const counts = counted ? counted.rows : (JSON.parse(rows[0]?.counts ?? '{}') as unknown)
  const data = rows.slice(0, PAGE).map((row) => Object.assign(row, { counts: undefined }))
  return { data, meta: { counts } }
})
