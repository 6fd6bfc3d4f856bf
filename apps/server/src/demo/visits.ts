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
export async function readNotifications(app: App, token: string): Promise<void> {
  const { applicationIdentifier, subscriberId, subscriberHash } = await call(app, getNotificationSession, {}, token)
  // Where the inbox is somebody else's service, it is not for us to read it.
  if (app.deps.config.novu) return
  const { payload } = await app.http.inject({
    method: 'POST',
    url: '/inbox/v1/inbox/session',
    payload: { applicationIdentifier, subscriber: { subscriberId }, subscriberHash },
  })
  const session = JSON.parse(payload) as { data: { token: string } }
  await app.http.inject({
    method: 'POST',
    url: '/inbox/v1/inbox/notifications/read',
    headers: { authorization: `Bearer ${session.data.token}` },
    payload: {},
  })
}
