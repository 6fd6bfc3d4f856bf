import { milestoneMismatch } from '@fettle/protocol/contracts/problems'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LayoutTemplate, PenLine } from 'lucide-react'
import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type SetStateAction } from 'react'
import { moneyText } from '../../../lib/format/money.ts'
import { EditorFrame } from '../../../shared/documents/editor-frame.tsx'
import { latinKey } from '../../../shared/shortcuts/latin-key.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { focusIncomplete } from '../../../ui/forms/incomplete.ts'
import { ContractConflict } from './conflict-view.tsx'
import { FilesSection } from './files-section.tsx'
import { MilestonesSection } from './milestones-section.tsx'
import { LocationSection } from './location-section.tsx'
import { TermsSection } from './terms-section.tsx'
import { initialForm, useContractAutosave } from './use-contract-autosave.ts'
import { ScopeSection } from './scope-section.tsx'
import type { EditorSectionProps } from './section-props.ts'
import { useFiles } from '../use-files.ts'
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
  const [form, setForm] = useState<ContractForm>(() => initialForm(contract))
  // A new key remounts the sections with fresh fields.
  const [sectionsKey, setSectionsKey] = useState(0)
  const replace = (next: SetStateAction<ContractForm>) => {
    setForm(next)
    setSectionsKey((key) => key + 1)
  }
  const autosave = useContractAutosave(contract, form, { change: setForm, replace })
  const files = useFiles(contract.files, 'CONTRACT_FILE')
  // A file that is on its way would be missing from what is signed.
  const isUploading = files.progress !== undefined
  const [isSubmitted, setSubmitted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [isTemplatesOpen, setTemplatesOpen] = useState(false)
  const problems = useMemo(() => (isSubmitted ? problemsIn(form) : none), [isSubmitted, form])
  const set: EditorSectionProps['set'] = useCallback(
    (change) => setForm((before) => ({ ...before, ...(typeof change === 'function' ? change(before) : change) })),
    [],
  )
  const mismatch = milestoneMismatch({ ...form, milestones: [...form.milestones] })
  const money = (amount: number) => moneyText({ amount, currency })
  const messages = [
    ...Object.values(problems),
    ...(isSubmitted && mismatch
      ? [t`Milestones add up to ${money(mismatch.sum)}, but the contract total is ${money(mismatch.total)}.`]
      : []),
  ]

  const focusFirstProblem = () =>
    setTimeout(() => {
      const first = root.current?.querySelector<HTMLElement>('[aria-invalid=true]')
      first?.focus()
      ;(first ?? root.current?.querySelector('[role=alert]'))?.scrollIntoView({ block: 'center' })
    })
  const trySign = async () => {
    if (isUploading) return
    setSubmitted(true)
    if (root.current && focusIncomplete(root.current)) return
    if (mismatch || Object.keys(problemsIn(form)).length > 0) {
      focusFirstProblem()
      return
    }
    setBusy(true)
    const version = await autosave.save()
    setBusy(false)
    if (version !== undefined) onSign()
    else focusFirstProblem()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    if (latinKey(event).toLowerCase() === 's') {
      event.preventDefault()
      void autosave.save()
    }
    if (event.key === 'Enter') void trySign()
  }
  const sectionProps = { form, problems, currency, set }
  const total = money(form.totalAmount)
  const sign = (
    <Button
      className="flex-1"
      busy={busy || isUploading}
      disabled={!contract.allowedActions.includes('send')}
      icon={<PenLine size={18} aria-hidden="true" />}
      onClick={() => void trySign()}
    >
      <Trans>Read and sign…</Trans>
    </Button>
  )
  return (
    <>
      <EditorFrame
        contentRef={root}
        onKeyDown={onKeyDown}
        head={head}
        autosave={autosave}
        conflict={autosave.conflict && <ContractConflict form={form} autosave={autosave} currency={currency} />}
        problems={{ title: <Trans>Fix these before signing:</Trans>, messages }}
        total={total}
        totals={
          <p className="flex items-baseline justify-between gap-3">
            <span className="text-text-muted">
              <Trans>Total</Trans>
            </span>
            <span className="text-lg font-semibold tabular-nums">{total}</span>
          </p>
        }
        sideActions={
          <>
            <div className="flex gap-2">
              {sign}
              {menu}
            </div>
            <Button size="sm" variant="secondary" onClick={() => setTemplatesOpen(true)}>
              <Trans>Templates</Trans>
            </Button>
          </>
        }
        barActions={
          <div className="flex flex-wrap gap-2">
            <IconButton
              label={t`Templates`}
              icon={<LayoutTemplate size={20} />}
              className="border border-line-strong"
              onClick={() => setTemplatesOpen(true)}
            />
            {menu}
            {sign}
          </div>
        }
      >
        <div key={sectionsKey} className="grid gap-8">
          <ScopeSection {...sectionProps} />
          <LocationSection {...sectionProps} contractId={contract.id} />
          <MilestonesSection {...sectionProps} />
          <TermsSection {...sectionProps} />
          <FilesSection {...sectionProps} files={files} />
        </div>
      </EditorFrame>
      {isTemplatesOpen && (
        <TemplatesDialog form={form} currency={currency} replace={replace} onClose={() => setTemplatesOpen(false)} />
      )}
    </>
  )
}
