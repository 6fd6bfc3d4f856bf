import { createMessageId } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { chat } from '../../connection/chat.ts'
import { chatToast } from '../../alerts/chat-toast.ts'
import { addEntries } from './add-entries.ts'
import type { AddEntry, ComposerTools } from './tools.types.ts'

/** Menu entry equivalent to a built-in command. */
export const entryOf = (name: string, tools: ComposerTools): AddEntry | undefined =>
  addEntries.find(({ command, isOffered }) => command === name && (isOffered?.(tools) ?? true))

/**
 * Runs `/name args`: this screen's commands here, others through the service. Unknown (44) and failed (45) commands
 * stay in the field, with the service's error.
 */
export async function runCommand(
  tools: ComposerTools,
  { name, args }: { name: string; args: string },
  done: () => void,
): Promise<void> {
  const entry = entryOf(name, tools)
  if (entry) {
    done()
    return tools.open(entry, args)
  }
  try {
    const { reply } = await chat.call('commands.run', {
      cid: tools.target.store.cid,
      name,
      messageId: createMessageId(),
      args,
    })
    done()
    if (reply) chatToast.success(reply)
  } catch (error) {
    chatToast.failed(t`Could not run /${name}`, error)
  }
}
