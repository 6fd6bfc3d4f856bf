import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keyNames } from '../../../shared/shortcuts/key-names.ts'
import { ShortcutsDialog, type ShortcutRow } from '../../../shared/shortcuts/shortcuts-dialog.tsx'

const { command, alt, shift } = keyNames

const anywhere: readonly ShortcutRow[] = [
  { keys: [[command, 'K']], does: <Trans>Search everything</Trans> },
  { keys: [[alt, shift, '↓']], does: <Trans>Next conversation</Trans> },
  { keys: [[alt, shift, '↑']], does: <Trans>Previous conversation</Trans> },
  { keys: [[alt, shift, 'U']], does: <Trans>Jump to first unread, here or in the next conversation</Trans> },
  { keys: [['/']], does: <Trans>Search this conversation, or the list without one</Trans> },
  { keys: [['?']], does: <Trans>Show keyboard shortcuts</Trans> },
]
const writing: readonly ShortcutRow[] = [
  { keys: [['Enter']], does: <Trans>Send</Trans> },
  { keys: [[shift, 'Enter']], does: <Trans>Start a new line</Trans> },
  { keys: [['↑']], does: <Trans>Edit your last message</Trans> },
  { keys: [[alt, '↑']], does: <Trans>Go to messages</Trans> },
  { keys: [['Esc']], does: <Trans>Cancel a reply or edit; close the side panel</Trans> },
]
const onMessage: readonly ShortcutRow[] = [
  { keys: [['↑'], ['↓']], does: <Trans>Previous or next message</Trans> },
  { keys: [['R'], ['Enter']], does: <Trans>Reply</Trans> },
  { keys: [['T']], does: <Trans>Reply in thread</Trans> },
  { keys: [['E']], does: <Trans>Edit your message</Trans> },
  { keys: [['S']], does: <Trans>Set a reminder or save for later</Trans> },
  { keys: [['+']], does: <Trans>React with 👍</Trans> },
  { keys: [['C']], does: <Trans>Copy</Trans> },
  { keys: [['Esc']], does: <Trans>Back to the message box</Trans> },
]

/** Lists the shortcuts of the messages screen. */
export const MessageShortcuts = ({ onClose }: { onClose: () => void }) => (
  <ShortcutsDialog
    onClose={onClose}
    groups={[
      { title: t`Anywhere on this screen`, rows: anywhere },
      { title: t`While writing`, rows: writing },
      { title: t`On a selected message`, rows: onMessage },
    ]}
  />
)
