import type { Locale } from '@fettle/i18n/locales'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { renderMail } from '../../platform/mail/template.ts'
import { messagesFor } from './texts/index.ts'
import type { CodeMailMessages, NoticeMailMessages } from './texts/mail-messages.ts'

/** Every mail and text message of this module. Each is a job in the transaction of its cause. */

interface MailRecipient {
  email: string
  firstName: string
  /** The recipient's language. */
  locale: Locale
}

type Code = (deps: Deps, tx: Tx, person: MailRecipient, code: string) => Promise<void>

const CODE_VALID_MINUTES = 10

/** Sends a code, with advice for recipients who did not request it. */
function sendCode(
  { outbox }: Deps,
  tx: Tx,
  { email, firstName, locale }: MailRecipient,
  { subject, before, ignore }: CodeMailMessages,
  code: string,
): Promise<void> {
  return outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...renderMail({
      locale,
      subject,
      firstName,
      paragraphs: [],
      code: { label: before, value: code },
      closing: [messagesFor(locale).goodFor(CODE_VALID_MINUTES), ignore],
    }),
    code,
  })
}

/** Sends a notice about an event, with a link to act on it. */
function sendNotice(
  { outbox, config }: Deps,
  tx: Tx,
  { email, firstName, locale }: MailRecipient,
  { subject, paragraphs, button }: NoticeMailMessages,
  path = '/',
): Promise<void> {
  const action = button && { label: button, url: `${config.origin}${path}` }
  return outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...renderMail({ locale, subject, firstName, paragraphs, ...(action ? { action } : {}) }),
  })
}

export const sendVerificationCode: Code = (deps, tx, person, code) =>
  sendCode(deps, tx, person, messagesFor(person.locale).verification, code)

export const sendResetCode: Code = (deps, tx, person, code) =>
  sendCode(deps, tx, person, messagesFor(person.locale).reset, code)

export const sendStepUpCode: Code = (deps, tx, person, code) =>
  sendCode(deps, tx, person, messagesFor(person.locale).stepUp, code)

export const sendPasswordChanged = (deps: Deps, tx: Tx, person: MailRecipient): Promise<void> =>
  sendNotice(deps, tx, person, messagesFor(person.locale).passwordChanged, '/forgot-password')

/** Sends a notice about a new sign-in. `device` is its name in English. */
export const sendNewSignIn = (deps: Deps, tx: Tx, person: MailRecipient, device: string): Promise<void> =>
  sendNotice(deps, tx, person, messagesFor(person.locale).newSignIn(device), '/profile?section=security')

/** Sends the code that proves a new address or number. Without an SMS gateway it goes to the account's email. */
export async function sendContactCode(
  deps: Deps,
  tx: Tx,
  person: MailRecipient,
  kind: 'EMAIL' | 'PHONE',
  destination: string,
  code: string,
): Promise<void> {
  const { outbox, config } = deps
  const words = messagesFor(person.locale)
  if (kind === 'EMAIL') return sendCode(deps, tx, { ...person, email: destination }, words.newEmail(destination), code)
  const canText = config.outbox || config.sms !== undefined
  if (!canText) return sendCode(deps, tx, person, words.newPhone(destination), code)
  const { subject, text } = words.phoneCode
  // The last line lets the phone fill in the code automatically.
  const filling = `@${new URL(config.origin).hostname} #${code}`
  await outbox.send(tx, { channel: 'SMS', to: destination, subject, text: `${text(code)}\n\n${filling}`, code })
}

/**
 * Notifies the old address. A changed phone number is announced by email, and by text message to the old number if a
 * gateway is configured.
 */
export async function sendContactChanged(
  deps: Deps,
  tx: Tx,
  person: MailRecipient & { phone: string | null },
  kind: 'EMAIL' | 'PHONE',
  destination: string,
): Promise<void> {
  const { outbox, config } = deps
  const words = messagesFor(person.locale)
  const mail =
    kind === 'EMAIL'
      ? words.emailChanged(destination.replace(/^(.).*(?=@)/u, '$1…'))
      : words.phoneChanged(`…${destination.slice(-4)}`)
  await sendNotice(deps, tx, person, mail, '/support')
  const [text = ''] = mail.paragraphs
  if (kind === 'PHONE' && person.phone && (config.outbox || config.sms))
    await outbox.send(tx, { channel: 'SMS', to: person.phone, subject: mail.subject, text })
}

export const sendClosing = (deps: Deps, tx: Tx, person: MailRecipient, closesAt: Date): Promise<void> =>
  sendNotice(deps, tx, person, messagesFor(person.locale).closing(closesAt), '/login')

export const sendKeptOpen = (deps: Deps, tx: Tx, person: MailRecipient): Promise<void> =>
  sendNotice(deps, tx, person, messagesFor(person.locale).keptOpen)

export const sendClosed = (deps: Deps, tx: Tx, person: MailRecipient): Promise<void> =>
  sendNotice(deps, tx, person, messagesFor(person.locale).closed)
