import { passwordTooShort } from '@fettle/protocol/common/fields'

/** What must not be guessable from knowing the person. */
export interface PersonalFacts {
  email: string
  phone: string | null
  firstName: string
  lastName: string
}

const PRODUCT_NAME = 'fettle'
const MIN_PERSONAL_WORD_LENGTH = 4
const MIN_PERSONAL_DIGITS = 7
export const EASY_PASSWORD = 'This password is too common or easy to guess. Choose another.'

/** Why a password may not be used, or undefined. */
export function passwordProblem(
  password: string,
  {
    minLength,
    person,
    isCommon,
  }: { minLength: number; person: PersonalFacts; isCommon: (password: string) => boolean },
): string | undefined {
  if (Array.from(password).length < minLength) return passwordTooShort(minLength)
  const lowered = password.toLowerCase()
  if (isCommon(lowered) || isRun(lowered) || containsPersonalFacts(person, lowered)) return EASY_PASSWORD
  return undefined
}

function containsPersonalFacts({ email, phone, firstName, lastName }: PersonalFacts, password: string): boolean {
  const localPart = email.slice(0, email.lastIndexOf('@'))
  const words = [localPart, email, firstName, lastName, PRODUCT_NAME].map((word) => word.toLowerCase())
  if (words.some((word) => word === password || (word.length >= MIN_PERSONAL_WORD_LENGTH && password.includes(word)))) {
    return true
  }
  const digits = phone?.replace(/\D/g, '') ?? ''
  // The national part: what is left when the longest possible country code is cut off.
  const number = digits.slice(3)
  return number.length >= MIN_PERSONAL_DIGITS && password.replace(/[\s-]/g, '').includes(number)
}

/** One character repeated, or each the neighbour of the one before (`abcdefgh`, `98765432`, `67890123`). */
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
