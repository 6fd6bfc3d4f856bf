/** A letter around a code: what it is called, the words before the code, and what whoever did not ask for it may do. */
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

/** Everything the mails and text messages about an account say in one language. */
export interface MailMessages {
  verification: CodeMailMessages
  reset: CodeMailMessages
  stepUp: CodeMailMessages
  newEmail: (address: string) => CodeMailMessages
  newPhone: (number: string) => CodeMailMessages
  /** Under every code. */
  goodFor: (minutes: number) => string
  /** The text message with a code, and what it is listed as. */
  phoneCode: { subject: string; text: (code: string) => string }
  passwordChanged: NoticeMailMessages
  /** `device` is its name in English: "Chrome on Android". */
  newSignIn: (device: string) => NoticeMailMessages
  /** `destination` is the new one, with most of it hidden. */
  emailChanged: (destination: string) => NoticeMailMessages
  phoneChanged: (destination: string) => NoticeMailMessages
  closing: (closesAt: Date) => NoticeMailMessages
  keptOpen: NoticeMailMessages
  closed: NoticeMailMessages
}
