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
  /** Sends one reminder. Throws the server's refusal. */
  remind: (row: Row) => Promise<unknown>
  /** Called after all were tried. */
  onDone: () => void
}

/** Reminds the customers of these rows, and says how many reminders were sent and why others were not. */
export function RemindButton<Row>({ label, rows, remind, onDone }: RemindProps<Row>) {
  const all = useMutation({
    mutationFn: () => Promise.allSettled(rows.map(remind)),
    onSuccess: (results) => {
      const sent = results.filter(({ status }) => status === 'fulfilled').length
      const reasons = results.flatMap((result) =>
        result.status === 'rejected' ? [errorText(result.reason, t`Try again in a moment.`)] : [],
      )
      if (sent > 0) toast.success(plural(sent, { one: '# reminder sent', other: '# reminders sent' }))
      const refused = reasons.length
      if (refused > 0) {
        const title = plural(refused, { one: '# reminder not sent', other: '# reminders not sent' })
        toast.error(title, { body: [...new Set(reasons)].join('\n') })
      }
      onDone()
    },
  })
  return (
    <Button
      size="sm"
      variant="secondary"
      busy={all.isPending}
      aria-label={label}
      icon={<BellRing size={18} aria-hidden="true" />}
      onClick={() => all.mutate()}
    >
      <Trans>Remind</Trans>
    </Button>
  )
}
