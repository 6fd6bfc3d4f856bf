import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { BookmarkPlus, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { filterParams, removeFilter, saveFilter, useSavedFilters } from './saved-filters-storage.ts'
import { focusBeside } from '../../ui/layout/focus-beside.ts'
import { useProfile } from '../profile/profile.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'

interface SavedFiltersProps {
  /** Parameters of the address that are saved. */
  params: readonly string[]
  /** Parameters that make a filter worth saving. A tab alone is one tap away. */
  narrowing: readonly string[]
}

/** Saved filters of a list, and a button to save the current one. */
export function SavedFilters({ params, narrowing }: SavedFiltersProps) {
  const [, list = ''] = useLocation().pathname.split('/')
  const [search, setSearch] = useSearchParams()
  const of = { list, user: useProfile().id }
  const saved = useSavedFilters(of)
  const [isNaming, setNaming] = useState(false)
  const current = filterParams(search, params)
  // A form that is open over the list may use the same parameters.
  const isNew =
    !search.has('new') &&
    narrowing.some((name) => search.get(name)) &&
    !saved.some((filter) => filter.search === current)
  if (saved.length === 0 && !isNew) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul aria-label={t`Saved filters`} className="contents">
        {saved.map(({ name, search: filter }) => (
          <li
            key={name}
            className={clsx(
              'inline-flex max-w-full items-center rounded-full border text-sm',
              filter === current
                ? 'border-accent bg-accent-soft font-semibold'
                : 'border-line-strong bg-surface-raised',
            )}
          >
            <button
              type="button"
              aria-pressed={filter === current}
              onClick={() => setSearch(new URLSearchParams(filter === current ? '' : filter), { replace: true })}
              className="min-h-9 min-w-0 truncate rounded-s-full ps-3.5 pe-1 pointer-coarse:min-h-11"
            >
              <bdi>{name}</bdi>
            </button>
            <button
              type="button"
              aria-label={t`Remove ${name}`}
              onClick={({ currentTarget }) => {
                const row = currentTarget.closest('li')
                focusBeside(row, 'button + button')
                // No other row can take the focus.
                if (row?.contains(document.activeElement)) document.getElementById('main')?.focus()
                removeFilter(of, name)
              }}
              className="grid size-9 shrink-0 place-items-center rounded-full text-text-muted hover:text-text pointer-coarse:size-11"
            >
              <X size={16} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {isNew && (
        <Button
          size="sm"
          variant="quiet"
          icon={<BookmarkPlus size={18} aria-hidden="true" />}
          onClick={() => setNaming(true)}
        >
          <Trans>Save filter</Trans>
        </Button>
      )}
      {isNaming && (
        <NameDialog
          onSave={(name) => {
            saveFilter(of, { name, search: current })
            setNaming(false)
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  )
}

function NameDialog({ onSave, onClose }: { onSave: (name: string) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  return (
    <FormDialog
      onClose={onClose}
      title={<Trans>Save filter</Trans>}
      submit={<Trans>Save</Trans>}
      onSubmit={() => {
        setSubmitted(true)
        if (name.trim() !== '') onSave(name.trim())
      }}
    >
      <TextField
        label={t`Name`}
        value={name}
        maxLength={40}
        hint={t`Saved on this device.`}
        onChange={({ target }) => setName(target.value)}
        error={isSubmitted && name.trim() === '' ? t`Enter a name.` : undefined}
      />
    </FormDialog>
  )
}
