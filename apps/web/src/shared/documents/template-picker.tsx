import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, type UseQueryResult } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { errorText } from '../../lib/http/error-text.ts'
import { LoadError } from '../errors/load-error.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FieldError, TextField } from '../../ui/forms/field.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'

interface Template {
  id: string
  name: string
}

interface TemplatePickerProps<Kept extends Template> {
  found: UseQueryResult<Kept[]>
  /** Default name of a new template. */
  title: string
  /** The parts that applying a template replaces. */
  replaces: ReactNode
  /** The parts a template does not contain. */
  leavesOut: ReactNode
  /** Content beside a template's name. */
  aside?: (template: Kept) => ReactNode
  /** Applies a template and returns a function that undoes it. */
  apply: (template: Kept) => () => void
  /** Saves this document as a template, replacing the one of the same name. Rejects with the server's error. */
  keep: (name: string, same: Kept | undefined) => Promise<unknown>
  onClose: () => void
}

/** Lists templates, to apply one or to save this document as one. */
export function TemplatePicker<Kept extends Template>(props: TemplatePickerProps<Kept>) {
  const { found, title, replaces, leavesOut, aside, apply, keep, onClose } = props
  const [typed, setTyped] = useState(title)
  const [isSubmitted, setSubmitted] = useState(false)
  const name = typed.trim()
  const existing = found.data?.find((template) => template.name === name)
  const saving = useMutation({
    mutationFn: () => keep(name, existing),
    onSuccess: () => {
      toast.success(t`Saved as a template`)
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={<Trans>Templates</Trans>}>
      <div className="grid gap-6">
        {found.isPending && <SkeletonList rows={2} />}
        {found.isError && !found.data && <LoadError title={t`We couldn't load the templates.`} query={found} />}
        {found.data && found.data.length > 0 && (
          <section className="grid gap-2">
            <h3 className="font-semibold">
              <Trans>Use a template</Trans>
            </h3>
            <p className="text-sm text-text-muted">{replaces}</p>
            <ul className="grid divide-y divide-line">
              {found.data.map((template) => (
                <li key={template.id}>
                  <button
                    type="button"
                    className="flex min-h-14 w-full items-center justify-between gap-3 py-2 text-start hover:bg-surface-hover"
                    onClick={() => {
                      const undo = apply(template)
                      toast.success(t`Template applied`, { action: { label: t`Undo`, run: undo } })
                      onClose()
                    }}
                  >
                    <span dir="auto" className="font-medium wrap-anywhere">
                      {template.name}
                    </span>
                    <span className="flex shrink-0 items-center gap-2 text-sm text-text-muted">
                      {aside?.(template)}
                      <ChevronRight size={18} aria-hidden="true" className="rtl:rotate-180" />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        <form
          noValidate
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            setSubmitted(true)
            if (name !== '') saving.mutate()
          }}
        >
          <h3 className="font-semibold">
            <Trans>Save this as a template</Trans>
          </h3>
          <TextField
            label={t`Template name`}
            value={typed}
            maxLength={80}
            hint={existing ? <Trans>This replaces the template of the same name.</Trans> : leavesOut}
            onChange={({ target }) => setTyped(target.value)}
            error={isSubmitted && name === '' ? t`Use 1 to 80 characters for the name.` : undefined}
          />
          {saving.error && <FieldError alert>{errorText(saving.error, t`We couldn't save the template.`)}</FieldError>}
          <Button type="submit" variant="secondary" busy={saving.isPending} className="justify-self-start">
            <Trans>Save as template</Trans>
          </Button>
        </form>
      </div>
    </Dialog>
  )
}
