import { createFormatter } from '../../../platform/locale/formatter.ts'
import type { MailMessages } from './mail-messages.ts'

const { text: say, plural, formatDevice: device, formatDay: day } = createFormatter('en')

const notMe = "If this wasn't you, write to us at once."

export const en: MailMessages = {
  verification: {
    subject: 'Your Fettle verification code',
    before: 'Your verification code is',
    ignore: 'If you did not register with Fettle, you can ignore this message.',
  },
  reset: {
    subject: 'Your Fettle password reset code',
    before: 'The code to set a new password is',
    ignore: 'If you did not ask for it, you can ignore this message: your password stays as it is.',
  },
  stepUp: {
    subject: "Confirm it's you",
    before: 'The code to continue is',
    ignore: 'If you are not doing anything on Fettle right now, change your password.',
  },
  newEmail: (address) => ({
    subject: 'Confirm your new email address',
    before: say`The code to use ${address} is`,
    ignore: 'If you did not ask for it, you can ignore this message.',
  }),
  newPhone: (number) => ({
    subject: 'Confirm your new phone number',
    before: say`The code to use ${number} is`,
    ignore: 'If you did not ask for it, you can ignore this message.',
  }),
  goodFor: (minutes) =>
    `It is good for ${plural(minutes, { one: '# minute', other: '# minutes' })}. Nobody from Fettle will ever ask you for it.`,
  phoneCode: { subject: 'Your Fettle code', text: (code) => `${code} is your code to use this number with Fettle.` },
  passwordChanged: {
    subject: 'Your Fettle password was changed',
    paragraphs: [
      'The password of your account was changed just now, and every device was logged out.',
      "If this wasn't you, set a new one at once.",
    ],
    button: 'Set a new password',
  },
  newSignIn: (name) => ({
    subject: 'New sign-in to your Fettle account',
    paragraphs: [
      say`Your account was just signed in to on a new device: ${device(name)}.`,
      "If this was you, there is nothing to do. If it wasn't, sign that device out and change your password.",
    ],
    button: "This wasn't me",
  }),
  emailChanged: (destination) => ({
    subject: 'Your Fettle email address was changed',
    paragraphs: [say`The email address of your account was changed to ${destination} just now.`, notMe],
    button: 'Write to us',
  }),
  phoneChanged: (destination) => ({
    subject: 'Your Fettle phone number was changed',
    paragraphs: [say`The phone number of your account was changed to ${destination} just now.`, notMe],
    button: 'Write to us',
  }),
  closing: (closesAt) => ({
    subject: 'Your Fettle account will be closed',
    paragraphs: [
      `Your account will be closed on ${day(closesAt.toISOString())}, and everything about you deleted.`,
      "Changed your mind, or it wasn't you? Log in before then and it stays.",
    ],
    button: 'Log in',
  }),
  keptOpen: {
    subject: 'Your Fettle account stays open',
    paragraphs: ['You logged in, so your account will not be closed. Good to have you back.'],
  },
  closed: {
    subject: 'Your Fettle account is closed',
    paragraphs: ['Your account is closed and everything about you is deleted. Thank you for your work with us.'],
  },
}
