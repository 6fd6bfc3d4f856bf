import { createContext, Fragment, memo, useContext, type ReactNode } from 'react'
import { splitAtMentions, type Person } from './mentions.ts'
import { parseMarkup, type Block, type Inline } from '../../../../lib/format/markup.ts'

export interface MarkedTextProps {
  text: string
  /** People who can be mentioned with "@". Must be a stable reference. */
  people?: readonly Person[]
  /** Inline content after the last word. */
  trailing?: ReactNode
}

const nobody: readonly Person[] = []
const Named = createContext(nobody)

/** Renders a message's Markdown. Each block's direction follows its first strong character. */
export const MarkedText = memo(function MarkedText({ text, people = nobody, trailing }: MarkedTextProps) {
  const blocks = parseMarkup(text)
  const inLine = blocks.at(-1)?.type === 'paragraph'
  return (
    <Named value={people}>
      <div>
        {blocks.map((block, index) => (
          <BlockView key={index} block={block} trailing={inLine && index === blocks.length - 1 && trailing} />
        ))}
        {!inLine && <p className="text-end leading-none">{trailing}</p>}
      </div>
    </Named>
  )
})

function BlockView({ block, trailing }: { block: Block; trailing: ReactNode }) {
  switch (block.type) {
    case 'code':
      return (
        <pre className="my-1 overflow-x-auto rounded-control bg-surface-sunken px-2.5 py-2 font-mono text-sm whitespace-pre">
          {block.text}
        </pre>
      )
    case 'quote':
      return (
        <blockquote dir="auto" className="my-1 border-s-2 border-line-strong ps-2.5 text-text-muted">
          <Lines lines={block.lines} />
        </blockquote>
      )
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index}>
          <Inlines content={item} />
        </li>
      ))
      return block.start === null ? (
        <ul dir="auto" className="my-1 list-disc ps-5">
          {items}
        </ul>
      ) : (
        <ol dir="auto" start={block.start} className="my-1 list-decimal ps-6">
          {items}
        </ol>
      )
    }
    case 'paragraph':
      return (
        <p dir="auto" className="not-first:mt-2">
          <Lines lines={block.lines} />
          {trailing}
        </p>
      )
  }
}

const Lines = ({ lines }: { lines: readonly Inline[][] }) =>
  lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      <Inlines content={line} />
    </Fragment>
  ))

const Inlines = ({ content }: { content: readonly Inline[] }) =>
  content.map((inline, index) => <InlineView key={index} inline={inline} />)

/** Text with mentions highlighted. */
function NamedText({ text }: { text: string }) {
  const people = useContext(Named)
  return splitAtMentions(text, people).map((part, index) =>
    part.personId === undefined ? (
      <Fragment key={index}>{part.text}</Fragment>
    ) : (
      <span key={index} data-mention={part.personId} className="font-semibold text-accent-text">
        {part.text}
      </span>
    ),
  )
}

function InlineView({ inline }: { inline: Inline }) {
  switch (inline.type) {
    case 'text':
      return <NamedText text={inline.text} />
    case 'code':
      return <code className="rounded-sm bg-surface-sunken px-1 py-0.5 font-mono text-[0.9em]">{inline.text}</code>
    case 'strong':
      return (
        <strong>
          <Inlines content={inline.content} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inlines content={inline.content} />
        </em>
      )
    case 'strike':
      return (
        <s>
          <Inlines content={inline.content} />
        </s>
      )
    case 'link':
      return (
        <a
          href={inline.href}
          target="_blank"
          rel="noreferrer nofollow"
          className="font-medium break-all text-accent-text underline underline-offset-2"
        >
          <Inlines content={inline.content} />
        </a>
      )
  }
}
