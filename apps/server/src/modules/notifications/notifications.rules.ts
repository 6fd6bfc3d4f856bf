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
