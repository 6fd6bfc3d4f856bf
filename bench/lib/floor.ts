import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { Pool } from 'pg'

/** Common parts of the floors: bare node:http and pg with the product's token check. */

const { DATABASE_URL, PORT, POOL } = process.env
const pool = new Pool({ connectionString: DATABASE_URL, max: Number(POOL), options: '-c jit=off' })

interface Session {
  accountId: string
  until: number
}
const sessions = new Map<string, Session>()

/** Like the product: looks up the token's hash and caches it for ten seconds. */
async function authenticate(header: string | undefined): Promise<string | undefined> {
  const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(header ?? '')?.[1]
  if (!token) return undefined
  const hash = createHash('sha256').update(token).digest()
  const key = hash.toString('base64')
  const session = sessions.get(key)
  if (session && session.until > Date.now()) return session.accountId
  const { rows } = await pool.query<{ accountId: string }>({
    name: 'session',
    text: `select s.account_id as "accountId" from session_tokens t join sessions s on s.id = t.session_id
           join accounts a on a.id = s.account_id
           where t.hash = $1 and t.kind = 'BEARER' and s.expires_at > now() and a.onboarded_at is not null`,
    values: [hash],
  })
  const [found] = rows
  if (found) sessions.set(key, { accountId: found.accountId, until: Date.now() + 10_000 })
  return found?.accountId
}

/** Answers requests with the result of `answer`; undefined is a 404. */
export function serveFloor(
  answer: (path: string, providerId: string, pool: Pool) => Promise<object | undefined>,
): void {
  const reply = async (path: string, authorization: string | undefined): Promise<{ status: number; body: object }> => {
    const providerId = await authenticate(authorization)
    if (!providerId) return { status: 401, body: { success: false } }
    const body = await answer(path, providerId, pool)
    return body
      ? { status: 200, body: { success: true, status: 200, message: 'OK', ...body } }
      : { status: 404, body: { success: false } }
  }
  const server = createServer((request, response) => {
    void reply(request.url ?? '', request.headers.authorization).then(
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
  server.keepAliveTimeout = 60_000
  server.listen(Number(PORT), '127.0.0.1')
  process.on('SIGTERM', () => process.exit(0))
}
