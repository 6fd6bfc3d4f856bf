/** Texts of a mail with a code: subject, text before the code, and advice for recipients who did not request it. */
export interface CodeMailMessages {
  subject: string
  before: string
  ignore: string
}

export interface NoticeMailMessages {
  subject: string
  paragraphs: readonly string[]
  button?: string
}

/** All account mails and text messages in one language. */
export interface MailMessages {
  verification: CodeMailMessages
  reset: CodeMailMessages
  stepUp: CodeMailMessages
  newEmail: (address: string) => CodeMailMessages
  newPhone: (number: string) => CodeMailMessages
  /** Shown below every code. */
  goodFor: (minutes: number) => string
  /** Text message with a code, and its subject in the list of deliveries. */
  phoneCode: { subject: string; text: (code: string) => string }
  passwordChanged: NoticeMailMessages
  /** `device` is its name in English: "Chrome on Android". */
  newSignIn: (device: string) => NoticeMailMessages
  /** `destination` is the new one, masked. */
  emailChanged: (destination: string) => NoticeMailMessages
  phoneChanged: (destination: string) => NoticeMailMessages
  closing: (closesAt: Date) => NoticeMailMessages
  keptOpen: NoticeMailMessages
  closed: NoticeMailMessages
}
