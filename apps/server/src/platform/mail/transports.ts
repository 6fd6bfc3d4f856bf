import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import { PermanentError } from '../jobs/failed-jobs.ts'
import type { OutgoingMessage } from './outgoing-messages.types.ts'

type SendMessage = (message: OutgoingMessage) => Promise<void>

const SMS_TIMEOUT_MS = 10_000
/** Each mail occupies one of the few jobs that run at once, so a server that says nothing must not be waited for long. */
const MAIL_TIMEOUTS_MS = {
  /** Limit for the connection, up to the server's greeting. */
  connectionTimeout: 10_000,
  /** Silence later on, for example while it scans the mail. */
  socketTimeout: 60_000,
}
/** Codes of nodemailer for a refusal of sender, recipient or content. */
const MAIL_REFUSED = new Set(['EENVELOPE', 'EMESSAGE'])
const LOGIN_REFUSED = new Set([530, 534, 535, 538])

/** Creates the SMTP transport. Undefined without a server. */
export function createMailTransport({ smtpUrl, mailFrom }: Config): SendMessage | undefined {
  if (!smtpUrl) return undefined
  let transport: Transporter | undefined
  return async ({ to, subject, text, html, unsubscribe }) => {
    // Loaded for the first mail, because a start would take longer.
    const { createTransport } = await import('nodemailer')
    transport ??= createTransport({ ...MAIL_TIMEOUTS_MS, url: smtpUrl })
    const sending = transport.sendMail({
      from: mailFrom,
      to,
      subject,
      text,
      ...(html ? { html } : {}),
      // One-click unsubscribe of mail programs (RFC 2369, RFC 8058).
      ...(unsubscribe
        ? { headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
        : {}),
    })
    await sending.catch((error: unknown) => {
      const { code = '', responseCode = 0, message } = error as Error & { code?: string; responseCode?: number }
      // A permanent refusal (RFC 5321: 5yz) of this address or mail is not retried; that of a connection or of
      // credentials is for an operator to fix.
      if (MAIL_REFUSED.has(code) && responseCode >= 500 && !LOGIN_REFUSED.has(responseCode))
        throw new PermanentError(message, { cause: error })
      throw error
    })
  }
}

/** Creates the text message transport, which POSTs `{ to, from, text }` to the gateway. Undefined without one. */
export function createSmsTransport({ sms }: Config): SendMessage | undefined {
  if (!sms) return undefined
  return async ({ to, text }) => {
    const response = await fetch(sms.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(sms.token ? { authorization: `Bearer ${sms.token}` } : {}) },
      body: JSON.stringify({ to, text, ...(sms.from ? { from: sms.from } : {}) }),
      signal: AbortSignal.timeout(SMS_TIMEOUT_MS),
    })
    if (response.status === 400 || response.status === 422)
      throw new PermanentError(`The SMS gateway answered ${response.status} and rejects this message for good.`)
    if (!response.ok) throw new Error(`The SMS gateway answered ${response.status}.`)
  }
}
