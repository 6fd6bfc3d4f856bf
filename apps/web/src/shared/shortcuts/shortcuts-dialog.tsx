import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useDeviceValue } from '../../lib/browser/device-value.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { singleKeys } from './single-keys.ts'

export interface ShortcutRow {
  /** Alternative shortcuts; the keys of one are pressed together. */
  keys: readonly (readonly string[])[]
  does: ReactNode
}

export interface ShortcutGroup {
  title: string
  rows: readonly ShortcutRow[]
}

interface ShortcutsDialogProps {
  onClose: () => void
  groups: readonly ShortcutGroup[]
}

/** Lists keyboard shortcuts by where they work. Those of a single key can be turned off (WCAG 2.1.4). */
export function ShortcutsDialog({ onClose, groups }: ShortcutsDialogProps) {
  return (
    <Dialog onClose={onClose} title={<Trans>Keyboard shortcuts</Trans>}>
      <div className="grid gap-5">
        {groups.map(({ title, rows }) => (
          <Rows key={title} title={title} rows={rows} />
        ))}
        <Checkbox
          label={<Trans>Single-key shortcuts</Trans>}
          hint={<Trans>Turn this off if keys like / and ? get in your way, for example with voice input.</Trans>}
          checked={useDeviceValue(singleKeys)}
          onChange={({ currentTarget: { checked } }) => singleKeys.set(checked)}
        />
      </div>
    </Dialog>
  )
}

const Rows = ({ title, rows }: ShortcutGroup) => (
  <section>
    <h3 className="pb-1 text-sm font-semibold text-text-muted">{title}</h3>
    <dl className="grid">
      {rows.map(({ keys, does }, index) => (
        <div key={index} className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1">
          <dt className="order-2 flex shrink-0 gap-2">
            {keys.map((combination) => (
              <span key={combination.join()} className="flex gap-1">
                {combination.map((key) => (
                  <kbd
                    key={key}
                    className="grid min-h-6 min-w-6 place-items-center rounded-[6px] border border-line-strong bg-surface px-1.5 font-[inherit] text-xs font-semibold"
                  >
                    {key}
                  </kbd>
                ))}
              </span>
            ))}
          </dt>
          <dd className="min-w-0 text-sm">{does}</dd>
        </div>
      ))}
    </dl>
  </section>
)
