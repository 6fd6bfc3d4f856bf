import { createMessages } from '@fettle/i18n/catalogue'
import type { Locale } from '@fettle/i18n/locales'
import type { MessageDescriptor, MessageParam, MessageParams } from '@fettle/i18n/message'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { mailMessages } from '../../platform/mail/mail.messages.ts'
import { textIn, type Text } from '../../platform/locale/messages.ts'
import { renderMail } from '../../platform/mail/template.ts'
import { authMessages } from './auth.messages.ts'
import { CODE_VALID_FOR_MS } from './codes/codes.rules.ts'

/** Every mail and text message of this module. Each is a job in the transaction of its cause. */

const textOf = createMessages('mail', { ...mailMessages, ...authMessages })

interface MailRecipient {
  email: string
  firstName: string
  /** The recipient's language. */
  locale: Locale
}

type SendCode = (deps: Deps, tx: Tx, person: MailRecipient, code: string) => Promise<void>
type CodeMail = 'auth.verification' | 'auth.reset' | 'auth.step-up' | 'auth.new-email' | 'auth.new-phone'

/** Sends a code, with advice for recipients who did not request it. */
function sendCode(
  { outbox }: Deps,
  tx: Tx,
  { email, firstName, locale }: MailRecipient,
  { mail, code, params = {} }: { mail: CodeMail; code: string; params?: MessageParams },
): Promise<void> {
  const minutes = CODE_VALID_FOR_MS / 60_000
  return outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...renderMail({
      locale,
      subject: textOf(locale, { code: `${mail}.subject` }),
      firstName,
      paragraphs: [],
      code: { label: textOf(locale, { code: `${mail}.label`, params }), value: code },
      closing: [
        textOf(locale, { code: 'auth.code-validity', params: { minutes } }),
        textOf(locale, { code: `${mail}.ignore` }),
      ],
    }),
    code,
  })
}

type AuthMessage = MessageDescriptor<keyof typeof authMessages>

interface Notice {
  subject: AuthMessage
  paragraphs: readonly AuthMessage[]
  /** Where the reader can act on it. */
  button?: { label: AuthMessage; path: string }
}

/** Sends a notice about an event. */
function sendNotice(
  { outbox, config }: Deps,
  tx: Tx,
  { email, firstName, locale }: MailRecipient,
  { subject, paragraphs, button }: Notice,
): Promise<void> {
  const action = button && { label: textOf(locale, button.label), url: `${config.origin}${button.path}` }
  return outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...renderMail({
      locale,
      subject: textOf(locale, subject),
      firstName,
      paragraphs: paragraphs.map((paragraph) => textOf(locale, paragraph)),
      ...(action && { action }),
    }),
  })
}

export const sendVerificationCode: SendCode = (deps, tx, person, code) =>
  sendCode(deps, tx, person, { mail: 'auth.verification', code })

export const sendResetCode: SendCode = (deps, tx, person, code) =>
  sendCode(deps, tx, person, { mail: 'auth.reset', code })

export const sendStepUpCode: SendCode = (deps, tx, person, code) =>
  sendCode(deps, tx, person, { mail: 'auth.step-up', code })

export const sendPasswordChanged = (deps: Deps, tx: Tx, person: MailRecipient): Promise<void> =>
  sendNotice(deps, tx, person, {
    subject: { code: 'auth.password-changed.subject' },
    paragraphs: [{ code: 'auth.password-changed.text' }, { code: 'auth.password-changed.advice' }],
    button: { label: { code: 'auth.password-changed.button' }, path: '/forgot-password' },
  })

/** Sends a notice about a sign-in from a new device. */
export const sendNewSignIn = (deps: Deps, tx: Tx, person: MailRecipient, device: MessageParam): Promise<void> =>
  sendNotice(deps, tx, person, {
    subject: { code: 'auth.new-sign-in.subject' },
    paragraphs: [{ code: 'auth.new-sign-in.text', params: { device } }, { code: 'auth.new-sign-in.advice' }],
    button: { label: { code: 'auth.new-sign-in.button' }, path: '/profile?section=security' },
  })

/** Sends the code that proves a new address or number. Without an SMS gateway it goes to the account's email. */
export async function sendContactCode(
  deps: Deps,
  tx: Tx,
  person: MailRecipient,
  { kind, destination, code }: { kind: 'EMAIL' | 'PHONE'; destination: string; code: string },
): Promise<void> {
  const { outbox, config } = deps
  if (kind === 'EMAIL') {
    const params = { address: destination }
    return sendCode(deps, tx, { ...person, email: destination }, { mail: 'auth.new-email', code, params })
  }
  const canText = config.outbox || config.sms !== undefined
  if (!canText) return sendCode(deps, tx, person, { mail: 'auth.new-phone', code, params: { number: destination } })
  const subject = textOf(person.locale, { code: 'auth.phone-code.subject' })
  const text = textOf(person.locale, { code: 'auth.phone-code.text', params: { code } })
  // The last line lets the phone fill in the code automatically.
  const autofillLine = `@${new URL(config.origin).hostname} #${code}`
  await outbox.send(tx, { channel: 'SMS', to: destination, subject, text: `${text}\n\n${autofillLine}`, code })
}

