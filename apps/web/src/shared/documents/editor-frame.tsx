import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { errorText } from '../../lib/http/error-text.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { AutosaveNote } from './autosave-note.tsx'
import { DocumentFrame } from './document-frame.tsx'
import type { DocumentAutosave } from './use-document-autosave.ts'

interface EditorFrameProps {
  contentRef: Ref<HTMLDivElement>
  onKeyDown?: (event: KeyboardEvent) => void
  /** Content above the form: title, status and requested changes. */
  head: ReactNode
  autosave: Pick<DocumentAutosave<unknown>, 'state' | 'isOffline' | 'error' | 'conflict'>
  /** The two versions of a conflict, and the choice. */
  conflict: ReactNode
  /** Missing and invalid fields, and a title that says before what to fix them. */
  problems: { title: ReactNode; messages: readonly string[] }
  /** Total for the bar of a phone. */
  total: string
  /** Totals in the card beside the form. */
  totals: ReactNode
  /** Whether a phone shows the totals below the form. */
  isTotalsOnPhone?: boolean
  sideActions: ReactNode
  barActions: ReactNode
  /** The document as its reader sees it, shown below the totals on a desktop. */
  preview?: ReactNode
  children: ReactNode
}

/** Layout of a document's editor: messages, form, totals, autosave status and actions. */
export function EditorFrame(props: EditorFrameProps) {
  const { contentRef, onKeyDown, head, autosave, conflict, problems, total, totals, isTotalsOnPhone, children } = props
  const note = <AutosaveNote store={autosave.state} conflict={autosave.conflict !== undefined} />
  return (
    <DocumentFrame
      contentRef={contentRef}
      {...(onKeyDown && { onKeyDown })}
      columnsClassName={
        props.preview
          ? 'xl:ms-0 xl:max-w-none xl:grid-cols-[minmax(0,1fr)_18rem] min-[90rem]:grid-cols-[minmax(0,1fr)_24rem] min-[105rem]:grid-cols-[minmax(0,1fr)_38rem]'
          : 'xl:grid-cols-[minmax(0,1fr)_18rem]'
      }
      mainClassName="gap-8"
      asideLabel={t`Total`}
      asideClassName={`${isTotalsOnPhone ? 'grid' : 'hidden md:grid'} gap-4 xl:sticky xl:top-8 ${props.preview ? 'xl:max-h-[calc(100dvh-8rem)] xl:overflow-y-auto' : ''}`}
      aside={
        <>
          <Card className="grid gap-4 p-4 md:p-5">
            {totals}
            <div dir="auto" className="max-md:hidden">
              {note}
            </div>
            {props.sideActions}
          </Card>
          {props.preview}
        </>
      }
      barClassName="grid gap-2"
      bar={
        <>
          <div className="flex items-baseline justify-between gap-3">
            <span className="text-lg font-semibold tabular-nums">{total}</span>
            {note}
          </div>
          {props.barActions}
        </>
      }
    >
      {head}
      {conflict}
      {autosave.error !== undefined && autosave.error !== null && (
        <Banner tone="danger" alert title={<Trans>We couldn't save your changes.</Trans>}>
          {errorText(autosave.error, t`Try again in a moment.`)}
        </Banner>
      )}
      {autosave.isOffline && (
        <Banner tone="info">
          <Trans>You're offline. Your changes are kept in this tab and saved when you're back online.</Trans>
        </Banner>
      )}
      {problems.messages.length > 0 && (
        <Banner tone="danger" alert title={problems.title}>
          <ul className="grid gap-0.5">
            {[...new Set(problems.messages)].map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Banner>
      )}
      {children}
    </DocumentFrame>
  )
}
