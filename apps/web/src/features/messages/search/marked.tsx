import { excerptOf } from './search-terms.ts'

/** Text with the search matches highlighted. */
export const Marked = ({ text, words }: { text: string; words: readonly string[] }) =>
  excerptOf(text, words).map((part, index) =>
    part.found ? (
      <mark key={index} className="rounded-[3px] bg-accent-soft font-semibold text-text">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
