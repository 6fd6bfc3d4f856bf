import type { CallInput, Operation, Result } from '@fettle/protocol'
import { login, logout } from '@fettle/protocol/accounts/auth'
import { limits } from '@fettle/protocol/common/limits'
import { getNotificationSession } from '@fettle/protocol/notifications/notifications'
import { createAccount, type App } from '@fettle/server'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { call } from './calls.ts'
import { PASSWORD } from './people/people.ts'

/** A session ends after thirty days. */
const SESSION_RENEWAL_MS = 29 * DAY_MS

/** Calls of one provider, as from a browser: signs in with the first one, and again when the session has ended. */
export interface DemoSession {
  /** Calls an operation as them. */
  call<O extends Operation>(operation: O, input: CallInput<O>): Promise<Result<O>>
  /** Reads new notifications, as after opening the bell. */
  readNotifications(): Promise<void>
  /** Calls the inbox. Skipped where a hosted service replaces it. */
  inInbox(work: (send: SendToInbox) => Promise<void>): Promise<void>
  logOut(): Promise<void>
}

type SendToInbox = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) => Promise<unknown>

/** Creates a verified provider. Registration would refuse the demo's password, which is public and names the product. */
export const createProvider = (
  { deps }: App,
  person: { email: string; phone: string; firstName: string; lastName: string },
): Promise<void> => deps.db.transaction((tx) => createAccount(deps, tx, { ...person, password: PASSWORD }))

export function createDemoSession(app: App, emailOrPhone: string): DemoSession {
  let session: { token: string; since: number } | undefined
  let inbox: { token: string; since: number } | undefined
  const now = () => app.deps.clock.now().getTime()

  const callAs: DemoSession['call'] = async (operation, input) => {
    if (!session || now() - session.since > SESSION_RENEWAL_MS) {
      const { token } = await call(app, login, { body: { emailOrPhone, password: PASSWORD, role: 'PROVIDER' } })
      session = { token, since: now() }
    }
    return call(app, operation, input, { authorization: `Bearer ${session.token}` })
  }
  async function openInbox(): Promise<string> {
    if (!inbox || now() - inbox.since > limits.inboxRenewAfterMs) {
      const { applicationIdentifier, subscriberId, subscriberHash } = await callAs(getNotificationSession, {})
      const { payload } = await app.http.inject({
        method: 'POST',
        url: '/inbox/v1/inbox/session',
        payload: { applicationIdentifier, subscriber: { subscriberId }, subscriberHash },
      })
      inbox = { token: (JSON.parse(payload) as { data: { token: string } }).data.token, since: now() }
    }
    return inbox.token
  }

  const demoSession: DemoSession = {
    call: callAs,
    readNotifications: () => demoSession.inInbox(async (send) => void (await send('POST', '/read', {}))),
    async inInbox(work) {
      if (app.deps.config.novu) return
      const headers = { authorization: `Bearer ${await openInbox()}` }
      await work(async (method, path, payload) => {
        const url = `/inbox/v1/inbox/notifications${path}`
        const answer = await app.http.inject({ method, url, headers, ...(payload && { payload }) })
        if (answer.statusCode >= 400)
          throw new Error(`The inbox answered ${path} with ${answer.statusCode}: ${answer.payload}`)
        return answer.payload === '' ? undefined : (JSON.parse(answer.payload) as unknown)
      })
    },
    async logOut() {
      if (session) await callAs(logout, {})
      session = undefined
    },
  }
  return demoSession
}
