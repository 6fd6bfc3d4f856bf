import type { Tx } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'

/** Every text this module sends. Each is a job in the transaction of what it tells about. */

interface Person {
  email: string
  firstName: string
}

const MINUTES = 10

const codeMail = (purpose: string, firstName: string, code: string, ignore: string) => `Hello ${firstName},

${purpose} is ${code}.
It is good for ${MINUTES} minutes. Nobody from Fettle will ever ask you for it.

${ignore}`

export async function sendVerificationCode(
  { outbox }: Deps,
  tx: Tx,
  { email, firstName }: Person,
  code: string,
): Promise<void> {
  await outbox.send(tx, {
    channel: 'EMAIL',
    to: email,
    subject: 'Your Fettle verification code',
    text: codeMail(
      'Your verification code',
      firstName,
      code,
      'If you did not register with Fettle, you can ignore this message.',
    ),
    code,
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
    subject: 'Your Fettle password reset code',
    text: codeMail(
      'The code to set a new password',
      firstName,
      code,
      'If you did not ask for it, you can ignore this message: your password stays as it is.',
    ),
    code,
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
    subject: 'Your Fettle password was changed',
    text: `Hello ${firstName},

The password of your account was changed just now, and every device was logged out.

If this wasn't you, set a new one at once: ${config.origin}/forgot-password`,
  })
}
