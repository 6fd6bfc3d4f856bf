/** The mail about a finished export. */
export const privacyMessages = {
  'privacy.export.subject': 'Your Fettle data is ready',
  'privacy.export.text':
    'Everything we keep about you is in one file. You can download it for {days, plural, one {# day} other {# days}}.',
  'privacy.export.button': 'Download your data',
} as const
