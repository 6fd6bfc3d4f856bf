import { milestoneMismatch } from '@fettle/protocol/contracts/problems'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LayoutTemplate, PenLine } from 'lucide-react'
import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { moneyText } from '../../../lib/format/money.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { AutosaveNote } from '../../../shared/documents/autosave-note.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { focusIncomplete } from '../../../ui/forms/incomplete.ts'
import { ContractConflict } from './conflict-view.tsx'
import { FilesSection } from './files-section.tsx'
import { MilestonesSection } from './milestones-section.tsx'
import { LocationSection } from './location-section.tsx'
import { TermsSection } from './terms-section.tsx'
import { initialForm, useAutosave } from './use-autosave.ts'
import { ScopeSection } from './scope-section.tsx'
import { problemsIn, type ContractProblems, type ContractForm } from './contract-form.ts'
import { TemplatesDialog } from './templates-dialog.tsx'

export interface ContractEditorProps {
  contract: ContractDetails
  /** Content above the form: title, status and requested changes. */
  head: ReactNode
  /** Secondary actions. */
  menu: ReactNode
  /** Called when the draft is complete and saved, to read and sign it. */
  onSign: () => void
}

const none: ContractProblems = {}

/** Contract editor with autosave; checks completeness before signing. */
export function Editor({ contract, head, menu, onSign }: ContractEditorProps) {
  const { currency } = contract
  const root = useRef<HTMLDivElement>(null)
  const [written, setWritten] = useState<ContractForm>(() => initialForm(contract))
  // A new key remounts the form with fresh fields.
  const [sheet, setSheet] = useState(0)
  const replace = useCallback((next: ContractForm) => {
    setWritten(next)
    setSheet((count) => count + 1)
  }, [])
  const ways = useMemo(() => ({ put: setWritten, replace }), [replace])
  const keeping = useAutosave(contract, written, ways)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [dialog, setDialog] = useState(false)
  const problems = useMemo(() => (tried ? problemsIn(written) : none), [tried, written])
  const set = useCallback((patch: Partial<ContractForm>) => setWritten((before) => ({ ...before, ...patch })), [])
  const mismatch = milestoneMismatch({ ...written, milestones: [...written.milestones] })
  const money = (amount: number) => moneyText({ amount, currency })
  const complaints = [
    ...new Set(Object.values(problems)),
    ...(tried && mismatch
      ? [t`Milestones add up to ${money(mismatch.sum)}, but the contract total is ${money(mismatch.total)}.`]
      : []),
  ]

  const toFirstProblem = () =>
    setTimeout(() => {
      const first = root.current?.querySelector<HTMLElement>('[aria-invalid=true]')
      first?.focus()
      ;(first ?? root.current?.querySelector('[role=alert]'))?.scrollIntoView({ block: 'center' })
    })
  const trySign = async () => {
    setTried(true)
    if (root.current && focusIncomplete(root.current)) return
    if (mismatch || Object.keys(problemsIn(written)).length > 0) {
      toFirstProblem()
      return
    }
    setBusy(true)
    const version = await keeping.save()
    setBusy(false)
    if (version !== undefined) onSign()
    else toFirstProblem()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    if (event.key === 's') {
      event.preventDefault()
      void keeping.save()
    }
    if (event.key === 'Enter') void trySign()
  }
  const part = { written, problems, currency, set }
  const total = money(written.totalAmount)
  const sign = (
    <Button
      className="flex-1"
      busy={busy}
      disabled={!contract.allowedActions.includes('send')}
      icon={<PenLine size={18} aria-hidden="true" />}
      onClick={() => void trySign()}
    >
      <Trans>Read and sign…</Trans>
    </Button>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts of the fields within
    <div className="flex h-full flex-col" onKeyDown={onKeyDown}>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <div
          ref={root}
          className="mx-auto grid max-w-3xl items-start gap-6 px-4 py-5 md:px-8 md:py-8 xl:max-w-6xl xl:grid-cols-[minmax(0,1fr)_18rem]"
        >
          <div className="grid min-w-0 gap-8">
            {head}
            {keeping.conflict && <ContractConflict written={written} keeping={keeping} currency={currency} />}
            {keeping.error !== undefined && (
              <Banner tone="danger" alert title={<Trans>Your changes could not be saved.</Trans>}>
                {errorText(keeping.error, t`Try again in a moment.`)}
              </Banner>
            )}
            {keeping.isOffline && (
              <Banner tone="info">
                <Trans>You're offline. Your changes are kept in this tab and saved when you're back online.</Trans>
              </Banner>
            )}
            {complaints.length > 0 && (
              <Banner tone="danger" alert title={<Trans>Fix these before signing:</Trans>}>
                <ul className="grid gap-0.5">
                  {complaints.map((message) => (
                    <li key={message}>{message}</li>
                  ))}
                </ul>
              </Banner>
            )}
            <div key={sheet} className="grid gap-8">
              <ScopeSection {...part} />
              <LocationSection {...part} />
              <MilestonesSection {...part} />
              <TermsSection {...part} />
              <FilesSection {...part} contract={contract} />
            </div>
          </div>
          <aside aria-label={t`Total`} className="hidden gap-4 md:grid xl:sticky xl:top-8">
            <Card className="grid gap-4 p-4 md:p-5">
              <p className="flex items-baseline justify-between gap-3">
                <span className="text-text-muted">
                  <Trans>Total</Trans>
                </span>
                <span className="text-lg font-semibold tabular-nums">{total}</span>
              </p>
              <AutosaveNote store={keeping.state} conflict={keeping.conflict !== undefined} />
              <div className="flex gap-2">
                {sign}
                {menu}
              </div>
              <Button size="sm" variant="secondary" onClick={() => setDialog(true)}>
                <Trans>Templates</Trans>
              </Button>
            </Card>
          </aside>
        </div>
      </div>
      <div data-bottom-bar className="grid shrink-0 gap-2 border-t border-line bg-surface-raised px-4 py-3 md:hidden">
        <div className="flex items-baseline justify-between gap-3">
          <span className="text-lg font-semibold tabular-nums">{total}</span>
          <AutosaveNote store={keeping.state} conflict={keeping.conflict !== undefined} />
        </div>
        <div className="flex gap-2">
          <IconButton
            label={t`Templates`}
            icon={<LayoutTemplate size={20} />}
            className="border border-line-strong"
            onClick={() => setDialog(true)}
          />
          {menu}
          {sign}
        </div>
      </div>
      {dialog && <TemplatesDialog written={written} replace={replace} onClose={() => setDialog(false)} />}
    </div>
  )
}
