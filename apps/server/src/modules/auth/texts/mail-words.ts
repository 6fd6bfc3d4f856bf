/** A letter around a code: what it is called, the words before the code, and what whoever did not ask for it may do. */
export interface CodeWords {
  subject: string
  before: string
  ignore: string
}

export interface LetterWords {
  subject: string
  paragraphs: readonly string[]
  button?: string
}

/** Everything the mails and text messages about an account say in one language. */
export interface MailWords {
  verification: CodeWords
  reset: CodeWords
  stepUp: CodeWords
  newEmail: (address: string) => CodeWords
  newPhone: (number: string) => CodeWords
  /** Under every code. */
  goodFor: (minutes: number) => string
  /** The text message with a code, and what it is listed as. */
  phoneCode: { subject: string; text: (code: string) => string }
  passwordChanged: LetterWords
  /** `device` is its name in English: "Chrome on Android". */
  newSignIn: (device: string) => LetterWords
  /** `destination` is the new one, with most of it hidden. */
  emailChanged: (destination: string) => LetterWords
  phoneChanged: (destination: string) => LetterWords
  closing: (closesAt: Date) => LetterWords
  keptOpen: LetterWords
  closed: LetterWords
}
