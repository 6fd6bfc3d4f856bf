export type Strength = 0 | 1 | 2 | 3 | 4

const MIN_LENGTH = 8

const isRun = (value: string): boolean => {
  const steps = new Set(
    Array.from(value)
      .slice(1)
      .map((character, index) => character.charCodeAt(0) - value.charCodeAt(index)),
  )
  return steps.size === 1 && Math.abs([...steps][0] ?? 9) <= 1
}

// Common beginnings of passwords; the rest must be strong by itself.
const common =
  /p[a@]ssw[o0]rd|passwort|qwert[yz]|asdf|letmein|welcome|iloveyou|admin|abc123|(?:0?12345|54321)\d*|football|dragon|monkey|master|sunshine|princess/g

const withoutCommon = (value: string): string => value.toLowerCase().replace(common, '')

/**
 * Estimates password strength from 0 (too short) to 4. Mainly by length, towards fifteen characters; only the server
 * has the lists of common passwords.
 */
export function strengthOf(password: string): Strength {
  const length = Array.from(password).length
  if (length < MIN_LENGTH) return 0
  const distinctCharacters = new Set(password.toLowerCase()).size
  if (isRun(password) || distinctCharacters < 4 || Array.from(withoutCommon(password)).length < 5) return 1
  const mixed = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  if (length >= 15 && distinctCharacters >= 7) return 4
  if (length >= 12 && distinctCharacters >= 6) return 3
  return mixed >= 3 && distinctCharacters >= 6 ? 3 : 2
}
