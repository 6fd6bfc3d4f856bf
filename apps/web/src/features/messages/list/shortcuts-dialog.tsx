import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { singleKeysAreOn, turnSingleKeys } from './single-keys.ts'

const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent)
const command = isMac ? '⌘' : 'Ctrl'
const alt = isMac ? '⌥' : 'Alt'
const shift = isMac ? '⇧' : 'Shift'

interface Row {
  /** Alternative shortcuts; the keys of one are pressed together. */
  keys: readonly (readonly string[])[]
  does: ReactNode
}

const anywhere: readonly Row[] = [
  { keys: [[command, 'K']], does: <Trans>Search everything</Trans> },
  { keys: [[alt, shift, '↓']], does: <Trans>Next conversation</Trans> },
  { keys: [[alt, shift, '↑']], does: <Trans>Previous conversation</Trans> },
  { keys: [[alt, shift, 'U']], does: <Trans>Jump to first unread, here or in the next conversation</Trans> },
  { keys: [['/']], does: <Trans>Search this conversation, or the list without one</Trans> },
  { keys: [['?']], does: <Trans>Show keyboard shortcuts</Trans> },
]
const writing: readonly Row[] = [
  { keys: [['Enter']], does: <Trans>Send</Trans> },
  { keys: [[shift, 'Enter']], does: <Trans>Start a new line</Trans> },
  { keys: [['↑']], does: <Trans>Edit your last message</Trans> },
  { keys: [[alt, '↑']], does: <Trans>Go to messages</Trans> },
  { keys: [['Esc']], does: <Trans>Cancel a reply or edit; close the side panel</Trans> },
]
const onMessage: readonly Row[] = [
  { keys: [['↑'], ['↓']], does: <Trans>Previous or next message</Trans> },
  { keys: [['R'], ['Enter']], does: <Trans>Reply</Trans> },
  { keys: [['T']], does: <Trans>Reply in thread</Trans> },
  { keys: [['E']], does: <Trans>Edit your message</Trans> },
  { keys: [['S']], does: <Trans>Set a reminder or save for later</Trans> },
  { keys: [['+']], does: <Trans>React with 👍</Trans> },
  { keys: [['C']], does: <Trans>Copy</Trans> },
  { keys: [['Esc']], does: <Trans>Back to the message box</Trans> },
]

/** Lists the shortcuts of the messages screen. Single-key shortcuts can be turned off (WCAG 2.1.4). */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [on, setOn] = useState(singleKeysAreOn)
  return (
    <Dialog open={open} onClose={onClose} title={<Trans>Keyboard shortcuts</Trans>}>
      <div className="grid gap-5">
        <Rows title={t`Anywhere on this screen`} rows={anywhere} />
        <Checkbox
          label={<Trans>Single-key shortcuts</Trans>}
          hint={<Trans>Turn this off if / and ? get in your way, for example with voice input.</Trans>}
          checked={on}
          onChange={({ currentTarget: { checked } }) => {
            setOn(checked)
            turnSingleKeys(checked)
          }}
        />
        <Rows title={t`While writing`} rows={writing} />
        <Rows title={t`On a selected message`} rows={onMessage} />
      </div>
    </Dialog>
  )
}

const Rows = ({ title, rows }: { title: string; rows: readonly Row[] }) => (
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
