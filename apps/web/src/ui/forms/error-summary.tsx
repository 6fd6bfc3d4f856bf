import { Trans } from '@lingui/react/macro'
import { Banner } from '../feedback/banner.tsx'

export interface SummaryItem {
  /** Id of the control. */
  field: string
  /** Text of the link: what is wrong, or the field's label where that is said at the field. */
  message: string
}

/** Lists the errors of a form with links to their fields. */
export function ErrorSummary({ items }: { items: readonly SummaryItem[] }) {
  if (items.length < 2) return null
  return (
    <Banner tone="danger" title={<Trans>Please check the following fields:</Trans>}>
      <ul className="grid gap-1">
        {items.map(({ field, message }) => (
          <li key={field}>
            <a
              href={`#${field}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(field)?.focus()
              }}
              className="inline-block underline underline-offset-2 pointer-coarse:py-1"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
