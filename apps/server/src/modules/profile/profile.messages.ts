/** The mail about changed bank details. */
export const profileMessages = {
  'profile.bank-changed.subject': 'Your bank details on Fettle were changed',
  'profile.bank-changed.text':
    'Payouts now go to {bankName}, account ending in {lastDigits}. To keep your money safe, there are no payouts for the next 72 hours.',
  'profile.bank-changed.advice': "If this wasn't you, log out your other devices and change your password right away.",
  'profile.bank-changed.button': "This wasn't me",
} as const
