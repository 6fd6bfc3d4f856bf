import { logout } from '@fettle/protocol/auth'
import { getNotificationSession } from '@fettle/protocol/notifications'
import type { App } from '../app.ts'
import { startSession } from '../modules/auth/index.ts'
import { call } from './front-door.ts'

/** Sessions of months ago have ended: each visit has its own. */
export async function signedIn(
  app: App,
  accountId: string,
  visit: (token: string) => Promise<unknown>,
  { reads = true } = {},
): Promise<void> {
  const { token } = await app.deps.db.transaction((tx) => startSession(app.deps, tx, accountId))
  await visit(token)
  if (reads) await readNotifications(app, token)
  await call(app, logout, {}, token)
}

/** Whoever comes by reads what is new: unread is what came since. */
async function readNotifications(app: App, token: string): Promise<void> {
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
