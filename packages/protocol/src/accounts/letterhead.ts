import * as z from 'zod/mini'

/** What offers and invoices look like to their customer. */

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
