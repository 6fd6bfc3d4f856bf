import { Fragment, memo, useCallback, type ReactNode } from 'react'
import { MarkedText } from '../../../../shared/marked-text.tsx'
import { splitAtMentions, type Person } from './mentions.ts'

const nobody: readonly Person[] = []

/** A message's text with its Markdown and mentions. */
export const MessageText = memo(function MessageText({
  text,
  people = nobody,
  trailing,
}: {
  text: string
  /** People who can be mentioned with "@". Must be a stable reference. */
  people?: readonly Person[]
  /** Inline content after the last word. */
  trailing?: ReactNode
}) {
  const showText = useCallback((plain: string) => <TextWithMentions text={plain} people={people} />, [people])
  return <MarkedText text={text} showText={showText} trailing={trailing} />
})

const TextWithMentions = ({ text, people }: { text: string; people: readonly Person[] }) =>
  splitAtMentions(text, people).map((part, index) =>
    part.personId === undefined ? (
      <Fragment key={index}>{part.text}</Fragment>
    ) : (
      <span key={index} data-mention={part.personId} className="font-semibold text-accent-text">
        {part.text}
      </span>
    ),
  )
