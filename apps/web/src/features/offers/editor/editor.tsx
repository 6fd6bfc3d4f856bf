import { OfferDraft } from '@fettle/protocol/offers/content'
import type { OfferDetails } from '@fettle/protocol/offers'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { memo, useCallback, useMemo, useRef, useState, type ReactNode, useLayoutEffect } from 'react'
import * as z from 'zod/mini'
import { moneyText } from '../../../lib/format/money.ts'
import { useTableRoom, useTwoPaneRoom } from '../../../lib/browser/media.ts'
import { useProfile } from '../../../shared/profile/profile.ts'
import { focusIncomplete } from '../../../ui/forms/incomplete.ts'
import { FootActions, SideActions } from './editor-actions.tsx'
import { FilesSection } from './sections/files-section.tsx'
import { TitleSection } from './sections/title-section.tsx'
import { Lines } from './lines/lines.tsx'
import { OptionsSection } from './sections/options-section.tsx'
import { PriceSection } from './sections/price-section.tsx'
import { byLine, problemsIn } from './problems.ts'
import { useOfferProblems } from './use-offer-problems.ts'
import { isBlank } from './lines/draft-edits.ts'
import { lineOf } from './lines/keys.ts'
import { ScheduleSection } from './sections/schedule-section.tsx'
import { TotalsPanel } from './sections/totals-panel.tsx'
import { useEditing, type Editing, type EditorInput } from './use-editing.ts'
import { useFiles } from './sections/use-files.ts'
import { contentOf, useOfferAutosave } from './use-offer-autosave.ts'
import { NotesSection } from './sections/notes-section.tsx'
import { EditorFrame } from '../../../shared/documents/editor-frame.tsx'
import { LivePreview } from './live-preview.tsx'
import { LineSheet } from './lines/line-sheet.tsx'
import { OfferConflict } from './dialogs/conflict-view.tsx'
import { PreviewDialog } from './dialogs/preview-dialog.tsx'
import { SendDialog } from './dialogs/send-dialog.tsx'
import { TemplatesDialog } from './dialogs/templates-dialog.tsx'

/**
 * Returns a stable function that calls the latest `act`, so that components receiving it need not re-render. For event
 * handlers only; do not call during render.
 */
function useStable(act: () => void): () => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback(() => latest.current(), [])
}

interface EditorSection {
  editing: Editing
}

/** Memoizes a section by the fields it shows, so that typing in a line does not re-render the page. */
const memoByFields = (...fields: (keyof OfferDraft)[]) => {
  const fieldNames = new Set<string>(fields)
  return ({ editing: before, ...rest }: EditorSection, { editing: after, ...next }: EditorSection): boolean =>
    [...fieldNames].every(
      (field) => before.content[field as keyof OfferDraft] === after.content[field as keyof OfferDraft],
    ) && Object.entries(rest).every(([name, value]) => value === (next as Record<string, unknown>)[name])
}
const sections = {
  Head: memo(TitleSection, memoByFields('title')),
  Options: memo(OptionsSection, memoByFields('optionGroups', 'lineItems')),
  Price: memo(PriceSection, memoByFields('taxMode', 'discount', 'deposit', 'paymentSchedule')),
  Time: memo(ScheduleSection, memoByFields('validUntil', 'estimatedMinutes', 'proposedSlots')),
  Words: memo(
    NotesSection,
    memoByFields('intro', 'materialsBy', 'warrantyMonths', 'exclusions', 'terms', 'requiresContract'),
  ),
  Files: memo(FilesSection, memoByFields('photos', 'attachments')),
  Totals: memo(TotalsPanel),
}

/** The tax rate common to all lines, or the default for the first one; undefined when they differ. */
function commonRate({ lineItems }: Pick<OfferDraft, 'lineItems'>, defaultRate: number): number | undefined {
  const [first] = lineItems
  if (!first) return defaultRate
  return lineItems.every(({ taxRateBps }) => taxRateBps === first.taxRateBps) ? first.taxRateBps : undefined
}

export interface OfferEditorProps {
  offer: OfferDetails
  now: Date
  /** Content above the form: title, request and requested changes. */
  head: ReactNode
  /** Secondary actions. */
  menu: ReactNode
  /** Content below the form: earlier revisions and history. */
  foot: ReactNode
  /** Called after sending, to close the editor. */
  onSent: () => void
}

const empty = (title: string) => (): OfferDraft => z.parse(OfferDraft, { title })

/** Offer editor with live totals and autosave. */
export function Editor(props: OfferEditorProps) {
  const { id: user, usualTaxRateBps } = useProfile()
  return <EditorForm {...props} user={user} usualTaxRateBps={usualTaxRateBps} table={useTableRoom()} />
}

interface EditorFormProps extends OfferEditorProps {
  user: string
  usualTaxRateBps: number
  /** There is room for a table of lines. */
  table: boolean
}

