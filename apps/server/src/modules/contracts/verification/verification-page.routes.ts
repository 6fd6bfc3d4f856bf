import { hash } from 'node:crypto'
import { createMessages } from '@fettle/i18n/catalogue'
import { formatterOf } from '@fettle/i18n/format'
import type { Locale } from '@fettle/i18n/locales'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { escapeHtml } from '../../../platform/http/escape-html.ts'
import { localeOfRequest } from '../../../platform/http/locale.ts'
import { readMultipart } from '../../../platform/http/multipart.ts'
import { sendPlainPage } from '../../../platform/http/plain-page.ts'
import { assertLookupRate } from '../../auth/index.ts'
import { verificationPageMessages } from './verification-page.messages.ts'
import { verifyDocument, type VerificationResult } from './verification.service.ts'

export const VERIFICATION_PAGE_PATH = '/v2/public/contracts/check'

const MEGABYTES = 10

const textOf = createMessages('mail', verificationPageMessages)

/**
 * Serves the public page on which anybody verifies a contract PDF (decision 230). It is not a screen of the app, because
 * those need a session.
 */
export function serveVerificationPage(pages: FastifyInstance, deps: Deps): void {
  pages.get(VERIFICATION_PAGE_PATH, (request, reply) => sendForm(reply, localeOfRequest(request)))

  pages.post(VERIFICATION_PAGE_PATH, async (request, reply) => {
    const locale = localeOfRequest(request)
    try {
      await assertLookupRate(deps, request)
      const { file } = await readMultipart(request, { file: 'file' }, MEGABYTES * 1024 * 1024)
      return sendResult(reply, locale, await verifyDocument(deps, hash('sha256', file?.bytes ?? Buffer.alloc(0))))
    } catch (error) {
      const refused = toFormError(error, locale)
      if (!refused) throw error
      return sendForm(reply, locale, refused)
    }
  })
}

interface FormError {
  status: number
  message: string
}

/** Converts an error for the form. Undefined: the visitor cannot fix it. */
function toFormError(error: unknown, locale: Locale): FormError | undefined {
  const status = (error as { statusCode?: unknown }).statusCode
  if (status === 413)
    return { status, message: textOf(locale, { code: 'check.too-large', params: { megabytes: MEGABYTES } }) }
  if (!(error instanceof AppError)) return undefined
  switch (error.code) {
    case 'RATE_LIMITED':
      return {
        status: error.status,
        message: textOf(locale, {
          code: 'check.too-many',
          params: { minutes: Math.ceil(Number(error.details['seconds']) / 60) },
        }),
      }
    case 'VALIDATION_FAILED':
    case 'BAD_REQUEST':
      return { status: error.status, message: textOf(locale, { code: 'check.missing' }) }
    default:
      return undefined
  }
}

const form = (locale: Locale, refused?: FormError): string => {
  const text = (part: 'file' | 'button' | 'privacy') => escapeHtml(textOf(locale, { code: `check.${part}` }))
  const message = refused
    ? [`<p id="refused" role="alert" class="no">${escapeHtml(refused.message)}</p>`, ' aria-describedby="refused"']
    : ['', '']
  return `<form method="post" action="${VERIFICATION_PAGE_PATH}" enctype="multipart/form-data"><label for="file">${text('file')}</label><input id="file" name="file" type="file" accept="application/pdf" required${message[1]}>${message[0]}<button>${text('button')}</button><p>${text('privacy')}</p></form>`
}

function sendForm(reply: FastifyReply, locale: Locale, refused?: FormError): FastifyReply {
  const title = textOf(locale, { code: 'check.title' })
  const intro = textOf(locale, { code: 'check.intro' })
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(intro)}</p>${form(locale, refused)}`
  return sendPlainPage(reply, { locale, title, body, ...(refused && { status: refused.status }) })
}

function sendResult(reply: FastifyReply, locale: Locale, found: VerificationResult): FastifyReply {
  const text = (code: keyof typeof verificationPageMessages) => textOf(locale, { code })
  const format = formatterOf(locale)
  const title = text(found.known ? 'check.known' : 'check.unknown')
  const fact = (label: string, value: string) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`
  const facts = found.known
    ? `<dl>${fact(text('check.parties'), format.list(found.partyInitials.map(isolate), 'and'))}${fact(text('check.signed'), format.instant({ at: found.signedAt, timeZone: 'UTC', show: 'document' }))}${fact(text('check.status'), text(`check.status.${found.status}`))}</dl>`
    : ''
  const message = text(found.known ? 'check.known-text' : 'check.unknown-text')
  const tone = found.known ? 'yes' : 'no'
  const anotherCheck = `<hr><h2>${escapeHtml(text('check.another'))}</h2>`
  const body = `<h1 class="${tone}">${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>${facts}${anotherCheck}${form(locale)}`
  return sendPlainPage(reply, { locale, title, body })
}

// Keeps initials of one script and their full stops together within text of another direction.
const isolate = (initials: string): string => `\u2068${initials}\u2069`
