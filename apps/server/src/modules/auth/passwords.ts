import { passwordTooShort } from '@fettle/protocol/common/fields'
import { hash, verify, type Options } from '@node-rs/argon2'
import { fieldError } from '../../platform/errors.ts'
import { passwordProblem, type PersonalFacts } from './passwords.rules.ts'

// Argon2id (the library's default) with 19 MiB and two passes: OWASP's first choice.
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One password typed on two keyboards is one password.
const normalise = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => hash(normalise(password), COST)

let stranger: Promise<string> | undefined

/** Checks a password. Without a hash it takes as long and answers no, so that unknown accounts look like known ones. */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  stranger ??= hash('nobody has this password', COST)
  const matches = await verify(passwordHash ?? (await stranger), normalise(password))
  return matches && Boolean(passwordHash)
}

let common: Promise<ReadonlySet<string>> | undefined

/** Some 49,000 passwords that people really chose, most popular first in their source. Loaded when first asked for. */
const commonPasswords = () =>
  (common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set<string>(dictionary['passwords-common']),
  ))

/** Throws the refusal of a password that may not be used. */
export async function assertPassword(
  password: string,
  { field, minLength, person }: { field: string; minLength: number; person: PersonalFacts },
): Promise<void> {
  const list = await commonPasswords()
  const message = passwordProblem(normalise(password), { minLength, person, isCommon: (lowered) => list.has(lowered) })
  if (message === passwordTooShort(minLength)) throw fieldError([field], 'TOO_SHORT', message, { minimum: minLength })
  if (message) throw fieldError([field], 'NOT_ALLOWED', message)
}