/** Renders on every keystroke; data is loaded outside. */
function EditorForm({ offer, now, head, menu, foot, onSent, user, usualTaxRateBps, table }: EditorFormProps) {
  const { currency } = offer
  const root = useRef<HTMLDivElement>(null)
  const editing = useEditing(() => contentOf(offer, empty(offer.title)))
  const { content, totals, typed } = editing
  const withoutBlankLines = useMemo(() => withoutBlanks({ content, typed }), [content, typed])
  const autosave = useOfferAutosave(offer, content, editing.replace, user)
  const files = useFiles(offer)
  const wide = useTwoPaneRoom()
  const [opened, setOpened] = useState<string>()
  const [dialog, setDialog] = useState<'send' | 'preview' | 'templates'>()
  const { problems, isSubmitted, showAll, showServerProblems } = useOfferProblems(content)
  const total = moneyText({ amount: totals.total, currency })
  // A file that is on its way would be missing from what is sent.
  const isUploading = files.progress !== undefined
  const maySend = !isUploading && (offer.allowedActions.includes('send') || offer.allowedActions.includes('draft'))

  const toFirstProblem = () =>
    setTimeout(() => {
      const first = root.current?.querySelector<HTMLElement>('[aria-invalid=true]')
      first?.focus()
      ;(first ?? root.current?.querySelector('.text-danger'))?.scrollIntoView({ block: 'center' })
    })
  const trySend = () => {
    if (isUploading) return
    if (withoutBlankLines !== content) editing.edit(() => withoutBlankLines)
    showAll()
    if (root.current && focusIncomplete(root.current)) return
    if (Object.keys(typed).length > 0 || Object.keys(problemsIn(withoutBlankLines)).length > 0) toFirstProblem()
    else {
      // Save while the preview is open.
      void autosave.save()
      setDialog('send')
    }
  }
  const line = opened === undefined ? undefined : totals.lines.find(({ id }) => id === opened)
  const acts = {
    maySend,
    menu,
    onSend: useStable(trySend),
    onPreview: useCallback(() => setDialog('preview'), []),
    onTemplates: useCallback(() => setDialog('templates'), []),
  }
  return (
    <>
      <EditorFrame
        contentRef={root}
        head={head}
        autosave={autosave}
        conflict={
          autosave.conflict && (
            <OfferConflict content={content} autosave={autosave} currency={currency} timeZone={offer.timeZone} />
          )
        }
        problems={{
          title: <Trans>Fix these before sending:</Trans>,
          messages: isSubmitted
            ? [...Object.values(problems), ...(Object.keys(typed).length > 0 ? [unreadText()] : [])]
            : [],
        }}
        total={total}
        totals={
          <sections.Totals taxMode={content.taxMode} discount={content.discount} totals={totals} currency={currency} />
        }
        isTotalsOnPhone
        sideActions={<SideActions {...acts} />}
        barActions={<FootActions {...acts} />}
        preview={
          wide && <LivePreview offer={offer} content={withoutBlankLines} totals={totals} files={files} now={now} />
        }
      >
        <sections.Head editing={editing} problems={problems} />
        <Lines
          editing={editing}
          totals={totals}
          currency={currency}
          problems={problems}
          onOpen={setOpened}
          usualTaxRateBps={usualTaxRateBps}
          table={table}
        />
        <sections.Options editing={editing} problems={problems} />
        <sections.Price
          editing={editing}
          currency={currency}
          problems={problems}
          rate={commonRate(content, usualTaxRateBps)}
        />
        <sections.Time offer={offer} editing={editing} problems={problems} now={now} />
        <sections.Words editing={editing} problems={problems} />
        <sections.Files editing={editing} files={files} problems={problems} />
        {foot}
      </EditorFrame>
      {opened !== undefined && (
        <LineSheet
          key={opened}
          id={opened}
          editing={editing}
          currency={currency}
          amount={line?.amount ?? 0}
          problems={byLine(problems).get(opened)}
          files={files}
          onOpen={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
      {dialog === 'preview' && (
        <PreviewDialog
          offer={offer}
          content={withoutBlankLines}
          totals={totals}
          files={files}
          now={now}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'templates' && (
        <TemplatesDialog editing={editing} currency={currency} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'send' && (
        <SendDialog
          offer={offer}
          editing={editing}
          autosave={autosave}
          totals={totals}
          now={now}
          onProblems={(found) => {
            showServerProblems(found)
            toFirstProblem()
          }}
          onSent={onSent}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}

const unreadText = () => t`Check the highlighted lines.`

/** Removes empty lines, which are not sent. */
function withoutBlanks({ content, typed }: EditorInput): OfferDraft {
  const unread = new Set(Object.keys(typed).map(lineOf))
  const written = content.lineItems.filter((line) => !isBlank(line) || unread.has(line.id))
  return written.length < content.lineItems.length ? { ...content, lineItems: written } : content
}
