import { limits } from '@fettle/protocol/common/limits'
import { getNotificationSession } from '@fettle/protocol/notifications/notifications'
import type { App } from '../app.ts'
import { endSessionsOf, findAccount, startSession } from '../modules/auth/index.ts'
import { resultOf, callAsProvider, type SignedInProvider } from './calls.ts'
import { DAY_MS } from './schedule.ts'

interface DemoSession extends SignedInProvider {
  since: number
}
const sessions = new WeakMap<App, Map<string, DemoSession>>()

/** A session lasts two idle weeks; after one week the person signs in again. */
const SESSION_RENEWAL_MS = 7 * DAY_MS

/** Runs work while somebody is signed in. */
export type WithSession = (go: (visitor: SignedInProvider) => Promise<unknown>) => Promise<void>

/** Runs work while somebody is signed in, then reads new notifications unless `reads` is false. */
export async function withSession(
  app: App,
  accountId: string,
  visit: (visitor: SignedInProvider) => Promise<unknown>,
  { reads = true } = {},
): Promise<void> {
  const visitor = await sessionOf(app, accountId)
  await visit(visitor)
  if (reads) await readNotifications(app, visitor)
}

/** Signs everybody out. */
export async function logOutEverybody(app: App): Promise<void> {
  await endSessionsOf(
    app.deps,
    [...(sessions.get(app)?.values() ?? [])].map(({ token }) => token),
  )
  sessions.delete(app)
}

async function sessionOf(app: App, accountId: string): Promise<DemoSession> {
  const { deps } = app
  const known = sessions.get(app) ?? new Map<string, DemoSession>()
  sessions.set(app, known)
  const now = deps.clock.now().getTime()
  const open = known.get(accountId)
  if (open && now - open.since < SESSION_RENEWAL_MS) return open
  if (open) await endSessionsOf(deps, [open.token])
  const { token, sessionId } = await deps.db.transaction((tx) => startSession(deps, tx, accountId))
  const account = await findAccount(deps.db, accountId)
  const name = `${account?.firstName} ${account?.lastName}`
  const session = { id: accountId, name, sessionId, isOnboarded: true, token, since: now }
  known.set(accountId, session)
  return session
}

/** Marks new notifications as seen and read. */
export const readNotifications = (app: App, visitor: SignedInProvider): Promise<void> =>
  inInbox(app, visitor, async (send) => void (await send('POST', '/read', {})))

type SendToInbox = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) => Promise<unknown>

/** Inbox tokens of visitors, with the time they were opened. */
const inboxTokens = new WeakMap<SignedInProvider, { openedAt: number; token: Promise<string> }>()

async function openInbox(app: App, visitor: SignedInProvider): Promise<string> {
  const asked = callAsProvider(app, getNotificationSession, {}, visitor)
  const { applicationIdentifier, subscriberId, subscriberHash } = await resultOf(asked)
  const opened = await app.http.inject({
    method: 'POST',
    url: '/inbox/v1/inbox/session',
    payload: { applicationIdentifier, subscriber: { subscriberId }, subscriberHash },
  })
  return (JSON.parse(opened.payload) as { data: { token: string } }).data.token
}

/** Calls the inbox. Skipped where a hosted service replaces it. */
export async function inInbox(
  app: App,
  visitor: SignedInProvider,
  does: (send: SendToInbox) => Promise<void>,
): Promise<void> {
  if (app.deps.config.novu) return
  const now = app.deps.clock.now().getTime()
  const known = inboxTokens.get(visitor)
  const isFresh = known !== undefined && now - known.openedAt < limits.inboxRenewAfter
  const opened = isFresh ? known : { openedAt: now, token: openInbox(app, visitor) }
  inboxTokens.set(visitor, opened)
  const token = await opened.token
  await does(async (method, path, payload) => {
    const { statusCode, payload: answer } = await app.http.inject({
      method,
      url: `/inbox/v1/inbox/notifications${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
    if (statusCode >= 400) throw new Error(`The inbox answered ${path} with ${statusCode}: ${answer}`)
    return answer === '' ? undefined : (JSON.parse(answer) as unknown)
  })
}
