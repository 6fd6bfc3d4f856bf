import { passwordTooShort } from '@fettle/protocol/common/fields'
import { hash, verify, type Options } from '@node-rs/argon2'
import { fieldError } from '../../../platform/errors.ts'
import { passwordProblem, type PersonalFacts } from './passwords.rules.ts'

// Argon2id (the library's default) with 19 MiB and two passes, as OWASP recommends.
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// The same password typed on two keyboards must match.
const normalize = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => hash(normalize(password), COST)

/** Compared with where there is no hash. */
let dummyHash: Promise<string> | undefined

/**
 * Checks a password. Without a hash it takes the same time and returns false, so that unknown accounts cannot be told
 * apart.
 */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash('nobody has this password', COST)
  const matches = await verify(passwordHash ?? (await dummyHash), normalize(password))
  return matches && Boolean(passwordHash)
}

let common: Promise<ReadonlySet<string>> | undefined

/** About 49,000 common passwords, most popular first. Loaded on first use. */
const commonPasswords = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set<string>(dictionary['passwords-common']),
  ))

/** Throws a field error if the password is not allowed. */
export async function assertPassword(
  password: string,
  { field, minLength, person }: { field: string; minLength: number; person: PersonalFacts },
): Promise<void> {
  const list = await commonPasswords()
  const message = passwordProblem(normalize(password), {
    minLength,
    person,
    isCommon: (lowerCase) => list.has(lowerCase),
  })
  if (message === passwordTooShort(minLength)) throw fieldError([field], 'TOO_SHORT', message, { minimum: minLength })
  if (message) throw fieldError([field], 'NOT_ALLOWED', message)
}
