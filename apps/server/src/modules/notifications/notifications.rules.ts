import { createHash } from 'node:crypto'
import type { NotificationTrigger } from '@fettle/protocol/notifications/inbox'
import { directionOf, type Locale } from '@fettle/i18n/locales'
import { renderMail, type RenderedMail } from '../../platform/mail/template.ts'
import { catalogue, toInboxSeverity, type Params, type NotificationSubject, type WorkflowId } from './catalogue.ts'
import type { NotificationKind, UnsubscribeGroup } from './kinds/kind.ts'
import { textsIn } from './texts/index.ts'
import type { Wording } from './texts/wording.ts'

/** A notification as stored until it is delivered. */
export interface StoredNotification<W extends WorkflowId = WorkflowId> {
  id: string
  providerId: string
  workflow: W
  params: Params[W]
  subject: NotificationSubject
  isResolved: boolean
}

/** Notifications of the same kind about the same object within this time are merged. */
const MERGE_WINDOW_MS = 60_000

/** Renders a notification in a language, with links. Its id makes repeated sending harmless. */
export function toTrigger<W extends WorkflowId>(
  { id, providerId, workflow, params, subject, isResolved }: StoredNotification<W>,
  locale: Locale,
): NotificationTrigger {
  const { buttons, notifications } = textsIn(locale)
  const { severity, tags, primary, secondary }: NotificationKind<Params[W]> = catalogue[workflow]
  const words: Wording<Params[W]> = notifications[workflow]
  const url = primary.to(subject, params)
  const secondaryRedirect = secondary?.to(subject, params)
  return {
    subscriberId: providerId,
    transactionId: id,
    workflow,
    locale,
    subject: words.subject(params),
    body: words.body(params),
    tags: [...tags],
    severity: toInboxSeverity(severity),
    data: { ...subject },
    redirect: { url },
    primaryAction: { label: buttons[primary.label], redirect: { url } },
    ...(secondary && secondaryRedirect
      ? { secondaryAction: { label: buttons[secondary.label], redirect: { url: secondaryRedirect } } }
      : {}),
    mergeWithin: MERGE_WINDOW_MS,
    isCompleted: isResolved,
  }
}

/** As much as a lock screen shows and every push service accepts. */
const MAX_PUSH_BODY = 500

/**
 * A push with the same text and target. A later one about the same object replaces the earlier, in transit and on the
 * screen.
 */
export function toPush(notification: StoredNotification, locale: Locale) {
  const { subject = '', body, redirect } = toTrigger(notification, locale)
  const { severity } = catalogue[notification.workflow]
  const about = `${notification.workflow} ${notification.subject.type} ${notification.subject.id}`
  return {
    title: subject,
    lang: locale,
    dir: directionOf(locale),
    body: body.length > MAX_PUSH_BODY ? `${body.slice(0, MAX_PUSH_BODY - 1)}…` : body,
    url: redirect?.url ?? '/',
    tag: about,
    topic: createHash('sha256').update(about).digest('base64url').slice(0, 32),
    urgency: ({ LOW: 'low', MEDIUM: 'normal', HIGH: 'high', CRITICAL: 'high' } as const)[severity],
  }
}

export interface MailLinks {
  firstName: string
  locale: Locale
  origin: string
  /** Unsubscribe link. Undefined for critical notifications. */
  stop?: { group: UnsubscribeGroup; url: string }
}

/** A mail with the same text, its target and an unsubscribe link. */
export function toMail(notification: StoredNotification, { firstName, locale, origin, stop }: MailLinks): RenderedMail {
  const { subject = '', body, redirect } = toTrigger(notification, locale)
  const { mails } = textsIn(locale)
  return renderMail({
    locale,
    subject,
    firstName,
    paragraphs: [body],
    ...(redirect ? { action: { label: mails.see, url: `${origin}${redirect.url}` } } : {}),
    notes: [mails.why],
    ways: toLinks({ locale, origin, stop }),
  })
}

/** Low-severity notifications since yesterday, in one mail. */
export function toDigest(
  notifications: readonly StoredNotification[],
  { firstName, locale, origin, stop }: MailLinks,
): RenderedMail {
  const { digest } = textsIn(locale).mails
  const items = notifications.map((notification) => {
    const { subject = '', body, redirect } = toTrigger(notification, locale)
    return { title: subject, text: body, url: `${origin}${redirect?.url ?? '/'}` }
  })
  const [only] = items
  return renderMail({
    locale,
    subject: items.length === 1 && only ? only.title : digest.subject(items.length),
    firstName,
    paragraphs: [digest.opening],
    items,
    notes: [digest.why],
    ways: toLinks({ locale, origin, stop }),
  })
}

function toLinks({ locale, origin, stop }: Pick<MailLinks, 'locale' | 'origin'> & { stop: MailLinks['stop'] }) {
  const { groups, mails } = textsIn(locale)
  return [
    ...(stop ? [{ label: mails.stop(groups[stop.group]), url: stop.url }] : []),
    { label: mails.choose, url: `${origin}/profile?tab=notifications` },
  ]
}
