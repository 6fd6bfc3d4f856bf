import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { BellRing, FileDown } from 'lucide-react'
import { saveCsv, type CsvTable } from '../../lib/browser/save-csv.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'

/** Saves the selected rows as a CSV file. */
export const ExportSelected = ({ name, table }: { name: string; table: () => CsvTable }) => (
  <Button
    size="sm"
    variant="secondary"
    icon={<FileDown size={18} aria-hidden="true" />}
    onClick={() => saveCsv(name, table())}
  >
    <Trans>Export (CSV)</Trans>
  </Button>
)

interface RemindProps<Row> {
  /** Names the button where several are on the screen. */
  label?: string
  rows: readonly Row[]
  /** Whether the customer of a row may be reminded now. The others are left out. */
  mayRemind: (row: Row) => boolean
  /** Sends one reminder. Throws the server's refusal. */
  remind: (row: Row) => Promise<unknown>
  /** Called after all were tried. */
  onDone: () => void
}

/** The rows whose customers are reminded, and the number of others. */
interface Chosen<Row> {
  rows: readonly Row[]
  skipped: number
}

/**
 * Reminds the customers of these rows, and says how many reminders were sent and why others were not. Shows nothing
 * where no customer may be reminded.
 */
export function RemindButton<Row>({ label, rows, mayRemind, remind, onDone }: RemindProps<Row>) {
  const reminding = useMutation({
    mutationFn: (chosen: Chosen<Row>) => Promise.allSettled(chosen.rows.map(remind)),
    onSuccess: (results, { skipped }) => {
      const sent = results.filter(({ status }) => status === 'fulfilled').length
      const reasons = results.flatMap((result) =>
        result.status === 'rejected' ? [errorText(result.reason, t`Try again in a moment.`)] : [],
      )
      const body = skipped > 0 && { body: plural(skipped, { one: '# skipped', other: '# skipped' }) }
      if (sent > 0) toast.success(plural(sent, { one: '# reminder sent', other: '# reminders sent' }), body || {})
      const refused = reasons.length
      if (refused > 0) {
        const title = plural(refused, { one: '# reminder not sent', other: '# reminders not sent' })
        toast.error(title, { body: [...new Set(reasons)].join('\n') })
      }
      onDone()
    },
  })
  const remindable = rows.filter(mayRemind)
  const now = { rows: remindable, skipped: rows.length - remindable.length }
  // The rows change while the reminders are sent: each tells the list.
  const chosen = reminding.isPending ? reminding.variables : now
  const count = chosen.rows.length
  const total = count + chosen.skipped
  if (count === 0) return null
  return (
    <Button
      size="sm"
      variant="secondary"
      busy={reminding.isPending}
      aria-label={label}
      icon={<BellRing size={18} aria-hidden="true" />}
      onClick={() => reminding.mutate(now)}
    >
      {chosen.skipped > 0 ? (
        <Trans>
          Remind {count} of {total}
        </Trans>
      ) : (
        <Trans>Remind</Trans>
      )}
    </Button>
  )
}
