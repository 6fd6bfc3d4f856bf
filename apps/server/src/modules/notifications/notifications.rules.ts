import { createHash } from 'node:crypto'
import type { Trigger } from '@fettle/protocol/inbox'
import { write, type Written } from '../../platform/mail/letter.ts'
import { catalogue, toInboxSeverity, type Params, type Subject, type WorkflowId } from './catalogue.ts'
import { en, groupNames } from './texts/en.ts'

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

interface MailWays {
  firstName: string
  origin: string
  /** Where mails of this group are stopped; undefined where they cannot be. */
  stop?: { group: string; url: string }
}

/** The same words by mail, with the way there and the way out. */
export function toMail(notice: Notice, { firstName, origin, stop }: MailWays): Written {
  const { subject = '', body, redirect } = toTrigger(notice)
  return write({
    subject,
    firstName,
    paragraphs: [body],
    ...(redirect ? { action: { label: 'See it in Fettle', url: `${origin}${redirect.url}` } } : {}),
    notes: ['You get this because you work with Fettle.'],
    ways: waysOut(origin, stop),
  })
}

/** What was of low importance since yesterday, in one mail (domain §12). */
export function toDigest(notices: readonly Notice[], { firstName, origin, stop }: MailWays): Written {
  const items = notices.map((notice) => {
    const { subject = '', body, redirect } = toTrigger(notice)
    return { title: subject, text: body, url: `${origin}${redirect?.url ?? '/'}` }
  })
  const [only] = items
  return write({
    subject: items.length === 1 && only ? only.title : `${items.length} small things since yesterday`,
    firstName,
    paragraphs: ['Nothing here is urgent.'],
    items,
    notes: ['Small things are gathered into one mail a day.'],
    ways: waysOut(origin, stop),
  })
}

const waysOut = (origin: string, stop: MailWays['stop']) => [
  ...(stop ? [{ label: `Stop mails about ${groupNames[stop.group] ?? stop.group}`, url: stop.url }] : []),
  { label: 'Choose what we mail you', url: `${origin}/profile?tab=notifications` },
]
