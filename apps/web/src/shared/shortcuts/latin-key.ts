/**
 * The key as on a Latin keyboard, whose letters the shortcuts name: on an Arabic one, `ن` is `k`. Latin letters count
 * wherever they are.
 */
export function latinKey({ key, code = '' }: { key: string; code?: string }): string {
  if (key === '؟') return '?'
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  const isLatin = /^[ -~]+$|\p{Script=Latin}/u.test(key)
  return letter === undefined || isLatin ? key : letter.toLowerCase()
}
