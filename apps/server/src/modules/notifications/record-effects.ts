import { createMessages } from '@fettle/i18n/catalogue'
import { creditReasonMessages, systemMessages } from '@fettle/protocol/workspace/chat.messages'
import type { SystemMessageContent } from '@fettle/protocol/workspace/system-messages'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { NotificationSubject, Params, WorkflowId } from './catalogue.ts'
import { notify, type NotificationRequest } from './notifications.service.ts'

/** A system message in the chat of a provider and a customer. The same key is posted once. */
export interface SystemMessageJob {
  providerId: string
  customerId: string
  key: string
  /** In English, for marketplaces and clients that do not know the code. */
  text: string
  content: SystemMessageContent
  card: { type: string; id: string }
}

const POST_SYSTEM_MESSAGE_JOB = 'chat.post-system-message'

/** Registers the job. `post` posts to the chat of the two. */
export const handleSystemMessages = (
  { jobs }: Pick<Deps, 'jobs'>,
  post: (message: SystemMessageJob) => Promise<void>,
): void => jobs.handle<SystemMessageJob>(POST_SYSTEM_MESSAGE_JOB, post)

const translate = createMessages('chat', { ...systemMessages, ...creditReasonMessages })

/** Enqueues a system message, posted after commit and in order for each provider. The same key posts once. */
export async function enqueueSystemMessage(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Queryable,
  message: Omit<SystemMessageJob, 'text'>,
): Promise<void> {
  const job: SystemMessageJob = { ...message, text: translate('en', message.content) }
  await jobs.add(tx, POST_SYSTEM_MESSAGE_JOB, job, { queue: `conversation:${job.providerId}` })
}

/** A record between a provider and a customer. */
export interface SharedRecord {
  id: string
  version: number
  providerId: string
  customer: { id: string }
}

type NotifiedRecord = Pick<SharedRecord, 'id' | 'providerId'>

/** Messages that most transitions of a record send. */
export interface RecordEffects {
  /** System message in the chat of the two, with the record's card. */
  systemMessage?: SystemMessageContent
  /** Notification to the provider about another party's action. */
  notification?: NotificationRequest
}

/** Parameters of a notification besides those that all of a record share. */
type OwnParams<All, Shared> = All extends unknown ? Omit<All, keyof Shared> : never

/** Parameters are left out where there are none. */
type ArgumentsFor<Own> = [keyof Own] extends [never] ? [] : [params: Own]

/**
 * The effects of one kind of record. `type`: name of its card and of its notifications' subject. `sharedParams`: of all its
 * notifications.
 */
export function effectsOf<Subject extends NotifiedRecord = NotifiedRecord, Shared extends object = object>(
  type: NotificationSubject['type'],
  sharedParams?: (record: Subject) => Shared,
) {
  /** Posts a system message with the record's card. The same event of a version posts once. */
  const postSystemMessage = (
    deps: Pick<Deps, 'jobs'>,
    tx: Queryable,
    { id, version, providerId, customer }: SharedRecord,
    event: string,
    content: SystemMessageContent,
  ): Promise<void> =>
    enqueueSystemMessage(deps, tx, {
      providerId,
      customerId: customer.id,
      key: `${id} ${version} ${event}`,
      content,
      card: { type, id },
    })

  return {
    postSystemMessage,

    /** Sends the notification and the system message of an event. */
    async deliver(
      deps: Pick<Deps, 'clock' | 'ids' | 'jobs'>,
      tx: Tx,
      record: SharedRecord,
      { event, notification, systemMessage }: RecordEffects & { event: string },
    ): Promise<void> {
      if (notification) await notify(deps, tx, notification)
      if (systemMessage) await postSystemMessage(deps, tx, record, event, systemMessage)
    },

    /** A notification about a record for its provider. */
    toNotification: <W extends WorkflowId>(
      record: Subject,
      workflow: W,
      ...[params]: ArgumentsFor<OwnParams<Params[W], Shared>>
    ): NotificationRequest =>
      ({
        workflow,
        providerId: record.providerId,
        params: { ...sharedParams?.(record), ...params },
        data: { type, id: record.id },
      }) as unknown as NotificationRequest,
  }
}
