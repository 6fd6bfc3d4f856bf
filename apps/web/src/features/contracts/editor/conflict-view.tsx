import type { ContractDraft } from '@fettle/protocol/contracts/content'
import { i18n } from '@lingui/core'
import { Trans } from '@lingui/react/macro'
import { moneyText } from '../../../lib/format/money.ts'
import { ConflictView } from '../../../shared/documents/conflict-view.tsx'
import type { ContractAutosave } from './use-contract-autosave.ts'
import { changedSections, sectionLabels } from '../running/version-changes.ts'
import { contentOf, normalised, type ContractForm } from './contract-form.ts'

interface ContractConflictProps {
  form: ContractForm
  autosave: ContractAutosave
  currency: string
}

/** Both versions of a contract that was edited elsewhere too. */
export function ContractConflict({ form, autosave, currency }: ContractConflictProps) {
  const theirs = autosave.conflict?.theirs
  if (!theirs) return null
  const mine = contentOf(form)
  const changed = changedSections(normalised(theirs.content), normalised(mine)).map((part) =>
    i18n._(sectionLabels[part]),
  )
  return (
    <ConflictView
      title={<Trans>This contract changed while you were editing.</Trans>}
      mine={<Version content={mine} other={theirs.content} currency={currency} />}
      theirs={<Version content={theirs.content} other={mine} currency={currency} />}
      onChoose={autosave.resolve}
    >
      <p className="text-sm">
        <span className="font-semibold">
          <Trans>Changes in my version</Trans>
        </span>{' '}
        {changed.join(' · ')}
      </p>
    </ConflictView>
  )
}

/** One of the versions, with the differences marked. */
function Version({ content, other, currency }: { content: ContractDraft; other: ContractDraft; currency: string }) {
  const changed = (differs: boolean) => (differs ? 'bg-warning-soft' : '')
  const isSame = (one: ContractDraft['milestones'][number], two: ContractDraft['milestones'][number] | undefined) =>
    two !== undefined && one.title === two.title && one.amount === two.amount && one.dueDate === two.dueDate
  return (
    <>
      <p className={`font-semibold wrap-anywhere ${changed(content.title !== other.title)}`}>
        {content.title || <Trans>Untitled</Trans>}
      </p>
      <p className={`text-sm tabular-nums ${changed(content.totalAmount !== other.totalAmount)}`}>
        {moneyText({ amount: content.totalAmount, currency })}
      </p>
      <p
        className={`line-clamp-6 text-sm whitespace-pre-line wrap-anywhere ${changed(content.scopeOfWork !== other.scopeOfWork)}`}
      >
        {content.scopeOfWork || '–'}
      </p>
      <ol className="grid gap-0.5 text-sm text-text-muted">
        {content.milestones.map((milestone, index) => (
          <li
            key={milestone.id ?? index}
            className={`flex justify-between gap-3 tabular-nums ${changed(!isSame(milestone, other.milestones[index]))}`}
          >
            <span dir="auto" className="truncate">
              {milestone.title || '–'}
            </span>
            <span>{moneyText({ amount: milestone.amount, currency })}</span>
          </li>
        ))}
      </ol>
      {content.terms.text !== other.terms.text && (
        <p className="line-clamp-6 bg-warning-soft text-sm whitespace-pre-line wrap-anywhere">
          {content.terms.text || '–'}
        </p>
      )}
    </>
  )
}
