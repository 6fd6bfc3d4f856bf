// The floor of a list: bare node:http and pg, the same token check and the same statement, and nothing else.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { Pool } from 'pg'

const { DATABASE_URL, PORT, POOL, STATEMENTS = '{}' } = process.env
/** The statement of each path, with `$provider` where the caller's id belongs. */
const statements = JSON.parse(STATEMENTS) as Record<string, { text: string; values: unknown[] }>
const pool = new Pool({ connectionString: DATABASE_URL, max: Number(POOL), options: '-c jit=off' })

interface Session {
  accountId: string
  until: number
}
const PAGE = 20
const known = new Map<string, Session>()

/** As the product does: the token's hash is looked up, and remembered for ten seconds. */
async function authenticate(header: string | undefined): Promise<string | undefined> {
  const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(header ?? '')?.[1]
  if (!token) return undefined
  const hash = createHash('sha256').update(token).digest()
  const key = hash.toString('base64')
  const session = known.get(key)
  if (session && session.until > Date.now()) return session.accountId
  const { rows } = await pool.query<{ accountId: string }>({
    name: 'session',
    text: `select s.account_id as "accountId" from session_tokens t join sessions s on s.id = t.session_id
           join accounts a on a.id = s.account_id
           where t.hash = $1 and t.kind = 'BEARER' and s.expires_at > now() and a.onboarded_at is not null`,
    values: [hash],
  })
  const [found] = rows
  if (found) known.set(key, { accountId: found.accountId, until: Date.now() + 10_000 })
  return found?.accountId
}

const server = createServer((request, response) => {
  void answer(request.url ?? '', request.headers.authorization).then(
    ({ status, body }) => {
      const text = JSON.stringify(body)
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      response.end(text)
    },
    (error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    },
  )
})

async function answer(path: string, authorization: string | undefined): Promise<{ status: number; body: unknown }> {
  const providerId = await authenticate(authorization)
  if (!providerId) return { status: 401, body: { success: false } }
  const statement = statements[path]
  if (!statement) return { status: 404, body: { success: false } }
  const values = statement.values.map((value) => (value === '$provider' ? providerId : value))
  const { rows } = await pool.query<{ counts: string }>({ name: path, text: statement.text, values })
  const counts = JSON.parse(rows[0]?.counts ?? '{}') as unknown
  const data = rows.slice(0, PAGE).map((row) => Object.assign(row, { counts: undefined }))
  return { status: 200, body: { success: true, status: 200, message: 'OK', data, meta: { counts } } }
}

server.keepAliveTimeout = 60_000
server.listen(Number(PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
