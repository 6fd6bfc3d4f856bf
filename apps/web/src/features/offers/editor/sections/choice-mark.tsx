import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

export interface ChoiceMarkProps {
  id: string
  name: string
  /** The option group of the line; named when there are several. */
  group: { id: string; name: string; single: boolean } | undefined
  selected: boolean
  onSelect: (selected: boolean) => void
}

/** Marks a line as optional, with its preselection. */
export function ChoiceMark({ id, name, group, selected, onSelect }: ChoiceMarkProps) {
  const single = group?.single === true
  return (
    <label className="flex min-h-8 w-fit items-center gap-2 px-2 pb-1 text-xs text-text-muted pointer-coarse:min-h-11">
      <input
        type={single ? 'radio' : 'checkbox'}
        {...(single && { name: `choice of ${group.id}` })}
        data-choice={id}
        checked={selected}
        aria-label={t`Select ${name} by default`}
        onChange={({ target }) => onSelect(target.checked)}
        className="size-4 accent-accent"
      />
      <span>
        {group ? group.name || <Trans>Option</Trans> : <Trans>Optional</Trans>}
        {selected && (
          <>
            {' · '}
            <Trans>preselected</Trans>
          </>
        )}
      </span>
    </label>
  )
}
