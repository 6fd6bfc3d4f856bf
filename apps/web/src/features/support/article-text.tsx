import { Fragment } from 'react'
import { Link } from 'react-router'
import { parseMarkup, type Block, type Inline } from '../../lib/format/markup.ts'

/** Renders an article's Markdown from a tree; raw HTML is never rendered. */
export const ArticleText = ({ markdown }: { markdown: string }) => (
  <div className="grid gap-4 leading-relaxed text-pretty">
    {parseMarkup(markdown).map((block, index) => (
      <BlockView key={index} block={block} />
    ))}
  </div>
)

function BlockView({ block }: { block: Block }) {
  switch (block.type) {
    case 'code':
      return (
        <pre className="overflow-x-auto rounded-control bg-surface-sunken px-3 py-2.5 font-mono text-sm">
          {block.text}
        </pre>
      )
    case 'quote':
      return (
        <blockquote className="border-s-2 border-line-strong ps-3 text-text-muted">
          <Lines lines={block.lines} />
        </blockquote>
      )
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index} className="ps-1">
          <Inlines content={item} />
        </li>
      ))
      return block.start === null ? (
        <ul className="grid list-disc gap-1.5 ps-5">{items}</ul>
      ) : (
        <ol start={block.start} className="grid list-decimal gap-1.5 ps-6">
          {items}
        </ol>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Lines lines={block.lines} />
        </p>
      )
  }
}

/** Joins the lines of a paragraph, since authors wrap lines. */
const Lines = ({ lines }: { lines: readonly Inline[][] }) =>
  lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <Inlines content={line} />
    </Fragment>
  ))

const Inlines = ({ content }: { content: readonly Inline[] }) =>
  content.map((inline, index) => <InlineView key={index} inline={inline} />)

const linkClass = 'font-medium text-accent-text underline underline-offset-2'

function InlineView({ inline }: { inline: Inline }) {
  switch (inline.type) {
    case 'text':
      return inline.text
    case 'code':
      return <code className="rounded-sm bg-surface-sunken px-1 py-0.5 font-mono text-[0.9em]">{inline.text}</code>
    case 'strong':
      return (
        <strong className="font-semibold">
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
      return inline.href.startsWith(`${location.origin}/`) ? (
        <Link to={inline.href.slice(location.origin.length)} className={linkClass}>
          <Inlines content={inline.content} />
        </Link>
      ) : (
        <a href={inline.href} target="_blank" rel="noreferrer" className={linkClass}>
          <Inlines content={inline.content} />
        </a>
      )
  }
}
