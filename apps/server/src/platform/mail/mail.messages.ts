/** Texts that every mail may use. */
export const mailMessages = {
  'mail.greeting': 'Hello {firstName},',
  'mail.greeting-unnamed': 'Hello,',
  'mail.device': '{browser} on {system}',
  'mail.device-unknown': 'Unknown device',
} as const
