import clsx from 'clsx'
import type { KeyboardEvent, ReactNode, Ref } from 'react'

interface DocumentFrameProps {
  /** Bar at the bottom of a phone. */
  bar: ReactNode
  barClassName: string
  aside: ReactNode
  asideClassName: string
  asideLabel?: string
  columnsClassName: string
  mainClassName: string
  /** Main column and aside, without the bar. */
  contentRef?: Ref<HTMLDivElement>
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

/** Layout of a document: scrolling content with an aside, above a bar of actions on phones. */
export function DocumentFrame(props: DocumentFrameProps) {
  const { bar, aside, columnsClassName, mainClassName, contentRef, onKeyDown, children } = props
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles shortcuts of the fields in it
    <div className="flex h-full flex-col" onKeyDown={onKeyDown}>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <div
          ref={contentRef}
          className={clsx(
            'wide-content grid grid-cols-1 items-start gap-6 px-4 py-5 md:px-8 md:py-8',
            columnsClassName,
          )}
        >
          <div className={clsx('grid min-w-0 grid-cols-1', mainClassName)}>{children}</div>
          <aside aria-label={props.asideLabel} className={props.asideClassName}>
            {aside}
          </aside>
        </div>
      </div>
      <div
        data-bottom-bar
        className={clsx('shrink-0 border-t border-line bg-surface-raised px-4 py-3 md:hidden', props.barClassName)}
      >
        {bar}
      </div>
    </div>
  )
}

interface SentDocumentProps {
  head: ReactNode
  /** Next step and secondary actions. */
  actions: ReactNode
  /** The head shows the actions itself where there is room. */
  isInHead: boolean
  aside: ReactNode
  children: ReactNode
}

/** Page of a document that is not edited. */
export const SentDocument = ({ head, actions, isInHead, aside, children }: SentDocumentProps) => (
  <DocumentFrame
    columnsClassName="xl:grid-cols-[minmax(0,1fr)_20rem]"
    mainClassName="gap-5"
    aside={aside}
    asideClassName="grid min-w-0 grid-cols-1 gap-4"
    bar={actions}
    barClassName="flex gap-3 *:first:flex-1"
  >
    {head}
    {!isInHead && <div className="hidden gap-3 md:flex">{actions}</div>}
    {children}
  </DocumentFrame>
)
