import { OfferDraft } from '@fettle/protocol/offers/content'
import type { OfferDetails } from '@fettle/protocol/offers'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { memo, useCallback, useMemo, useRef, useState, type ReactNode, useLayoutEffect } from 'react'
import * as z from 'zod/mini'
import { moneyText } from '../../../lib/format/money.ts'
import { useTableRoom } from '../../../lib/browser/media.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { useProfile } from '../../../shared/profile/profile.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { focusIncomplete } from '../../../ui/forms/incomplete.ts'
import { FootActions, SideActions } from './editor-actions.tsx'
import { FilesSection } from './sections/files-section.tsx'
import { TitleSection } from './sections/title-section.tsx'
import { Lines } from './lines/lines.tsx'
import { OptionsSection } from './sections/options-section.tsx'
import { PriceSection } from './sections/price-section.tsx'
import { byLine, problemsIn, type OfferProblems } from './problems.ts'
import { isBlank } from './lines/sheet.ts'
import { ScheduleSection } from './sections/schedule-section.tsx'
import { TotalsPanel } from './sections/totals-panel.tsx'
import { useEditing, type Editing } from './use-editing.ts'
import { useFiles } from './sections/use-files.ts'
import { contentOf, useAutosave } from './use-autosave.ts'
import { NotesSection } from './sections/notes-section.tsx'
import { AutosaveNote } from '../../../shared/documents/autosave-note.tsx'
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
  const own = new Set<string>(fields)
  return ({ editing: before, ...rest }: EditorSection, { editing: after, ...next }: EditorSection): boolean =>
    [...own].every((field) => before.content[field as keyof OfferDraft] === after.content[field as keyof OfferDraft]) &&
    Object.entries(rest).every(([name, value]) => value === (next as Record<string, unknown>)[name])
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
const none: OfferProblems = {}

/** The tax rate common to all lines, or the default for the first one; undefined when they differ. */
function commonRate({ lineItems }: Pick<OfferDraft, 'lineItems'>, usual: number): number | undefined {
  const [first] = lineItems
  if (!first) return usual
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
  return <Sheet {...props} user={user} usualTaxRateBps={usualTaxRateBps} table={useTableRoom()} />
}

interface SheetProps extends OfferEditorProps {
  user: string
  usualTaxRateBps: number
  /** There is room for a table of lines. */
  table: boolean
}

/** Renders on every keystroke; data is loaded outside. */
function Sheet({ offer, now, head, menu, foot, onSent, user, usualTaxRateBps, table }: SheetProps) {
  const { currency } = offer
  const root = useRef<HTMLDivElement>(null)
  const editing = useEditing(() => contentOf(offer, empty(offer.title)))
  const { content, totals, typed } = editing
  const keeping = useAutosave(offer, content, editing.replace, user)
  const files = useFiles(offer)
  const [opened, setOpened] = useState<string>()
  const [dialog, setDialog] = useState<'send' | 'preview' | 'templates'>()
  const [tried, setTried] = useState(false)
  const [serverProblems, setServerProblems] = useState<{ of: OfferDraft; problems: OfferProblems }>()

  const problems = useMemo<OfferProblems>(() => {
    const server = serverProblems?.of === content ? serverProblems.problems : undefined
    return tried || server ? { ...server, ...(tried && problemsIn(content)) } : none
  }, [tried, serverProblems, content])
  const wrong = Object.keys(problems).length + Object.keys(typed).length
  const total = moneyText({ amount: totals.total, currency })
  const maySend = offer.allowedActions.includes('send') || offer.allowedActions.includes('draft')

  const toFirstProblem = () =>
    setTimeout(() => {
      const first = root.current?.querySelector<HTMLElement>('[aria-invalid=true]')
      first?.focus()
      ;(first ?? root.current?.querySelector('.text-danger'))?.scrollIntoView({ block: 'center' })
    })
  const trySend = () => {
    const cleared = withoutBlanks(content)
    if (cleared !== content) editing.edit(() => cleared)
    setTried(true)
    if (root.current && focusIncomplete(root.current)) return
    if (Object.keys(typed).length > 0 || Object.keys(problemsIn(cleared)).length > 0) toFirstProblem()
    else {
      // Save while the preview is open.
      void keeping.save()
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
  const note = <AutosaveNote store={keeping.state} conflict={keeping.conflict !== undefined} />
  return (
    <div className="flex h-full flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <div
          ref={root}
          className="mx-auto grid max-w-3xl grid-cols-1 items-start gap-6 px-4 py-5 md:px-8 md:py-8 xl:grid-cols-[minmax(0,1fr)_18rem]"
        >
          <div className="grid min-w-0 grid-cols-1 gap-8">
            {head}
            {keeping.conflict && (
              <OfferConflict content={content} keeping={keeping} currency={currency} timeZone={offer.timeZone} />
            )}
            {keeping.error !== undefined && keeping.error !== null && (
              <Banner tone="danger" alert title={<Trans>Your changes could not be saved.</Trans>}>
                {errorText(keeping.error, t`Try again in a moment.`)}
              </Banner>
            )}
            {tried && wrong > 0 && (
              <Banner tone="danger" alert title={<Trans>Fix these before sending:</Trans>}>
                <ul className="grid gap-0.5">
                  {[
                    ...new Set([...Object.values(problems), ...(Object.keys(typed).length > 0 ? [unreadText()] : [])]),
                  ].map((message) => (
                    <li key={message}>{message}</li>
                  ))}
                </ul>
              </Banner>
            )}
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
          </div>
          <aside aria-label={t`Total`} className="grid gap-4 xl:sticky xl:top-8">
            <Card className="grid gap-4 p-4 md:p-5">
              <sections.Totals
                taxMode={content.taxMode}
                discount={content.discount}
                totals={totals}
                currency={currency}
              />
              <div dir="auto" className="max-md:hidden">
                {note}
              </div>
              <SideActions {...acts} />
            </Card>
          </aside>
        </div>
      </div>
      <div data-bottom-bar className="grid shrink-0 gap-2 border-t border-line bg-surface-raised px-4 py-3 md:hidden">
        <div className="flex items-baseline justify-between gap-3">
          <span className="text-lg font-semibold tabular-nums">{total}</span>
          {note}
        </div>
        <FootActions {...acts} />
      </div>
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
          content={content}
          totals={totals}
          files={files}
          now={now}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'templates' && <TemplatesDialog editing={editing} onClose={() => setDialog(undefined)} />}
      {dialog === 'send' && (
        <SendDialog
          offer={offer}
          editing={editing}
          keeping={keeping}
          totals={totals}
          now={now}
          onProblems={(found) => {
            setServerProblems({ of: content, problems: found })
            toFirstProblem()
          }}
          onSent={onSent}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}

const unreadText = () => t`Check the highlighted lines.`

/** Removes empty lines at the end. */
function withoutBlanks(content: OfferDraft): OfferDraft {
  return content.lineItems.some(isBlank)
    ? { ...content, lineItems: content.lineItems.filter((line) => !isBlank(line)) }
    : content
}
