import { createHash } from 'node:crypto'
import type { Trigger } from '@fettle/protocol/inbox'
import { catalogue, toInboxSeverity, type Params, type Subject, type WorkflowId } from './catalogue.ts'
import { en } from './texts/en.ts'

/** Something a provider is to be told, as it is kept until it has been. */
export interface Notice<W extends WorkflowId = WorkflowId> {
  id: string
  providerId: string
  workflow: W
  params: Params[W]
  subject: Subject
  isSettled: boolean
}

/** The same event of the same object within a minute is told once (domain §12). */
const MERGE_WITHIN = 60_000

/** Puts a notice into words and links. The notice's id makes sending it twice harmless. */
export function toTrigger<W extends WorkflowId>({
  id,
  providerId,
  workflow,
  params,
  subject,
  isSettled,
}: Notice<W>): Trigger {
  const { severity, tags, primary, secondary } = catalogue[workflow]
  const words = en[workflow]
  const aside = secondary?.(subject, params)
  return {
    subscriberId: providerId,
    transactionId: id,
    workflow,
    subject: words.subject(params),
    body: words.body(params),
    tags: [...tags],
    severity: toInboxSeverity(severity),
    data: { ...subject },
    ...(primary ? { redirect: { url: primary(subject, params) } } : {}),
    ...(primary && words.primary
      ? { primaryAction: { label: words.primary, redirect: { url: primary(subject, params) } } }
      : {}),
    ...(aside && words.secondary ? { secondaryAction: { label: words.secondary, redirect: { url: aside } } } : {}),
    mergeWithin: MERGE_WITHIN,
    isCompleted: isSettled,
  }
}

/** As much as a lock screen shows, and no vendor finds too long. */
const BODY = 500

/**
 * The same words as a push, with where they lead. A later one about the same thing takes the place of the earlier, on
 * its way and on the screen.
 */
export function toPush(notice: Notice) {
  const { subject = '', body, redirect } = toTrigger(notice)
  const { severity } = catalogue[notice.workflow]
  const about = `${notice.workflow} ${notice.subject.type} ${notice.subject.id}`
  return {
    title: subject,
    body: body.length > BODY ? `${body.slice(0, BODY - 1)}…` : body,
    url: redirect?.url ?? '/',
    tag: about,
    topic: createHash('sha256').update(about).digest('base64url').slice(0, 32),
    urgency: ({ LOW: 'low', MEDIUM: 'normal', HIGH: 'high', CRITICAL: 'high' } as const)[severity],
  }
}

/** The same words by mail, with the way there and the way out. */
export function toMail(notice: Notice, { firstName, origin }: { firstName: string; origin: string }) {
  const { subject = '', body, redirect } = toTrigger(notice)
  return {
    subject,
    text: `Hello ${firstName},

${body}

${redirect ? `See it here: ${origin}${redirect.url}\n\n` : ''}You get this because you work with Fettle. Choose what we mail you: ${origin}/profile?tab=notifications`,
  }
}
