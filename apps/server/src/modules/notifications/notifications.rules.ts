import { shortened } from '@fettle/protocol/common/limits'
import { hash } from 'node:crypto'
import type { NotificationTrigger } from '@fettle/protocol/notifications/inbox'
import { directionOf, type Locale } from '@fettle/i18n/locales'
import { renderMail, type RenderedMail } from '../../platform/mail/template.ts'
import { catalogue, toInboxSeverity, type Params, type NotificationSubject, type WorkflowId } from './catalogue.ts'
import type { ButtonId, NotificationKind, UnsubscribeGroup } from './kinds/kind.ts'
import { renderTexts, textOf } from './notifications.texts.ts'

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
  const { severity, tags, primary, secondary }: NotificationKind<Params[W]> = catalogue[workflow]
  const url = primary.to(subject, params)
  const labelOf = (button: ButtonId) => textOf(locale, { code: `button.${button}` })
  const secondaryRedirect = secondary?.to(subject, params)
  return {
    subscriberId: providerId,
    transactionId: id,
    workflow,
    locale,
    ...renderTexts(locale, workflow, params),
    tags: [...tags],
    severity: toInboxSeverity(severity),
    data: { ...subject },
    redirect: { url },
    primaryAction: { label: labelOf(primary.label), redirect: { url } },
    ...(secondary && secondaryRedirect
      ? { secondaryAction: { label: labelOf(secondary.label), redirect: { url: secondaryRedirect } } }
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
  const topicKey = `${notification.workflow} ${notification.subject.type} ${notification.subject.id}`
  return {
    title: subject,
    lang: locale,
    dir: directionOf(locale),
    body: shortened(body, MAX_PUSH_BODY),
    url: redirect?.url ?? '/',
    tag: topicKey,
    topic: hash('sha256', topicKey, 'base64url').slice(0, 32),
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
  return renderMail({
    locale,
    subject,
    firstName,
    paragraphs: [body],
    ...(redirect
      ? { action: { label: textOf(locale, { code: 'notification-mail.open' }), url: `${origin}${redirect.url}` } }
      : {}),
    notes: [textOf(locale, { code: 'notification-mail.reason' })],
    links: toLinks({ locale, origin, stop }),
  })
}

/** Low-severity notifications since the last summary, in one mail. */
export function toDigest(
  notifications: readonly StoredNotification[],
  { firstName, locale, origin, stop }: MailLinks,
): RenderedMail {
  const items = notifications.map((notification) => {
    const { subject = '', body, redirect } = toTrigger(notification, locale)
    return { title: subject, text: body, url: `${origin}${redirect?.url ?? '/'}` }
  })
  const [only] = items
  return renderMail({
    locale,
    subject:
      items.length === 1 && only
        ? only.title
        : textOf(locale, { code: 'digest.subject', params: { count: items.length } }),
    firstName,
    paragraphs: [textOf(locale, { code: 'digest.opening' })],
    items,
    notes: [textOf(locale, { code: 'digest.reason' })],
    links: toLinks({ locale, origin, stop }),
  })
}

function toLinks({ locale, origin, stop }: Pick<MailLinks, 'locale' | 'origin'> & { stop: MailLinks['stop'] }) {
  const group = stop && { code: `group.${stop.group}` as const }
  return [
    ...(stop && group
      ? [{ label: textOf(locale, { code: 'notification-mail.unsubscribe', params: { group } }), url: stop.url }]
      : []),
    { label: textOf(locale, { code: 'notification-mail.preferences' }), url: `${origin}/profile?tab=notifications` },
  ]
}
