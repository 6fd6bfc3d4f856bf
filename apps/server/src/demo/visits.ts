import { logout } from '@fettle/protocol/auth'
import { getNotificationSession } from '@fettle/protocol/notifications'
import type { App } from '../app.ts'
import { startSession } from '../modules/auth/index.ts'
import { call } from './front-door.ts'
import { DAY } from './moments.ts'

interface Session {
  token: string
  since: number
}
const sessions = new WeakMap<App, Map<string, Session>>()

/** A session lasts two weeks without a visit: who comes back after one week logs in anew. */
const RENEWED_AFTER = 7 * DAY

/** Somebody does something while they are logged in, and unless `reads` is false looks at what is new. */
export async function signedIn(
  app: App,
  accountId: string,
  visit: (token: string) => Promise<unknown>,
  { reads = true } = {},
): Promise<void> {
  const { token } = await sessionOf(app, accountId)
  await visit(token)
  if (reads) await readNotifications(app, token)
}

/** Logs everybody out who was here. */
export async function leave(app: App): Promise<void> {
  for (const { token } of sessions.get(app)?.values() ?? []) await call(app, logout, {}, token)
  sessions.delete(app)
}

async function sessionOf(app: App, accountId: string): Promise<Session> {
  const known = sessions.get(app) ?? new Map<string, Session>()
  sessions.set(app, known)
  const now = app.deps.clock.now().getTime()
  const open = known.get(accountId)
  if (open && now - open.since < RENEWED_AFTER) return open
  if (open) await call(app, logout, {}, open.token)
  const { token } = await app.deps.db.transaction((tx) => startSession(app.deps, tx, accountId))
  const session = { token, since: now }
  known.set(accountId, session)
  return session
}

/** Whoever comes by reads what is new: unread is what came since. */
export const readNotifications = (app: App, token: string): Promise<void> =>
  inInbox(app, token, async (send) => void (await send('POST', '/read', {})))

type SendToInbox = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) => Promise<unknown>

/** Opens the inbox as its bell does. Where it is somebody else's service, it is not for us to touch it. */
export async function inInbox(app: App, token: string, does: (send: SendToInbox) => Promise<void>): Promise<void> {
  const { applicationIdentifier, subscriberId, subscriberHash } = await call(app, getNotificationSession, {}, token)
  if (app.deps.config.novu) return
  const opened = await app.http.inject({
    method: 'POST',
    url: '/inbox/v1/inbox/session',
    payload: { applicationIdentifier, subscriber: { subscriberId }, subscriberHash },
  })
  const session = JSON.parse(opened.payload) as { data: { token: string } }
  await does(async (method, path, payload) => {
    const { statusCode, payload: answer } = await app.http.inject({
      method,
      url: `/inbox/v1/inbox/notifications${path}`,
      headers: { authorization: `Bearer ${session.data.token}` },
      ...(payload && { payload }),
    })
    if (statusCode >= 400) throw new Error(`The inbox answered ${path} with ${statusCode}: ${answer}`)
    return answer === '' ? undefined : (JSON.parse(answer) as unknown)
  })
}
