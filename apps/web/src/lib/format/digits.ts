/** Digits of Arabic keyboards as those of Latin ones. */
export const latinDigits = (typed: string): string =>
  typed.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))

/** The digits of a typed text, without anything between them. */
export const digitsOf = (typed: string): string => latinDigits(typed).replace(/\D/g, '')
