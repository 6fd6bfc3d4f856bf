/** Invitations by mail and text message. */
export const referralsMessages = {
  'invitation.subject': '{from} invites you to Fettle',
  'invitation.reminder-subject': '{from} is still waiting for you on Fettle',
  'invitation.text':
    '{from} works with Fettle and thinks you should too: get job requests from customers near you, reply in seconds, and keep everything about a job in one place.',
  'invitation.button': 'Get started',
  'invitation.ignore': "If you don't know {from}, you can ignore this message.",
  'invitation.sms-subject': 'An invitation to Fettle',
  'invitation.sms': '{from} invites you to Fettle, where customers near you ask for jobs:',
  'invitation.reminder-sms': '{from} is still waiting for you on Fettle, where customers near you ask for jobs:',
} as const
