import { passwordTooShort } from '@fettle/protocol/common/fields'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Personal data a password must not contain. */
export interface PersonalFacts {
  email: string
  phone: string | null
  firstName: string
  lastName: string
}

const PRODUCT_NAME = 'fettle'
const MIN_PERSONAL_WORD_LENGTH = 4
const MIN_PERSONAL_DIGITS = 7
export const EASY_PASSWORD = issueText('PASSWORD_TOO_COMMON')

/** Why a password is not allowed. Undefined: allowed. */
export function passwordProblem(
  password: string,
  {
    minLength,
    person,
    isCommon,
  }: { minLength: number; person: PersonalFacts; isCommon: (password: string) => boolean },
): string | undefined {
  if (Array.from(password).length < minLength) return passwordTooShort(minLength)
  const lowerCase = password.toLowerCase()
  if (isCommon(lowerCase) || isRun(lowerCase) || containsPersonalFacts(person, lowerCase)) return EASY_PASSWORD
  return undefined
}

function containsPersonalFacts({ email, phone, firstName, lastName }: PersonalFacts, password: string): boolean {
  const localPart = email.slice(0, email.lastIndexOf('@'))
  const words = [localPart, email, firstName, lastName, PRODUCT_NAME].map((word) => word.toLowerCase())
  if (words.some((word) => word === password || (word.length >= MIN_PERSONAL_WORD_LENGTH && password.includes(word)))) {
    return true
  }
  const digits = phone?.replace(/\D/g, '') ?? ''
  // The national part: without the longest possible country code.
  const number = digits.slice(3)
  return number.length >= MIN_PERSONAL_DIGITS && password.replace(/[\s-]/g, '').includes(number)
}

/** One repeated character, or each character adjacent to the one before (`abcdefgh`, `98765432`, `67890123`). */
export function isRun(password: string): boolean {
  const codes = Array.from(password, (character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => {
    const previous = codes[index] ?? 0
    if (previous === 0x39 && code === 0x30) return 1
    if (previous === 0x30 && code === 0x39) return -1
    return code - previous
  })
  const [first] = steps
  return first !== undefined && Math.abs(first) <= 1 && steps.every((step) => step === first)
}
