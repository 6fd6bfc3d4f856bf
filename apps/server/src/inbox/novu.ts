import type {
  NotificationObject,
  NotificationService,
  NotificationRedirect,
  NotificationTrigger,
} from '@fettle/protocol/notifications/inbox'
import type { NovuCore } from '@novu/api/core.js'
import { subscriberHash } from './identity.ts'

/** An environment of Novu. */
export interface NovuAccount {
  applicationIdentifier: string
  secretKey: string
  apiUrl: string
  socketUrl: string
}

/** Payload for a workflow at Novu, whose in-app step shows it. */
export interface NovuPayload {
  subject?: string
  body: string
  avatar?: string
  /** Language of these texts, for the workflow's other steps. */
  locale?: string
  data: Record<string, unknown>
  severity?: string
  redirectUrl?: string
  primaryLabel?: string
  primaryUrl?: string
  secondaryLabel?: string
  secondaryUrl?: string
}

const TIMEOUT_MS = 15_000
const CREATED_STATUS = new Set([200, 201, 202, 204])

/** The parts of an SDK answer read here. The SDK's own types slow down type checking too much. */
type Answer = { ok: true; value: { result: unknown } } | { ok: false; error: unknown }
interface ActivityQuery {
  transactionId?: string | undefined
  data?: { id?: string | undefined; _id?: string }[]
}
interface Failure {
  message?: string
  statusCode?: number
  rawValue?: { Result?: ActivityQuery }
}

/** The official SDK's single functions, loaded on first use, because most installations have no Novu. */
async function loadSdk({ secretKey, apiUrl }: NovuAccount) {
  const [{ NovuCore }, { trigger }, { messagesRetrieve }, completing, { subscribersDelete }, preferences, listing] =
    await Promise.all([
      import('@novu/api/core.js'),
      import('@novu/api/funcs/trigger.js'),
      import('@novu/api/funcs/messagesRetrieve.js'),
      import('@novu/api/funcs/subscribersNotificationsCompleteAction.js'),
      import('@novu/api/funcs/subscribersDelete.js'),
      import('@novu/api/funcs/subscribersPreferencesUpdate.js'),
      import('@novu/api/funcs/subscribersPreferencesList.js'),
    ])
  // No SDK retries: our jobs retry with their own delays and show operators what they gave up.
  const client: NovuCore = new NovuCore({
    secretKey,
    serverURL: apiUrl,
    timeoutMs: TIMEOUT_MS,
    retryConfig: { strategy: 'none' },
  })
  return {
    client,
    trigger,
    messagesRetrieve,
    completeAction: completing.subscribersNotificationsCompleteAction,
    subscribersDelete,
    updatePreferences: preferences.subscribersPreferencesUpdate,
    listPreferences: listing.subscribersPreferencesList,
  }
}

/**
 * Uses Novu instead of our own service: triggers go to its API under the workflows' names, and the same clients read
 * from it. Failures throw, so that the job retries; Novu stores a transaction once.
 */
export function connectNovu(account: NovuAccount): NotificationService {
  const { applicationIdentifier, secretKey, apiUrl, socketUrl } = account
  let loading: ReturnType<typeof loadSdk> | undefined
  const sdk = () => (loading ??= loadSdk(account))

  return {
    access: (subscriberId) => ({
      applicationIdentifier,
      subscriberHash: subscriberHash(secretKey, subscriberId),
      apiUrl,
      socketUrl,
      socketPath: null,
    }),
    declare() {
      // Workflows are managed at Novu.
    },
    async trigger(notification) {
      const { subscriberId, transactionId, workflow = 'fettle', locale } = notification
      const { client, trigger } = await sdk()
      const answer = await trigger(client, {
        workflowId: workflow,
        to: { subscriberId, ...(locale ? { locale } : {}) },
        payload: { ...toPayload(notification) },
        ...(transactionId ? { transactionId } : {}),
      })
      return unwrap(answer, 'a trigger').transactionId
    },
    // Novu cannot change a stored message.
    translate: async () => undefined,
    // Novu's workflows have their own steps for mail and push.
    deliverableFrom: async () => undefined,
    async setChannel(subscriberId, channel, workflows, on) {
      // Novu has no such channel: pages follow its push preference.
      if (channel === 'desktop') return
      const { client, updatePreferences } = await sdk()
      const chosen = { channels: { [channel === 'in_app' ? 'inApp' : channel]: on } }
      for (const workflowId of workflows)
        unwrap(await updatePreferences(client, { ...chosen, workflowId }, subscriberId), 'a preference')
    },
    async listPreferences(subscriberId) {
      const { client, listPreferences } = await sdk()
      const answer = await listPreferences(client, { subscriberId })
      // Nobody has been notified yet.
      if (!answer.ok && (answer.error as Failure).statusCode === 404) return null
      return unwrap(answer, 'a list of preferences')
    },
    async deleteSubscriber(subscriberId) {
      const { client, subscribersDelete } = await sdk()
      const answer = await subscribersDelete(client, subscriberId)
      // Deleted already.
      if (!answer.ok && (answer.error as Failure).statusCode === 404) return
      unwrap(answer, 'the deletion of a subscriber')
    },
    async complete(subscriberId, { transactionIds }: NotificationObject) {
      const { client, messagesRetrieve, completeAction } = await sdk()
      for (const transactionId of transactionIds) {
        const query = { subscriberId, transactionId: [transactionId], channel: 'in_app' as const }
        const { data = [] } = unwrap(await messagesRetrieve(client, query), 'a search for messages')
        for (const { id, _id } of data) {
          const notificationId = id ?? _id
          if (!notificationId) continue
          const answer = await completeAction(client, { subscriberId, notificationId, actionType: 'primary' })
          // A notification without that button has nothing to complete.
          if (!answer.ok && (answer.error as Failure).statusCode === 400) continue
          unwrap(answer, 'a completed action')
        }
      }
    },
  }
}

/** Unwraps an answer. Throws an error fit for the log. Unexpected shapes of successful answers are accepted. */
function unwrap(answer: Answer, description: string): ActivityQuery {
  if (answer.ok) return answer.value.result as ActivityQuery
  const { statusCode, rawValue, message } = (answer.error ?? {}) as Failure
  if (statusCode !== undefined && CREATED_STATUS.has(statusCode)) return rawValue?.Result ?? {}
  throw new Error(`Novu answered ${statusCode ?? message ?? 'nothing'} to ${description}`)
}

function toPayload(notification: NotificationTrigger): NovuPayload {
  const { subject, body, avatar, locale, data = {}, severity, redirect, primaryAction, secondaryAction } = notification
  const url = (link: NotificationRedirect | undefined) => link?.url
  const payload = {
    subject,
    body,
    avatar,
    locale,
    data,
    severity,
    redirectUrl: url(redirect),
    primaryLabel: primaryAction?.label,
    primaryUrl: url(primaryAction?.redirect),
    secondaryLabel: secondaryAction?.label,
    secondaryUrl: url(secondaryAction?.redirect),
  }
  return Object.fromEntries(
    Object.entries(payload).filter(([, value]) => value !== undefined),
  ) as unknown as NovuPayload
}
