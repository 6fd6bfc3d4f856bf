import * as z from 'zod/mini'

/** The letterhead of offers and invoices. */

/** Accent colours with enough contrast for text, on screens and in print. The first is the default. */
export const letterheadColours = ['ORANGE', 'RED', 'PINK', 'VIOLET', 'BLUE', 'TEAL', 'GREEN', 'GREY'] as const
export const LetterheadColour = z.enum(letterheadColours)
export type LetterheadColour = z.infer<typeof LetterheadColour>

export const Letterhead = z.object({
  /** Signed address. Null: the profile picture is shown instead. */
  logo: z.nullable(z.string()),
  colour: LetterheadColour,
})
export type Letterhead = z.infer<typeof Letterhead>
