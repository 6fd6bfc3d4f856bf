/** Mails and text messages about the account. Every mail with a code has a subject, a label and advice to ignore it. */
export const authMessages = {
  'auth.verification.subject': 'Your Fettle verification code',
  'auth.verification.label': 'Your verification code is',
  'auth.verification.ignore': "If you didn't sign up for Fettle, you can ignore this message.",

  'auth.reset.subject': 'Your Fettle password reset code',
  'auth.reset.label': 'Your password reset code is',
  'auth.reset.ignore': "If you didn't ask for this, you can ignore this message. Your password stays the same.",

  'auth.step-up.subject': "Confirm it's you",
  'auth.step-up.label': 'Your confirmation code is',
  'auth.step-up.ignore': "If you're not using Fettle right now, change your password.",

  'auth.new-email.subject': 'Confirm your new email address',
  'auth.new-email.label': 'Your code to confirm {address} is',
  'auth.new-email.ignore': "If you didn't ask for this, you can ignore this message.",

  'auth.new-phone.subject': 'Confirm your new phone number',
  'auth.new-phone.label': 'Your code to confirm {number} is',
  'auth.new-phone.ignore': "If you didn't ask for this, you can ignore this message.",

  'auth.code-validity':
    'This code is valid for {minutes, plural, one {# minute} other {# minutes}}. Nobody from Fettle will ever ask you for it.',

  'auth.phone-code.subject': 'Your Fettle code',
  'auth.phone-code.text': '{code} is your code to use this number with Fettle.',

  'auth.password-changed.subject': 'Your Fettle password was changed',
  'auth.password-changed.text': 'Your password was just changed, and all your devices were logged out.',
  'auth.password-changed.advice': "If this wasn't you, set a new password right away.",
  'auth.password-changed.button': 'Set a new password',

  'auth.new-sign-in.subject': 'New login to your Fettle account',
  'auth.new-sign-in.text': 'Your account was just used on a new device: {device}.',
  'auth.new-sign-in.advice':
    "If this was you, there's nothing to do. If it wasn't, log that device out and change your password.",
  'auth.new-sign-in.button': "This wasn't me",

  'auth.email-changed.subject': 'Your Fettle email address was changed',
  'auth.email-changed.text': 'The email address of your account was just changed to {destination}.',
  'auth.phone-changed.subject': 'Your Fettle phone number was changed',
  'auth.phone-changed.text': 'The phone number of your account was just changed to {destination}.',
  'auth.contact-changed.advice': "If this wasn't you, contact us right away.",
  'auth.contact-changed.button': 'Contact us',

  'auth.factor-added.subject':
    '{kind, select, PASSKEY {A passkey} other {An authenticator app}} was added to your Fettle account',
  'auth.factor-added.text':
    '{kind, select, PASSKEY {The passkey “{name}”} other {The authenticator app “{name}”}} can now be used to log in.',
  'auth.factor-removed.subject':
    '{kind, select, PASSKEY {A passkey} other {An authenticator app}} was removed from your Fettle account',
  'auth.factor-removed.text':
    '{kind, select, PASSKEY {The passkey “{name}”} other {The authenticator app “{name}”}} can no longer be used to log in.',
  'auth.recovery-code-used.subject': 'A recovery code was used for your Fettle account',
  'auth.recovery-code-used.text':
    'A recovery code of your account was just used. {left, plural, =0 {None are left: create new ones.} one {You have # left.} other {You have # left.}}',
  'auth.recovery-codes-replaced.subject': 'The recovery codes of your Fettle account were replaced',
  'auth.recovery-codes-replaced.text':
    'New recovery codes were just created for your account. The old ones no longer work.',
  'auth.factor-reset.subject': 'Two-step verification of your Fettle account will be turned off',
  'auth.factor-reset.text':
    'Our support team was asked to remove the passkeys and the authenticator app from your account. This happens on {at}. Until then, you can only log in with them.',
  'auth.factor-reset.advice':
    "If you didn't ask for this, log in with your passkey or app now: that cancels it. Then change your password.",
  'auth.factor.advice':
    "If this was you, there's nothing to do. If it wasn't, change your password and contact us right away.",
  'auth.factor.button': 'Check your security settings',

  'auth.closing.subject': 'Your Fettle account will be closed',
  'auth.closing.text': "We'll close your account and delete your data on {day}.",
  'auth.closing.advice': "Changed your mind, or it wasn't you? Log in before then to keep your account.",
  'auth.closing.button': 'Log in',

  'auth.closing-postponed.subject': 'Your Fettle account is not closed yet',
  'auth.closing-postponed.text':
    "We haven't closed your account, because you still have {list}. We'll try again on {day}.",
  'auth.closing-postponed.advice':
    'Log in to settle this. Your account then stays open, and you can close it again afterwards.',

  'auth.kept-open.subject': 'Your Fettle account stays open',
  'auth.kept-open.text': "You logged in, so we won't close your account. Good to have you back.",

  'auth.closed.subject': 'Your Fettle account is closed',
  'auth.closed.text': 'Your account is closed and your data is deleted. Thank you for working with us.',
} as const
