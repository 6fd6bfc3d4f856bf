import clsx from 'clsx'
import { createContext, Fragment, useContext, useMemo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { parseMarkup, type Block, type Inline } from '../lib/format/markup.ts'

interface Style {
  /** Article: paragraphs apart, and lines joined, because authors wrap them. Message: lines as they were written. */
  isArticle: boolean
  /** Shows text without markup. */
  showText: (text: string) => ReactNode
}

const showUnchanged = (text: string): ReactNode => text
const Context = createContext<Style>({ isArticle: false, showText: showUnchanged })

/**
 * Renders the Markdown of a message or an article from a tree; raw HTML is never rendered. Each block's direction
 * follows its first strong character.
 */
export function MarkedText({
  text,
  isArticle = false,
  showText = showUnchanged,
  trailing,
}: Partial<Style> & {
  text: string
  /** Inline content after the last word. */
  trailing?: ReactNode
}) {
  const blocks = parseMarkup(text)
  const inLine = blocks.at(-1)?.type === 'paragraph'
  const style = useMemo(() => ({ isArticle, showText }), [isArticle, showText])
  return (
    <Context value={style}>
      <div className={isArticle ? 'grid gap-4 leading-relaxed text-pretty' : undefined}>
        {blocks.map((block, index) => (
          <BlockView key={index} block={block} trailing={inLine && index === blocks.length - 1 && trailing} />
        ))}
        {!inLine && trailing && <p className="text-end leading-none">{trailing}</p>}
      </div>
    </Context>
  )
}

function BlockView({ block, trailing }: { block: Block; trailing: ReactNode }) {
  const { isArticle } = useContext(Context)
  const margin = !isArticle && 'my-1'
  switch (block.type) {
    case 'code':
      return (
        <pre
          className={clsx(
            margin,
            'overflow-x-auto rounded-control bg-surface-sunken px-2.5 py-2 font-mono text-sm whitespace-pre',
          )}
        >
          {block.text}
        </pre>
      )
    case 'quote':
      return (
        <blockquote dir="auto" className={clsx(margin, 'border-s-2 border-line-strong ps-2.5 text-text-muted')}>
          <Lines lines={block.lines} />
        </blockquote>
      )
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index}>
          <Inlines content={item} />
        </li>
      ))
      const spacing = isArticle ? 'grid gap-1.5' : margin
      return block.start === null ? (
        <ul dir="auto" className={clsx(spacing, 'list-disc ps-5')}>
          {items}
        </ul>
      ) : (
        <ol dir="auto" start={block.start} className={clsx(spacing, 'list-decimal ps-6')}>
          {items}
        </ol>
      )
    }
    case 'paragraph':
      return (
        <p dir="auto" className={isArticle ? undefined : 'not-first:mt-2'}>
          <Lines lines={block.lines} />
          {trailing}
        </p>
      )
  }
}

function Lines({ lines }: { lines: readonly Inline[][] }) {
  const { isArticle } = useContext(Context)
  return lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && (isArticle ? ' ' : <br />)}
      <Inlines content={line} />
    </Fragment>
  ))
}

const Inlines = ({ content }: { content: readonly Inline[] }) =>
  content.map((inline, index) => <InlineView key={index} inline={inline} />)

function InlineView({ inline }: { inline: Inline }) {
  const { showText } = useContext(Context)
  switch (inline.type) {
    case 'text':
      return showText(inline.text)
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
      return <MarkedLink href={inline.href} content={inline.content} />
  }
}

function MarkedLink({ href, content }: { href: string; content: readonly Inline[] }) {
  const { isArticle } = useContext(Context)
  const className = clsx('font-medium text-accent-text underline underline-offset-2', !isArticle && 'break-all')
  // Articles link to screens of the app; a message opens everything in a tab of its own.
  return isArticle && href.startsWith(`${location.origin}/`) ? (
    <Link to={href.slice(location.origin.length)} className={className}>
      <Inlines content={content} />
    </Link>
  ) : (
    <a href={href} target="_blank" rel={clsx('noreferrer', !isArticle && 'nofollow')} className={className}>
      <Inlines content={content} />
    </a>
  )
}