/**
 * Notifies the old address. A changed phone number is announced by email, and by text message to the old number if a
 * gateway is configured.
 */
export async function sendContactChanged(
  deps: Deps,
  tx: Tx,
  person: MailRecipient & { phone: string | null },
  { kind, destination }: { kind: 'EMAIL' | 'PHONE'; destination: string },
): Promise<void> {
  const { outbox, config } = deps
  const mail = kind === 'EMAIL' ? 'auth.email-changed' : 'auth.phone-changed'
  const masked = kind === 'EMAIL' ? destination.replace(/^(.).*(?=@)/u, '$1…') : `…${destination.slice(-4)}`
  const subject = { code: `${mail}.subject` } as const
  const event = { code: `${mail}.text`, params: { destination: masked } } as const
  await sendNotice(deps, tx, person, {
    subject,
    paragraphs: [event, { code: 'auth.contact-changed.advice' }],
    button: { label: { code: 'auth.contact-changed.button' }, path: '/support' },
  })
  if (kind === 'PHONE' && person.phone && (config.outbox || config.sms))
    await outbox.send(tx, {
      channel: 'SMS',
      to: person.phone,
      subject: textOf(person.locale, subject),
      text: textOf(person.locale, event),
    })
}

interface FactorName {
  kind: 'PASSKEY' | 'TOTP'
  name: string
}
const security = { label: { code: 'auth.factor.button' }, path: '/profile?section=security' } as const

export const sendFactorAdded = (deps: Deps, tx: Tx, person: MailRecipient, { kind, name }: FactorName): Promise<void> =>
  sendNotice(deps, tx, person, {
    subject: { code: 'auth.factor-added.subject', params: { kind } },
    paragraphs: [{ code: 'auth.factor-added.text', params: { kind, name } }, { code: 'auth.factor.advice' }],
    button: security,
  })

export const sendFactorRemoved = (
  deps: Deps,
  tx: Tx,
  person: MailRecipient,
  { kind, name }: FactorName,
): Promise<void> =>
  sendNotice(deps, tx, person, {
    subject: { code: 'auth.factor-removed.subject', params: { kind } },
    paragraphs: [{ code: 'auth.factor-removed.text', params: { kind, name } }, { code: 'auth.factor.advice' }],
    button: security,
  })

export const sendRecoveryCodeUsed = (deps: Deps, tx: Tx, person: MailRecipient, codesLeft: number): Promise<void> =>
  sendNotice(deps, tx, person, {
    subject: { code: 'auth.recovery-code-used.subject' },
    paragraphs: [{ code: 'auth.recovery-code-used.text', params: { left: codesLeft } }, { code: 'auth.factor.advice' }],
    button: security,
  })

export const sendRecoveryCodesReplaced = (deps: Deps, tx: Tx, person: MailRecipient): Promise<void> =>
  sendNotice(deps, tx, person, {
    subject: { code: 'auth.recovery-codes-replaced.subject' },
    paragraphs: [{ code: 'auth.recovery-codes-replaced.text' }, { code: 'auth.factor.advice' }],
    button: security,
  })

/** Announces that an operator will remove every second factor. */
export const sendFactorResetRequested = (deps: Deps, tx: Tx, person: MailRecipient, at: MessageParam): Promise<void> =>
  sendNotice(deps, tx, person, {
    subject: { code: 'auth.factor-reset.subject' },
    paragraphs: [{ code: 'auth.factor-reset.text', params: { at } }, { code: 'auth.factor-reset.advice' }],
    button: { label: { code: 'auth.closing.button' }, path: '/login' },
  })

export const sendClosing = (deps: Deps, tx: Tx, person: MailRecipient, day: MessageParam): Promise<void> =>
  sendNotice(deps, tx, person, {
    subject: { code: 'auth.closing.subject' },
    paragraphs: [{ code: 'auth.closing.text', params: { day } }, { code: 'auth.closing.advice' }],
    button: { label: { code: 'auth.closing.button' }, path: '/login' },
  })

/** Announces that an account stays open for now, because of what is open. */
export const sendClosingPostponed = (
  deps: Deps,
  tx: Tx,
  person: MailRecipient,
  { day, open }: { day: MessageParam; open: readonly Text[] },
): Promise<void> => {
  const list: MessageParam = { list: open.map((text) => textIn(person.locale, text)), join: 'and' }
  return sendNotice(deps, tx, person, {
    subject: { code: 'auth.closing-postponed.subject' },
    paragraphs: [
      { code: 'auth.closing-postponed.text', params: { list, day } },
      { code: 'auth.closing-postponed.advice' },
    ],
    button: { label: { code: 'auth.closing.button' }, path: '/login' },
  })
}

export const sendClosingCancelled = (deps: Deps, tx: Tx, person: MailRecipient): Promise<void> =>
  sendNotice(deps, tx, person, {
    subject: { code: 'auth.kept-open.subject' },
    paragraphs: [{ code: 'auth.kept-open.text' }],
  })

export const sendClosed = (deps: Deps, tx: Tx, person: MailRecipient): Promise<void> =>
  sendNotice(deps, tx, person, {
    subject: { code: 'auth.closed.subject' },
    paragraphs: [{ code: 'auth.closed.text' }],
  })
