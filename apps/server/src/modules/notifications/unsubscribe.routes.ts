import type { NotificationService } from '@fettle/protocol/notifications/inbox'
import type { Locale } from '@fettle/i18n/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { localeOfRequest } from '../../platform/http/locale.ts'
import { sendPlainPage } from '../../platform/http/plain-page.ts'
import type { FindRecipient, Recipient } from './notifications.mails.ts'
import type { notificationsMessages } from './notifications.messages.ts'
import { textOf } from './notifications.texts.ts'
import { readUnsubscribeToken, UNSUBSCRIBE_PATH, workflowsOf, type UnsubscribeToken } from './unsubscribe.rules.ts'

interface ByToken {
  Params: { token: string }
  Querystring: { again?: string }
}

/** The form carries no data; its address says everything. */
const MAX_BYTES = 10_000

/**
 * Serves unsubscribing without signing in. A POST from a mail program (RFC 8058) takes effect at once; a GET asks
 * first, because virus scanners follow links.
 */
export function serveUnsubscribe(
  app: FastifyInstance,
  { secrets, config }: Pick<Deps, 'secrets' | 'config'>,
  { inbox, findRecipient }: { inbox: NotificationService; findRecipient: FindRecipient },
): void {
  const open = (token: string): UnsubscribeToken | undefined => {
    const stop = readUnsubscribeToken(secrets.mailLinkKey, token)
    return stop && workflowsOf(stop).length > 0 ? stop : undefined
  }
  /** Reads an unsubscribe link: its group and provider, and the language of its page. */
  const readLink = async (request: FastifyRequest<ByToken>) => {
    const stop = open(request.params.token)
    const recipient = stop && (await findRecipient(stop.providerId))
    const locale = languageOf(request, recipient)
    return { stop, recipient, locale }
  }
  const settings = `${config.origin}/profile?tab=notifications`

  void app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_, __, done) => done(null, {}))

    pages.get<ByToken>(`${UNSUBSCRIBE_PATH}/:token`, async (request, reply) => {
      const { stop, locale } = await readLink(request)
      if (!stop) return sendPage(reply, 404, { ...unknownLink(locale), settings })
      const text = textAbout(locale, stop)
      return sendPage(reply, 200, {
        locale,
        title: text('unsubscribe.title'),
        text: text('unsubscribe.text'),
        button: { label: text('unsubscribe.button'), action: '' },
        settings,
      })
    })

    pages.post<ByToken>(`${UNSUBSCRIBE_PATH}/:token`, async (request, reply) => {
      const { stop, recipient, locale } = await readLink(request)
      if (!stop) return sendPage(reply, 404, { ...unknownLink(locale), settings })
      const isResubscribing = request.query.again !== undefined
      // A closed account gets no mails anyway.
      if (recipient) await inbox.setChannel(stop.providerId, 'email', workflowsOf(stop), isResubscribing)
      const text = textAbout(locale, stop)
      return sendPage(
        reply,
        200,
        isResubscribing
          ? { locale, title: text('unsubscribe.undone-title'), text: text('unsubscribe.undone-text'), settings }
          : {
              locale,
              title: text('unsubscribe.done-title'),
              text: text('unsubscribe.done-text'),
              button: { label: text('unsubscribe.done-button'), action: '?again' },
              settings,
            },
      )
    })
  })
}

/** The page uses the language of its mail. */
const languageOf = (request: FastifyRequest, recipient: Recipient | undefined): Locale =>
  recipient?.locale ?? localeOfRequest(request)

/** Texts of the page about what a link stops. */
const textAbout =
  (locale: Locale, { group }: UnsubscribeToken) =>
  (code: keyof typeof notificationsMessages) =>
    textOf(locale, { code, params: { group: { code: `group.${group}` } } })

const unknownLink = (locale: Locale) => ({
  locale,
  title: textOf(locale, { code: 'unsubscribe.unknown-title' }),
  text: textOf(locale, { code: 'unsubscribe.unknown-text' }),
})

interface Page {
  locale: Locale
  title: string
  text: string
  button?: { label: string; action: string }
  settings: string
}

function sendPage(reply: FastifyReply, status: number, { locale, title, text, button, settings }: Page): FastifyReply {
  const form = button
    ? `<form method="post" action="${escapeHtml(button.action)}"><button>${escapeHtml(button.label)}</button></form>`
    : ''
  const link = `<p><a href="${escapeHtml(settings)}">${escapeHtml(textOf(locale, { code: 'notification-mail.preferences' }))}</a></p>`
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}${link}`
  return sendPlainPage(reply, { locale, title, body, status })
}
