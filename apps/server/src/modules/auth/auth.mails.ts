import type { Tx } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { write } from '../../platform/mail/letter.ts'

/** Every text this module sends. Each is a job in the transaction of what it tells about. */

interface Person {
  email: string
  firstName: string
}

const MINUTES = 10

/** A code to be typed in elsewhere, and what to do for whoever did not ask for it. */
const codeMail = (subject: string, firstName: string, code: { label: string; value: string }, ignore: string) => ({
  ...write({
    subject,
    firstName,
    paragraphs: [],
    code,
    closing: [`It is good for ${MINUTES} minutes. Nobody from Fettle will ever ask you for it.`, ignore],
  }),
  code: code.value,
})

export async function sendVerificationCode(
  { outbox }: Deps,
  tx: Tx,
  { email, firstName }: Person,
  code: string,
): Promise<void> {
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...codeMail(
      'Your Fettle verification code',
      firstName,
      { label: 'Your verification code is', value: code },
      'If you did not register with Fettle, you can ignore this message.',
    ),
  })
}

export async function sendResetCode(
  { outbox }: Deps,
  tx: Tx,
  { email, firstName }: Person,
  code: string,
): Promise<void> {
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...codeMail(
      'Your Fettle password reset code',
      firstName,
      { label: 'The code to set a new password is', value: code },
      'If you did not ask for it, you can ignore this message: your password stays as it is.',
    ),
  })
}

export async function sendPasswordChanged(
  { outbox, config }: Deps,
  tx: Tx,
  { email, firstName }: Person,
): Promise<void> {
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...write({
      subject: 'Your Fettle password was changed',
      firstName,
      paragraphs: [
        'The password of your account was changed just now, and every device was logged out.',
        "If this wasn't you, set a new one at once.",
      ],
      action: { label: 'Set a new password', url: `${config.origin}/forgot-password` },
    }),
  })
}

export async function sendStepUpCode(
  { outbox }: Deps,
  tx: Tx,
  { email, firstName }: Person,
  code: string,
): Promise<void> {
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...codeMail(
      "Confirm it's you",
      firstName,
      { label: 'The code to continue is', value: code },
      'If you are not doing anything on Fettle right now, change your password.',
    ),
  })
}

export async function sendNewSignIn(
  { outbox, config }: Deps,
  tx: Tx,
  { email, firstName }: Person,
  device: string,
): Promise<void> {
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...write({
      subject: 'New sign-in to your Fettle account',
      firstName,
      paragraphs: [
        `Your account was just signed in to on a new device: ${device}.`,
        "If this was you, there is nothing to do. If it wasn't, sign that device out and change your password.",
      ],
      action: { label: "This wasn't me", url: `${config.origin}/profile?section=security` },
    }),
  })
}

/** The code that proves a new address or number. Without a way to send texts it goes to the email of the account. */
export async function sendContactCode(
  { outbox, config }: Deps,
  tx: Tx,
  { email, firstName }: Person,
  kind: 'EMAIL' | 'PHONE',
  destination: string,
  code: string,
): Promise<void> {
  const canText = config.outbox || config.sms !== undefined
  if (kind === 'PHONE' && canText) {
    // The last line lets the phone fill the code in by itself.
    const text = `${code} is your code to use this number with Fettle.\n\n@${new URL(config.origin).hostname} #${code}`
    await outbox.send(tx, { channel: 'SMS', to: destination, subject: 'Your Fettle code', text, code })
    return
  }
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: kind === 'EMAIL' ? destination : email,
    ...codeMail(
      kind === 'EMAIL' ? 'Confirm your new email address' : 'Confirm your new phone number',
      firstName,
      { label: `The code to use ${destination} is`, value: code },
      'If you did not ask for it, you can ignore this message.',
    ),
  })
}

/** Tells the old address; a changed number is told to the email, and to the old number where texts can be sent. */
export async function sendContactChanged(
  { outbox, config }: Deps,
  tx: Tx,
  { email, phone, firstName }: Person & { phone: string | null },
  kind: 'EMAIL' | 'PHONE',
  destination: string,
): Promise<void> {
  const what = kind === 'EMAIL' ? 'email address' : 'phone number'
  const masked = kind === 'EMAIL' ? destination.replace(/^(.).*(?=@)/u, '$1…') : `…${destination.slice(-4)}`
  const text = `The ${what} of your account was changed to ${masked} just now.`
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...write({
      subject: `Your Fettle ${what} was changed`,
      firstName,
      paragraphs: [text, "If this wasn't you, write to us at once."],
      action: { label: 'Write to us', url: `${config.origin}/support` },
    }),
  })
  if (kind === 'PHONE' && phone && (config.outbox || config.sms)) {
    await outbox.send(tx, { channel: 'SMS', to: phone, subject: 'Your phone number was changed', text })
  }
}

export async function sendClosing(
  { outbox, config }: Deps,
  tx: Tx,
  { email, firstName }: Person,
  closesAt: Date,
): Promise<void> {
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...write({
      subject: 'Your Fettle account will be closed',
      firstName,
      paragraphs: [
        `Your account will be closed on ${closesAt.toISOString().slice(0, 10)}, and everything about you deleted.`,
        "Changed your mind, or it wasn't you? Log in before then and it stays.",
      ],
      action: { label: 'Log in', url: `${config.origin}/login` },
    }),
  })
}

export async function sendKeptOpen({ outbox }: Deps, tx: Tx, { email, firstName }: Person): Promise<void> {
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...write({
      subject: 'Your Fettle account stays open',
      firstName,
      paragraphs: ['You logged in, so your account will not be closed. Good to have you back.'],
    }),
  })
}

export async function sendClosed({ outbox }: Deps, tx: Tx, { email, firstName }: Person): Promise<void> {
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    ...write({
      subject: 'Your Fettle account is closed',
      firstName,
      paragraphs: ['Your account is closed and everything about you is deleted. Thank you for your work with us.'],
    }),
  })
}
